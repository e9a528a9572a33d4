const LETTER = /^\p{L}/u;
const DIGIT = /^\p{Nd}/u;

/**
 * Compares two keys of a map in the order of Go's YAML encoder (keyList.Less of go.yaml.in/yaml/v2). Numbers inside
 * keys are compared by value, so `a2` is before `a10`.
 */
export function compareKeys(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  for (let at = 0; at < most; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left > MAX_ASCII || right > MAX_ASCII) return compareAnyKeys(a, b);
    if (left === right) continue;
    const aIsLetter = isLetter(left);
    const bIsLetter = isLetter(right);
    if (aIsLetter && bIsLetter) return left - right;
    if (aIsLetter || bIsLetter) return bIsLetter ? -1 : 1;
    // Digits need the slower comparison: a number can be long, or continue with digits of another script.
    return isDigit(left) || isDigit(right) ? compareNumbers(a, b, at) : left - right;
  }
  return a.length - b.length;
}

const MAX_ASCII = 0x7f;
const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const ZERO = 0x30;
/** Maximum number of digits of an integer that a double always represents exactly. */
const EXACT_DIGITS = 15;

/** `compareFrom` for keys that first differ at `at`, where at least one of them has a digit. */
function compareNumbers(a: string, b: string, at: number): number {
  const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
  const aEnd = endOfDigits(a, at);
  const bEnd = endOfDigits(b, at);
  const isShort = Math.max(aEnd, bEnd) - at <= EXACT_DIGITS;
  const isPlain = !(a.charCodeAt(aEnd) > MAX_ASCII || b.charCodeAt(bEnd) > MAX_ASCII);
  if (left === ZERO || right === ZERO || !isShort || !isPlain) return compareAnyKeys(a, b);
  return Number(a.slice(at, aEnd)) - Number(b.slice(at, bEnd)) || aEnd - bEnd || left - right;
}

function endOfDigits(text: string, at: number): number {
  let end = at;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

/** `compareKeys` for keys with any characters. */
export function compareAnyKeys(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  const both = Math.min(left.length, right.length);
  for (let at = 0; at < both; at++) {
    if (left[at] !== right[at]) return compareFrom(left, right, at);
  }
  return left.length - right.length;
}

/** Compares two keys that first differ at `at`. */
function compareFrom(left: readonly string[], right: readonly string[], at: number): number {
  const a = left[at] ?? "";
  const b = right[at] ?? "";
  const aIsLetter = LETTER.test(a);
  const bIsLetter = LETTER.test(b);
  if (aIsLetter && bIsLetter) return codePoint(a) - codePoint(b);
  if (aIsLetter || bIsLetter) return bIsLetter ? -1 : 1;
  const start = (a === "0" || b === "0") && followsNumber(left, at) ? 1n : 0n;
  const aNumber = numberAt(left, at, start);
  const bNumber = numberAt(right, at, start);
  if (aNumber.value !== bNumber.value) return aNumber.value < bNumber.value ? -1 : 1;
  if (aNumber.end !== bNumber.end) return aNumber.end - bNumber.end;
  return codePoint(a) - codePoint(b);
}

/** True if the digits directly before `at` are not all zero. Then a zero at `at` belongs to a number. */
function followsNumber(text: readonly string[], at: number): boolean {
  for (let i = at - 1; i >= 0 && DIGIT.test(text[i] ?? ""); i--) {
    if (text[i] !== "0") return true;
  }
  return false;
}

/** Parses the number that begins at `at` as a 64-bit integer, as Go does. Returns its value and the index after it. */
function numberAt(text: readonly string[], at: number, start: bigint): { value: bigint; end: number } {
  let value = start;
  let end = at;
  for (; end < text.length && DIGIT.test(text[end] ?? ""); end++)
    value = BigInt.asIntN(64, value * 10n + BigInt(codePoint(text[end] ?? "") - 0x30));
  return { value, end };
}

const codePoint = (character: string): number => character.codePointAt(0) ?? 0;
