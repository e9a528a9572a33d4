import { readCertificate } from "./certificate.ts";
import { DerProblem } from "./der.ts";
import type { DistinguishedName } from "./distinguished-name.ts";

/** The subject of a client certificate, which identifies the client. */
export interface CertificateSubject extends DistinguishedName {
  /** Uid of the user; undefined if there is none. */
  readonly uid: string | undefined;
}

/** Attribute with the uid of a user in Kubernetes' client certificates. */
const UID = "1.3.6.1.4.1.57683.2";

/**
 * Reads the subject of a certificate as Go's crypto/x509 does: every part must be a string of a supported type.
 * OpenSSL would also convert other types to text, and so add groups that no signer has seen in the request. Throws a
 * DerProblem for a certificate that Go does not parse.
 */
export function readCertificateSubject(der: Buffer): CertificateSubject {
  const certificate = readCertificate(der);
  if (typeof certificate === "string") throw new DerProblem(certificate);
  const { commonName, organizations, attributes } = certificate.subject;
  const uids = attributes.filter(({ type }) => type === UID).map(({ text = "" }) => text);
  if (uids.length > 1) throw new DerProblem(`expected 1 UID, but found multiple: [${uids.join(" ")}]`);
  if (uids[0] === "") throw new DerProblem("UID cannot be an empty string");
  return { commonName, organizations, uid: uids[0] };
}
