import type { Json } from "./value.ts";

/** Approximate size of a value's JSON text, computed without encoding it. */
export interface RoughSize {
  /**
   * Characters of keys and texts, with quotes and separators. Escapes and additional bytes of characters beyond ASCII
   * are not counted.
   */
  length: number;
  /** Members of objects and items of lists, at all depths. */
  values: number;
}

/** Assumed length of numbers, true, false and null, with a separator. */
const SHORT = 5;
/** Length of two quotation marks, a colon and a comma. */
const AROUND = 4;

/** Adds a value to a size. This is some twenty times faster than encoding it. */
export function addSize(value: Json | undefined, size: RoughSize): RoughSize {
  if (typeof value === "string") size.length += value.length + AROUND;
  else if (typeof value !== "object" || value === null) size.length += SHORT;
  else if (Array.isArray(value)) {
    for (const item of value) addMember(item, size);
  } else {
    for (const key in value) {
      size.length += key.length + AROUND;
      addMember(value[key], size);
    }
  }
  return size;
}

function addMember(member: Json | undefined, size: RoughSize): void {
  size.values++;
  addSize(member, size);
}
