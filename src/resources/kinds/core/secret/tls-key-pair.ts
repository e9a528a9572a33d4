import type { X509Certificate } from "node:crypto";
import { type PemBlock, readPem } from "../../../../crypto/pem.ts";
import { nodeCertificate, readCertificate } from "../../../../crypto/x509/certificate.ts";
import { readPrivateKey } from "../../../../crypto/x509/private-key.ts";

const isKey = (type: string): boolean => type === "PRIVATE KEY" || type.endsWith(" PRIVATE KEY");

const types = (blocks: readonly PemBlock[]): string => `[${blocks.map(({ type }) => type).join(" ")}]`;

/**
 * Returns the error of Go's TLS library for a certificate and a key that are not a pair; undefined if they
 * are one.
 */
export function keyPairProblem(certificatePem: string, keyPem: string): string | undefined {
  const certificates = readPem(certificatePem).blocks;
  const first = certificates.find(({ type }) => type === "CERTIFICATE");
  if (first === undefined) return certificateProblem(certificates);
  const keys = readPem(keyPem).blocks;
  const key = keys.find(({ type }) => isKey(type));
  if (key === undefined) return keyProblem(keys);
  return mismatch(first.bytes, key.bytes);
}

function certificateProblem(blocks: readonly PemBlock[]): string {
  const [first] = blocks;
  if (first === undefined) return "tls: failed to find any PEM data in certificate input";
  if (blocks.length === 1 && first.type.endsWith("PRIVATE KEY"))
    return "tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched";
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: ${types(blocks)}`;
}

function keyProblem(blocks: readonly PemBlock[]): string {
  const [first] = blocks;
  if (first === undefined) return "tls: failed to find any PEM data in key input";
  if (blocks.length === 1 && first.type === "CERTIFICATE")
    return "tls: found a certificate rather than a key in the PEM for the private key";
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: ${types(blocks)}`;
}

function mismatch(certificateDer: Buffer, keyDer: Buffer): string | undefined {
  const read = readCertificate(certificateDer);
  if (typeof read === "string") return read;
  const certificate = nodeCertificate(read);
  const key = readPrivateKey(keyDer);
  if (key === undefined) return "tls: failed to parse private key";
  const publicType = publicKeyType(certificate);
  if (certificate === undefined || publicType === undefined) return "tls: unknown public key algorithm";
  if (publicType !== key.asymmetricKeyType) return "tls: private key type does not match public key type";
  return certificate.checkPrivateKey(key) ? undefined : "tls: private key does not match public key";
}

/** Returns the type of a public key; undefined for types that Go's TLS library does not support. */
function publicKeyType(certificate: X509Certificate | undefined): string | undefined {
  try {
    const type = certificate?.publicKey.asymmetricKeyType;
    return type === "rsa" || type === "ec" || type === "ed25519" ? type : undefined;
  } catch {
    return undefined;
  }
}
