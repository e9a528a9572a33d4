const LETTER = /^\p{L}/u;
const DIGIT = /^\p{Nd}/u;

/** Where Go's writer puts a key of a map: numbers inside a key count as numbers, so that `a2` stands before `a10` (keyList.Less of go.yaml.in/yaml/v2). */
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
    // Numbers, which may be long, or go on with digits of another script.
    return isDigit(left) || isDigit(right) ? compareNumbers(a, b, at) : left - right;
  }
  return a.length - b.length;
}

const MAX_ASCII = 0x7f;
const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const ZERO = 0x30;
/** No number of so many digits is rounded. */
const EXACT_DIGITS = 15;

/** As `compareFrom`; the first difference is at `at`, and at least one of the two is a digit there. */
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

/** The same for any characters. */
export function compareAnyKeys(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  const both = Math.min(left.length, right.length);
  for (let at = 0; at < both; at++) {
    if (left[at] !== right[at]) return compareFrom(left, right, at);
  }
  return left.length - right.length;
}

/** The first difference is at `at`. */
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

/** Digits before `at`, back to the first that is no digit, are not all zero: a zero at `at` counts. */
function followsNumber(text: readonly string[], at: number): boolean {
  for (let i = at - 1; i >= 0 && DIGIT.test(text[i] ?? ""); i--) {
    if (text[i] !== "0") return true;
  }
  return false;
}

/** The number that begins at `at`, in 64 bits as Go counts it, and where it ends. */
function numberAt(text: readonly string[], at: number, start: bigint): { value: bigint; end: number } {
  let value = start;
  let end = at;
  for (; end < text.length && DIGIT.test(text[end] ?? ""); end++) {
    value = BigInt.asIntN(64, value * 10n + BigInt(codePoint(text[end] ?? "") - 0x30));
  }
  return { value, end };
}

const codePoint = (character: string): number => character.codePointAt(0) ?? 0;
