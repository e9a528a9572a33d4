import { type PemBlock, pemText, readPem } from "../pem.ts";
import { type Certificate, readCertificate } from "./certificate.ts";

/** Trusted certificates out of a PEM text, or why there are none. */
export type CaBundle =
  | { readonly kind: "certificates"; readonly certificates: readonly Certificate[] }
  | { readonly kind: "error"; readonly message: string };

/**
 * Reads a `caBundle` (client-go/transport/transport.go, rootCertPool). One certificate that can be read is enough,
 * whatever else there is; if there is none, the first thing that is wrong decides the message. The empty text is not
 * for here: it means the system's roots.
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

/** Other blocks, and those with headers, are passed over. */
export const isPlainCertificate = ({ type, hasHeaders }: PemBlock): boolean =>
  type === "CERTIFICATE" && !hasHeaders;

/**
 * The authorities of client certificates in a PEM text, as PEM that TLS takes. Throws an Error when there are none, or
 * when one cannot be read, as the reference does (client-go's `ParseCertsPEM`). Without any, TLS would trust those that
 * come with Node: everybody's.
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
