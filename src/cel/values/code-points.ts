const SURROGATE = /[\ud800-\udbff]/;

/** Returns the length of a string in code points. */
export function stringSize(text: string): number {
  if (!SURROGATE.test(text)) return text.length;
  let size = 0;
  for (const _ of text) size++;
  return size;
}

/** Returns the code points of a string. */
export const codePoints = (text: string): readonly string[] => Array.from(text);

/**
 * Converts a count of code points, as in expressions, to an index of JavaScript, which counts units of 16
 * bits.
 */
export function unitIndex(text: string, count: number): number {
  if (!SURROGATE.test(text)) return count;
  let index = 0;
  for (let left = count; left > 0 && index < text.length; left--)
    index += text.codePointAt(index)! > 0xffff ? 2 : 1;
  return index;
}

/** Returns the number of code points before an index; −1 is returned unchanged. */
export const pointsBefore = (text: string, index: number): number =>
  index < 0 ? index : stringSize(text.slice(0, index));

/** Compares strings by code points, in the order of their UTF-8 bytes. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  // Characters after the end of the shorter string do not matter.
  const length = Math.min(a.length, b.length) + 1;
  const [left, right] = [a.slice(0, length), b.slice(0, length)];
  if (!SURROGATE.test(left) && !SURROGATE.test(right)) return a < b ? -1 : 1;
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
