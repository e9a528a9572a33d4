import { isUtf8 } from "node:buffer";

/** Returns go-yaml's error text for invalid UTF-8 (readerc.go), or undefined for a valid text. */
export function utf8Problem(bytes: Uint8Array): string | undefined {
  if (isUtf8(bytes) || isUtf16(bytes)) return undefined;
  for (let at = 0; at < bytes.length; ) {
    const width = widthOf(bytes[at] ?? 0);
    const problem = characterProblem(bytes, at, width);
    if (problem !== undefined) return problem;
    at += width;
  }
  return undefined;
}

/** True for UTF-16, which Go detects by its byte order mark. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** Returns the bytes of the character that begins with this one; 0: no character begins so. */
export function widthOf(octet: number): number {
  if (octet < 0x80) return 1;
  if ((octet & 0xe0) === 0xc0) return 2;
  if ((octet & 0xf0) === 0xe0) return 3;
  return (octet & 0xf8) === 0xf0 ? 4 : 0;
}

/**
 * Smallest character that needs this number of bytes, by the number of bytes. Shorter characters in more bytes are
 * refused.
 */
const LEAST = [0, 0, 0x80, 0x800, 0x1_0000];

function characterProblem(bytes: Uint8Array, at: number, width: number): string | undefined {
  if (width === 1) return undefined;
  if (width === 0) return "invalid leading UTF-8 octet";
  if (at + width > bytes.length) return "incomplete UTF-8 octet sequence";
  let value = (bytes[at] ?? 0) & (0xff >> (width + 1));
  for (let i = at + 1; i < at + width; i++) {
    const octet = bytes[i] ?? 0;
    if ((octet & 0xc0) !== 0x80) return "invalid trailing UTF-8 octet";
    value = (value << 6) | (octet & 0x3f);
  }
  if (value < (LEAST[width] ?? 0)) return "invalid length of a UTF-8 sequence";
  const isHalf = value >= 0xd800 && value <= 0xdfff;
  return isHalf || value > 0x10_ffff ? "invalid Unicode character" : undefined;
}
