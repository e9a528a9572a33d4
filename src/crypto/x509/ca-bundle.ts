import { type PemBlock, pemText, readPem } from "../pem.ts";
import { type Certificate, readCertificate } from "./certificate.ts";

/** Trusted certificates of a PEM text, or the reason why there are none. */
export type CaBundle =
  | { readonly kind: "certificates"; readonly certificates: readonly Certificate[] }
  | { readonly kind: "error"; readonly message: string };

/**
 * Reads a `caBundle` (client-go/transport/transport.go, rootCertPool). One valid certificate is sufficient, whatever
 * else the text contains; without one, the first problem determines the message. Callers must not pass the empty
 * text, which means the system's roots.
 */
export function parseCaBundle(pem: string): CaBundle {
  const { blocks, rest } = readPem(pem);
  const read = blocks.filter(isPlainCertificate).map(({ bytes }) => readCertificate(bytes));
  const certificates = read.filter((certificate) => typeof certificate !== "string");
  if (certificates.length > 0) return { kind: "certificates", certificates };
  const [first] = read;
  const problem =
    typeof first === "string"
      ? `failed to parse certificate: ${first}`
      : rest === ""
        ? "no valid certificate authority data seen"
        : "unable to parse bytes as PEM block";
  return { kind: "error", message: `unable to load root certificates: ${problem}` };
}

/** True for a certificate without headers. All other blocks are ignored. */
export const isPlainCertificate = ({ type, hasHeaders }: PemBlock): boolean =>
  type === "CERTIFICATE" && !hasHeaders;

/**
 * Returns the authorities of client certificates in a PEM text, as PEM for TLS. Throws an Error if there are none, or
 * if one cannot be parsed, as the reference does (client-go's `ParseCertsPEM`). With an empty result, TLS would trust
 * Node's public root certificates.
 */
export function clientAuthorities(pem: string): string {
  const blocks = readPem(pem).blocks.filter(isPlainCertificate);
  for (const { bytes } of blocks) {
    const certificate = readCertificate(bytes);
    if (typeof certificate === "string") throw new Error(certificate);
  }
  if (blocks.length === 0) throw new Error("data does not contain any valid RSA or ECDSA certificates");
  return blocks.map(pemText).join("");
}
