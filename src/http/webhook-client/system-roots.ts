import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";

/** Where Linux distributions keep the bundle of authorities that the system trusts. */
const BUNDLES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/pki/tls/cacert.pem",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

/** The system's authorities as PEM; where none are found, those that come with Node. */
export function systemRoots(): string {
  for (const path of BUNDLES) {
    try {
      return readFileSync(path, "utf8");
    } catch {
      // The next distribution's place.
    }
  }
  return rootCertificates.join("\n");
}
