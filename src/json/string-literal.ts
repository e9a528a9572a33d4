import { isUtf8 } from "node:buffer";

/**
 * The text of a JSON string literal (quotes included, syntax already checked) as Go reads it: a lone surrogate
 * escape and each byte of broken UTF-8 become U+FFFD.
 */
export function decodeString(literal: Uint8Array): string {
  const inner = decodeUtf8(literal.subarray(1, literal.length - 1));
  if (!inner.includes("\\")) return inner;
  return (JSON.parse(`"${inner}"`) as string).toWellFormed();
}

/** UTF-8 with Go's repair: one U+FFFD for each byte that is not part of a character. */
export function decodeUtf8(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return buffer.toString();
  let text = "";
  for (let at = 0; at < buffer.length; ) {
    const size = characterSize(buffer, at);
    text += size === 0 ? "\ufffd" : buffer.toString("utf8", at, at + size);
    at += Math.max(size, 1);
  }
  return text;
}

/** Bytes of the character that begins here; 0 when none does. */
function characterSize(buffer: Buffer, at: number): number {
  const first = buffer[at] as number;
  const size = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return size > 0 && at + size <= buffer.length && isUtf8(buffer.subarray(at, at + size)) ? size : 0;
}
