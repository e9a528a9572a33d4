import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";

/** Files in which Linux distributions keep the authorities that the system trusts. */
const BUNDLES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/pki/tls/cacert.pem",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

/** Returns the system's authorities as PEM; if there are none, those of Node. */
export function systemRoots(): string {
  for (const path of BUNDLES) {
    try {
      return readFileSync(path, "utf8");
    } catch {
      // Continues with the path of the next distribution.
    }
  }
  return rootCertificates.join("\n");
}
