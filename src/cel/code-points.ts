const SURROGATE = /[\ud800-\udbff]/;

/** Length of a string in code points. */
export function stringSize(text: string): number {
  if (!SURROGATE.test(text)) return text.length;
  let size = 0;
  for (const _ of text) size++;
  return size;
}

/** Code points of a string. */
export const codePoints = (text: string): readonly string[] => Array.from(text);

/** Expressions count code points, JavaScript counts units of 16 bits: the index of the code point at `count`. */
export function unitIndex(text: string, count: number): number {
  if (!SURROGATE.test(text)) return count;
  let index = 0;
  for (let left = count; left > 0 && index < text.length; left--)
    index += text.codePointAt(index)! > 0xffff ? 2 : 1;
  return index;
}

/** How many code points stand before an index; −1 stays what it is. */
export const pointsBefore = (text: string, index: number): number =>
  index < 0 ? index : stringSize(text.slice(0, index));

/** By code points, as UTF-8 bytes compare. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  // What comes after the end of the shorter one does not matter.
  const length = Math.min(a.length, b.length) + 1;
  const [left, right] = [a.slice(0, length), b.slice(0, length)];
  if (!SURROGATE.test(left) && !SURROGATE.test(right)) return a < b ? -1 : 1;
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
