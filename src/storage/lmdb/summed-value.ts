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
export function sumValue(key: string, revision: number, bytes: Uint8Array): Buffer {
  const start = isEncrypted(bytes) ? ENCRYPTED.length : 0;
  const value = Buffer.allocUnsafe(start + HEAD + bytes.length);
  value.set(ENCRYPTED.subarray(0, start));
  value[start] = MARK;
  value.write(digitsOf(key, revision, bytes), start + 1, "latin1");
  value.set(bytes, start + HEAD);
  return value;
}

/**
 * The bytes that were given to `sumValue`, in the same memory; undefined where the value, its key or its revision has
 * changed since. Values without a checksum must look like an object.
 */
export function openValue(key: string, revision: number, value: Buffer): Buffer | undefined {
  const start = isEncrypted(value) ? ENCRYPTED.length : 0;
  if (isOld(value, start)) return looksLikeObject(value) ? value : undefined;
  const bytes = value.subarray(start + HEAD);
  const digits = value.toString("latin1", start + 1, start + HEAD);
  return value[start] === MARK && digits === digitsOf(key, revision, bytes) ? bytes : undefined;
}

const [OPENING_BRACE, FIRST_LETTER, LAST_LETTER] = [0x7b, 0x61, 0x7a];

/** The name of a provider begins with a small letter. Several bits are different in the mark. */
function isOld(value: Buffer, start: number): boolean {
  const first = value[start] ?? 0;
  return start === 0 ? first === OPENING_BRACE : first >= FIRST_LETTER && first <= LAST_LETTER;
}

const digitsOf = (key: string, revision: number, bytes: Uint8Array): string =>
  crc32(bytes, sumOfKey(key, revision)).toString(16).padStart(DIGITS, "0");

/** The CRC-32 of a revision and the key after it, which begins with another character than a digit. */
export const sumOfKey = (key: string, revision: number): number => crc32(`${revision}${key}`);

/** The complaint about an object whose value is not the one that was written. */
export const damagedObject = (key: string): string =>
  `the object under ${key} is damaged: its value is not the one that was written`;
