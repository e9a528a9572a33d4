import { isJsonObject } from "../value.ts";

/** Result of one pass over the bytes of a JSON text. */
export interface JsonScan {
  /** Number of members of all objects together. If it is more than `countMembers` of the value, keys are repeated. */
  readonly members: number;
  /** True if `JSON.parse` is not sufficient: large or unusually written numbers, surrogate escapes, or deep nesting. */
  readonly unusual: boolean;
}

/**
 * Maximum nesting depth of lists and objects in a text. Go's decoder accepts 10,000, because its stack grows.
 * Functions here recurse through values and are limited by Node's call stack.
 */
export const MAX_DEPTH = 1000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
/** Integers of 15 digits are exact in a double. */
const SAFE_DIGITS = 15;
/** Maximum number of zeros after the decimal point without an exponent: JavaScript writes 0.0000001 as 1e-7. */
const MAX_ZEROS = 6;

/**
 * Counts members and detects parts that `JSON.parse` cannot represent. It does not check the syntax; for a text that
 * is no JSON the result has no meaning. Takes about a microsecond per kilobyte.
 */
export function scanJson(bytes: Uint8Array): JsonScan {
  const end = bytes.length;
  let members = 0;
  let unusual = false;
  let depth = 0;
  for (let i = 0; i < end; i++) {
    const c = bytes[i]!;
    if (c === QUOTE) {
      i++;
      // Strings are skipped in this loop: a function call for each string would double the cost.
      while (i < end && bytes[i] !== QUOTE) {
        if (bytes[i] === BACKSLASH) {
          i++;
          if (bytes[i] === 0x75 && (bytes[i + 1]! | 0x20) === 0x64) unusual = true;
        }
        i++;
      }
    } else if (c === COLON) members++;
    else if (c >= 0x30 && c <= 0x39) {
      const start = i;
      while (i + 1 < end && isDigit(bytes[i + 1]!)) i++;
      const next = bytes[i + 1];
      if (i - start >= SAFE_DIGITS || next === 0x65 || next === 0x45) unusual = true;
      else if (next === 0x2e) {
        const point = ++i;
        while (i + 1 < end && isDigit(bytes[i + 1]!)) i++;
        if (!isPlainFraction(bytes, start, point, i)) unusual = true;
      }
    } else if (c === 0x7b || c === 0x5b) {
      if (++depth > MAX_DEPTH) unusual = true;
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
  return { members, unusual };
}

/** True if a fraction is written as `String` writes it: few digits, no trailing zeros, no exponent, not very small. */
function isPlainFraction(bytes: Uint8Array, start: number, point: number, last: number): boolean {
  const next = bytes[last + 1];
  if (last - start > SAFE_DIGITS || bytes[last] === 0x30 || next === 0x65 || next === 0x45) return false;
  if (bytes[start] !== 0x30 || last - point <= MAX_ZEROS) return last > point;
  for (let i = 1; i <= MAX_ZEROS; i++) if (bytes[point + i] !== 0x30) return true;
  return false;
}

const isDigit = (c: number): boolean => c >= 0x30 && c <= 0x39;

/** Number of members of all objects in a value, at any depth. */
export function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === "object") count += countMembers(item);
    return count;
  }
  if (!isJsonObject(value)) return count;
  for (const key in value) {
    count++;
    const member = value[key];
    if (typeof member === "object") count += countMembers(member);
  }
  return count;
}
