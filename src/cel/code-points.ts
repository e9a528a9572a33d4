import { stringSize } from "./values.ts";

const SURROGATE = /[\ud800-\udbff]/;

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
