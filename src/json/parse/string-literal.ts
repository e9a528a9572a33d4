import { isUtf8 } from "node:buffer";

/**
 * Decodes a JSON string literal as Go does; its quotes are included and its syntax has been checked. A lone surrogate
 * escape and each byte of invalid UTF-8 become U+FFFD.
 */
export function decodeString(literal: Uint8Array): string {
  const inner = decodeUtf8(literal.subarray(1, literal.length - 1));
  if (!inner.includes("\\")) return inner;
  const text: string = JSON.parse(`"${inner}"`);
  return text.toWellFormed();
}

/** Decodes UTF-8 as Go does: each byte that is not part of a character becomes U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer) ? buffer.toString() : repaired(buffer);
}

/** A byte of UTF-8 makes at most one UTF-16 unit. */
function repaired(bytes: Buffer): string {
  const units = new Uint16Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const size = characterSize(bytes, at);
    const code = size === 0 ? 0xfffd : codePoint(bytes, at, size);
    if (code > 0xffff) units[length++] = 0xd7c0 + (code >> 10);
    units[length++] = code > 0xffff ? 0xdc00 | (code & 0x3ff) : code;
    at += Math.max(size, 1);
  }
  return Buffer.from(units.buffer).toString("utf16le", 0, 2 * length);
}

/** Number of bytes of the character at `at`, with the valid ranges of the second byte from RFC 3629, section 4. */
function characterSize(bytes: Buffer, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const size = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const second = bytes[at + 1] ?? 0;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let i = 2; i < size; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  return size;
}

function codePoint(bytes: Buffer, at: number, size: number): number {
  const first = bytes[at]!;
  if (size === 1) return first;
  let code = first & (0xff >> (size + 1));
  for (let i = 1; i < size; i++) code = (code << 6) | (bytes[at + i]! & 0x3f);
  return code;
}
