import { isBase64 } from "../../go/base64.ts";

/**
 * Returns the canonical base64 of a text in standard base64: line breaks are removed, unused bits of the last
 * character are cleared. Returns a number if the text is invalid: the index of the byte at which Go's decoder
 * fails.
 */
export function canonicalBase64(text: string): string | number {
  const plain = text.includes("\n") || text.includes("\r") ? text.replace(/[\r\n]/g, "") : text;
  if (!isBase64(plain)) return firstBadByte(Buffer.from(text));
  return plain.endsWith("=") ? Buffer.from(plain, "base64").toString("base64") : plain;
}

/**
 * Finds the first invalid byte. It reads quanta of four characters; padding is allowed only at the end of the
 * last one.
 */
function firstBadByte(bytes: Uint8Array): number {
  let inQuantum = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === 0x0a || byte === 0x0d) continue;
    if (isDigit(byte)) {
      inQuantum = (inQuantum + 1) % 4;
      continue;
    }
    if (byte !== 0x3d || inQuantum < 2) return i;
    return badPadding(bytes, i, inQuantum);
  }
  // An incomplete quantum: the reference reports the byte at which it starts.
  return bytes.length - inQuantum;
}

/**
 * Returns the index of the invalid byte in the padding. `at`: index of the first `=`. After two characters of
 * a quantum a second `=` must follow, and then the text must end.
 */
function badPadding(bytes: Uint8Array, at: number, inQuantum: number): number {
  let i = at + 1;
  if (inQuantum === 2) {
    i = skipBreaks(bytes, i);
    if (i >= bytes.length) return bytes.length;
    if (bytes[i] !== 0x3d) return i - 1;
    i++;
  }
  return skipBreaks(bytes, i);
}

function skipBreaks(bytes: Uint8Array, from: number): number {
  let i = from;
  while (i < bytes.length && (bytes[i] === 0x0a || bytes[i] === 0x0d)) i++;
  return i;
}

function isDigit(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x2b ||
    byte === 0x2f
  );
}
