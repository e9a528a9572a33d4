import { crc32 } from "node:zlib";
import { isEncrypted } from "../encryption/transformer.ts";
import { looksLikeObject } from "./is-json-text.ts";

/**
 * A value of the table of objects: a mark, the CRC-32 of its revision, key and bytes in eight hexadecimal digits, then
 * the bytes. The head of an encrypted value follows a copy of `k8s:enc:`. All of it passes as an object for versions that
 * know no checksums, so that they refuse the store by its format. Their own values have no head.
 */
const MARK = 0x02;
const DIGITS = 8;
const HEAD = 1 + DIGITS;
const ENCRYPTED = Buffer.from("k8s:enc:");

/** The bytes with their checksum, in memory of their own. */
export const sumValue = (key: string, revision: number, bytes: Uint8Array): Buffer =>
  writeSummed(Buffer.allocUnsafe(summedLength(bytes)), 0, sumOfKey(key, revision), bytes);

/** Length of a value with its checksum. */
export const summedLength = (bytes: Uint8Array): number => headStart(bytes) + HEAD + bytes.length;

/** Writes the bytes with their checksum to `memory`, and returns this part of it. `keySum`: the `sumOfKey`. */
export function writeSummed(memory: Buffer, from: number, keySum: number, bytes: Uint8Array): Buffer {
  const start = from + headStart(bytes);
  if (start > from) memory.set(ENCRYPTED, from);
  memory[start] = MARK;
  writeDigits(memory, start + 1, crc32(bytes, keySum));
  memory.set(bytes, start + HEAD);
  return memory.subarray(from, start + HEAD + bytes.length);
}

const headStart = (bytes: Uint8Array): number => (isEncrypted(bytes) ? ENCRYPTED.length : 0);

/**
 * The bytes that were given to `sumValue`, in the same memory; undefined where the value, its key or its revision has
 * changed since. Values without a checksum must look like an object.
 */
export const openValue = (key: string, revision: number, value: Buffer): Buffer | undefined =>
  openSummed(sumOfKey(key, revision), value);

/** Does the same for the `sumOfKey` of the key and revision; the value is a part of `memory`. */
export function openSummed(keySum: number, memory: Buffer, from = 0, to = memory.length): Buffer | undefined {
  const start = memory[from] === MARK ? from : startOfSum(memory.subarray(from, to), from);
  if (start === undefined) {
    const value = memory.subarray(from, to);
    return looksLikeObject(value) ? value : undefined;
  }
  const bytes = memory.subarray(start + HEAD, to);
  return memory[start] === MARK && sumAt(memory, start + 1) === crc32(bytes, keySum) ? bytes : undefined;
}

const [OPENING_BRACE, FIRST_LETTER, LAST_LETTER] = [0x7b, 0x61, 0x7a];

/**
 * Place for the mark of a value that does not begin with it; undefined: the value has no checksum. The name of a provider
 * begins with a small letter. Several bits are different in the mark.
 */
function startOfSum(value: Buffer, from: number): number | undefined {
  const start = headStart(value);
  const first = value[start] ?? 0;
  const isOld = start === 0 ? first === OPENING_BRACE : first >= FIRST_LETTER && first <= LAST_LETTER;
  return isOld ? undefined : from + start;
}

const [ZERO, NINE, LETTER_A, LETTER_F] = [0x30, 0x39, 0x61, 0x66];

function writeDigits(value: Buffer, from: number, sum: number): void {
  let rest = sum;
  for (let at = from + DIGITS - 1; at >= from; at--) {
    const digit = rest & 15;
    value[at] = digit < 10 ? ZERO + digit : LETTER_A + digit - 10;
    rest >>>= 4;
  }
}

/** The number that the digits from `at` on make; NaN for other characters. */
function sumAt(value: Buffer, at: number): number {
  let sum = 0;
  for (let index = at; index < at + DIGITS; index++) sum = sum * 16 + digitOf(value[index] ?? 0);
  return sum;
}

function digitOf(byte: number): number {
  if (byte >= ZERO && byte <= NINE) return byte - ZERO;
  return byte >= LETTER_A && byte <= LETTER_F ? byte - LETTER_A + 10 : Number.NaN;
}

/** The CRC-32 of a revision and the key after it, which begins with another character than a digit. */
export const sumOfKey = (key: string, revision: number): number => crc32(`${revision}${key}`);

/** The complaint about an object whose value is not the one that was written. */
export const damagedObject = (key: string): string =>
  `the object under ${key} is damaged: its value is not the one that was written`;
