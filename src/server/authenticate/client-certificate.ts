import type { UserInfo } from "../../api/meta.ts";
import type { Authenticator } from "./authenticate.ts";

/**
 * An authenticator for client certificates: CN is the user, every O a group. An untrusted or expired
 * certificate is refused as bad credentials. A certificate without CN has no user and is ignored. `now`:
 * milliseconds since 1970.
 */
export function clientCertificate(now: () => number): Authenticator {
  return ({ peer }): UserInfo | undefined | "invalid" => {
    if (peer.certificateError !== undefined) return "invalid";
    const certificate = peer.certificate;
    if (certificate === undefined) return undefined;
    if (certificate.vouchedBy?.clients === false) return "invalid";
    const time = now();
    if (time < certificate.validFrom || time > certificate.validTo) return "invalid";
    if (certificate.commonName === "") return undefined;
    return {
      username: certificate.commonName,
      ...(certificate.uid === undefined ? {} : { uid: certificate.uid }),
      groups: certificate.organizations,
      extra: { "authentication.kubernetes.io/credential-id": [`X509SHA256=${certificate.fingerprint}`] },
    };
  };
}
