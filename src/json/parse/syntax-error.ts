/** A text that is no JSON. The message is that of Go's decoder, to the byte. */
export class JsonSyntaxError extends Error {
  /** Number of bytes read before the error, including the invalid one. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = "JsonSyntaxError";
    this.offset = offset;
  }
}

/** Formats one byte of input as Go does: as if the byte were a character. */
export function quoteByte(byte: number): string {
  if (byte === 0x27) return "'\\''";
  if (byte === 0x22) return "'\"'";
  return `'${escapeByte(byte)}'`;
}

const SHORT: ReadonlyMap<number, string> = new Map([
  [0x07, "\\a"],
  [0x08, "\\b"],
  [0x09, "\\t"],
  [0x0a, "\\n"],
  [0x0b, "\\v"],
  [0x0c, "\\f"],
  [0x0d, "\\r"],
  [0x5c, "\\\\"],
]);

function escapeByte(byte: number): string {
  const short = SHORT.get(byte);
  if (short !== undefined) return short;
  if (byte < 0x20 || byte === 0x7f) return `\\x${byte.toString(16).padStart(2, "0")}`;
  // In Go, U+0080 to U+00A0 and the soft hyphen do not count as printable.
  if ((byte >= 0x80 && byte <= 0xa0) || byte === 0xad) return `\\u${byte.toString(16).padStart(4, "0")}`;
  return String.fromCharCode(byte);
}
