import { GO_ESCAPES } from "../../go/escapes.ts";
import { BOOL, BYTES, type CelType, DOUBLE, INT, NULL, STRING, UINT } from "../types/types.ts";
import { CelBytes, CelDouble, CelUint, intValue, MAX_UINT, type Value } from "../values/values.ts";

/**
 * Returns the bytes or the text of a string literal; undefined for an escape sequence that is not a code
 * point.
 */
export function stringLiteral(text: string): Value | undefined {
  const prefix = /^[bBrR]*/.exec(text)?.[0].toLowerCase() ?? "";
  const quoted = text.slice(prefix.length);
  const quotes = quoted.startsWith('"""') || quoted.startsWith("'''") ? 3 : 1;
  const body = quoted
    .slice(quotes, quoted.length - quotes)
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n");
  const raw = prefix.includes("r");
  if (prefix.includes("b")) {
    const bytes = raw ? Buffer.from(body) : unescapeBytes(body);
    return bytes && new CelBytes(bytes);
  }
  return raw ? body : unescapeText(body);
}

const ESCAPE = /\\(?:[0-3][0-7][0-7]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[\s\S])/g;

function unescapeText(body: string): string | undefined {
  let valid = true;
  const text = body.replace(ESCAPE, (sequence) => {
    const point = codeOf(sequence);
    if (point === undefined) return GO_ESCAPES[sequence[1]!] ?? sequence[1]!;
    if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) valid = false;
    return valid ? String.fromCodePoint(point) : "";
  });
  return valid ? text : undefined;
}

function unescapeBytes(body: string): Uint8Array | undefined {
  const parts: Buffer[] = [];
  let end = 0;
  for (const match of body.matchAll(ESCAPE)) {
    const sequence = match[0];
    parts.push(Buffer.from(body.slice(end, match.index)));
    end = match.index + sequence.length;
    const point = codeOf(sequence);
    if (point === undefined) parts.push(Buffer.from(GO_ESCAPES[sequence[1]!] ?? sequence[1]!));
    else if (/^\\[uU]/.test(sequence)) return undefined;
    else parts.push(Buffer.of(point));
  }
  parts.push(Buffer.from(body.slice(end)));
  return Buffer.concat(parts);
}

function codeOf(sequence: string): number | undefined {
  if (/^\\[xXuU]./.test(sequence) && sequence.length > 2) return Number.parseInt(sequence.slice(2), 16);
  return /^\\[0-7]{3}$/.test(sequence) ? Number.parseInt(sequence.slice(1), 8) : undefined;
}

/** Parses an int literal with its sign; undefined if it does not fit in 64 bits. */
export function intLiteral(text: string, negative: boolean): Value | undefined {
  const magnitude = BigInt(text);
  return intValue(negative ? -magnitude : magnitude);
}

/** Value of a literal such as `12u` or `0x1fU`; undefined if it does not fit in 64 bits. */
export function uintLiteral(text: string): Value | undefined {
  const value = BigInt(text.slice(0, -1));
  return value <= MAX_UINT ? new CelUint(value) : undefined;
}

/** Value of a literal such as `1.5e3`; undefined if it is too large for a double. */
export function doubleLiteral(text: string, negative: boolean): Value | undefined {
  const value = Number(text);
  return Number.isFinite(value) ? new CelDouble(negative ? -value : value) : undefined;
}

/** Returns the type of a literal. */
export function literalType(value: Value): CelType {
  if (value === null) return NULL;
  if (typeof value === "boolean") return BOOL;
  if (typeof value === "string") return STRING;
  if (value instanceof CelUint) return UINT;
  if (value instanceof CelDouble) return DOUBLE;
  return value instanceof CelBytes ? BYTES : INT;
}
