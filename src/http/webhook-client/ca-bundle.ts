import { X509Certificate } from "node:crypto";

/** Trusted certificates out of a PEM text, or why there are none. */
export type CaBundle =
  | { readonly kind: "certificates"; readonly certificates: readonly X509Certificate[] }
  | { readonly kind: "error"; readonly message: string };

interface Block {
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Buffer;
}

/**
 * Reads a `caBundle` (spec 8.3). One certificate that can be read is enough, whatever else there is; if there is none, the
 * first thing that is wrong decides the message. The empty text is not for here: it means the system's roots.
 */
export function parseCaBundle(pem: string): CaBundle {
  const certificates: X509Certificate[] = [];
  const problems: string[] = [];
  const { blocks, trailing } = pemBlocks(pem);
  for (const { type, hasHeaders, bytes } of blocks) {
    if (type !== "CERTIFICATE" || hasHeaders) continue;
    const parsed = parseCertificate(bytes);
    if (typeof parsed === "string") problems.push(`failed to parse certificate: ${parsed}`);
    else certificates.push(parsed);
  }
  if (certificates.length > 0) return { kind: "certificates", certificates };
  const problem =
    problems[0] ??
    (trailing ? "unable to parse bytes as PEM block" : "no valid certificate authority data seen");
  return { kind: "error", message: `unable to load root certificates: ${problem}` };
}

const BLOCK = /(?:^|\n)-----BEGIN ([^\n]*?)-----[ \t\r]*\n([\s\S]*?)-----END \1-----[ \t\r]*(?=\n|$)/g;

/** `trailing`: something follows the last block, or there is no block at all. */
function pemBlocks(pem: string): { blocks: readonly Block[]; trailing: boolean } {
  const blocks: Block[] = [];
  let end = 0;
  for (const match of pem.matchAll(BLOCK)) {
    const content = match[2] ?? "";
    const lines = content.split("\n");
    const headers = lines.filter((line) => line.includes(":"));
    const base64 = lines
      .filter((line) => !line.includes(":"))
      .join("")
      .replace(/\s/g, "");
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0) continue;
    blocks.push({
      type: match[1] ?? "",
      hasHeaders: headers.length > 0,
      bytes: Buffer.from(base64, "base64"),
    });
    end = match.index + match[0].length;
  }
  return { blocks, trailing: pem.slice(end).replace(/^\n/, "") !== "" || blocks.length === 0 };
}

/** The certificate, or Go's text about what is wrong with it. */
function parseCertificate(der: Buffer): X509Certificate | string {
  const length = sequenceLength(der);
  if (length === undefined || length > der.length) return "x509: malformed certificate";
  if (length < der.length) return "x509: trailing data";
  try {
    return new X509Certificate(der);
  } catch {
    return "x509: malformed tbs certificate";
  }
}

/** Header and content of a DER sequence in bytes; undefined when it is none. */
function sequenceLength(der: Buffer): number | undefined {
  const first = der[1];
  if (der[0] !== 0x30 || first === undefined) return undefined;
  if (first < 0x80) return 2 + first;
  const size = first & 0x7f;
  if (size === 0 || size > 4 || der.length < 2 + size) return undefined;
  return 2 + size + der.readUIntBE(2, size);
}
