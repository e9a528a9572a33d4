import "reflect-metadata";
import type { X509Certificate } from "node:crypto";
import { X509Certificate as ParsedCertificate } from "@peculiar/x509";

/** By object identifier: is it critical? Node shows only some of a certificate's extensions, and none as such. */
export function extensionsOf(certificate: X509Certificate): ReadonlyMap<string, boolean> {
  const { extensions } = new ParsedCertificate(certificate.raw);
  return new Map(extensions.map(({ type, critical }) => [type, critical]));
}
