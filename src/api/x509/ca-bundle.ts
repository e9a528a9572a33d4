import { type PemBlock, readPem } from "../pem.ts";
import { type Certificate, readCertificate } from "./certificate.ts";

/** Trusted certificates out of a PEM text, or why there are none. */
export type CaBundle =
  | { readonly kind: "certificates"; readonly certificates: readonly Certificate[] }
  | { readonly kind: "error"; readonly message: string };

/**
 * Reads a `caBundle` (spec 8.3). One certificate that can be read is enough, whatever else there is; if there is none, the
 * first thing that is wrong decides the message. The empty text is not for here: it means the system's roots.
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
