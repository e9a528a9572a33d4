/** Just enough of PEM and DER for certificates and requests for them. */
const BLOCK = /-----BEGIN ([^-\n]+)-----\r?\n([\s\S]*?)-----END \1-----/g;
export const SEQUENCE = 0x30;
export const BIT_STRING = 0x03;
export const INTEGER = 0x02;

export interface PemBlock {
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Buffer;
}

/** The blocks of some PEM, in base64 once more. */
export function pemBlocks(base64: string): PemBlock[] {
  const text = Buffer.from(base64, "base64").toString("latin1");
  return [...text.matchAll(BLOCK)].map(([, type = "", body = ""]) => {
    const hasHeaders = body.includes(":");
    const content = hasHeaders ? body.slice(body.search(/\r?\n\r?\n/)) : body;
    return { type, hasHeaders, bytes: Buffer.from(content, "base64") };
  });
}

/** What is wrong, in the words of Go's encoding/asn1. */
export class DerProblem extends Error {}

export interface DerValue {
  readonly tag: number;
  /** With tag and length. */
  readonly whole: Buffer;
  readonly content: Buffer;
}

/** The values that follow one another in some bytes. */
export function derValues(bytes: Buffer): DerValue[] {
  const values: DerValue[] = [];
  for (let start = 0; start < bytes.length; ) {
    const tag = bytes[start] ?? 0;
    const first = bytes[start + 1] ?? 0;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    const begin = start + 2 + lengthBytes;
    if (lengthBytes > 4 || begin > bytes.length) throw new DerProblem("asn1: syntax error: data truncated");
    const length = lengthBytes === 0 ? first : bytes.readUIntBE(start + 2, lengthBytes);
    if (begin + length > bytes.length) throw new DerProblem("asn1: syntax error: data truncated");
    const end = begin + length;
    values.push({ tag, whole: bytes.subarray(start, end), content: bytes.subarray(begin, end) });
    start = end;
  }
  return values;
}

export function expectTag(value: DerValue | undefined, tag: number): DerValue {
  if (value?.tag === tag) return value;
  throw new DerProblem("asn1: structure error: tags don't match");
}
