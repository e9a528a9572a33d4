import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";

const BLOCK = /-----BEGIN ([^-\n]+)-----\r?\n[\s\S]*?-----END \1-----/g;

interface Block {
  readonly type: string;
  readonly text: string;
}

const blocksOf = (pem: string): Block[] =>
  [...pem.matchAll(BLOCK)].map(([text, type = ""]) => ({ text, type }));
const isKey = (type: string): boolean => type === "PRIVATE KEY" || type.endsWith(" PRIVATE KEY");
const types = (blocks: readonly Block[]): string => `[${blocks.map(({ type }) => type).join(" ")}]`;

/** What Go's TLS library says about a certificate and a key that are no pair; undefined when they are one. */
export function keyPairProblem(certificatePem: string, keyPem: string): string | undefined {
  const certificates = blocksOf(certificatePem);
  const first = certificates.find(({ type }) => type === "CERTIFICATE");
  if (first === undefined) return certificateProblem(certificates);
  const keys = blocksOf(keyPem);
  const key = keys.find(({ type }) => isKey(type));
  if (key === undefined) return keyProblem(keys);
  return mismatch(first.text, key.text);
}

function certificateProblem(blocks: readonly Block[]): string {
  const [first] = blocks;
  if (first === undefined) return "tls: failed to find any PEM data in certificate input";
  if (blocks.length === 1 && first.type.endsWith("PRIVATE KEY")) {
    return "tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched";
  }
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: ${types(blocks)}`;
}

function keyProblem(blocks: readonly Block[]): string {
  const [first] = blocks;
  if (first === undefined) return "tls: failed to find any PEM data in key input";
  if (blocks.length === 1 && first.type === "CERTIFICATE") {
    return "tls: found a certificate rather than a key in the PEM for the private key";
  }
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: ${types(blocks)}`;
}

function mismatch(certificateText: string, keyText: string): string | undefined {
  const certificate = attempt(() => new X509Certificate(certificateText));
  if (certificate === undefined) return "x509: malformed certificate";
  const key = attempt((): KeyObject => createPrivateKey(keyText));
  if (key === undefined) return "tls: failed to parse private key";
  if (certificate.publicKey.asymmetricKeyType !== key.asymmetricKeyType) {
    return "tls: private key type does not match public key type";
  }
  return certificate.checkPrivateKey(key) ? undefined : "tls: private key does not match public key";
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
