/**
 * Maximum number of values in one body: members of objects and items of lists, at all depths together. A write spends
 * some microseconds on each value, during which the event loop serves no other request. An object for which the
 * reference still records managed fields has about 50,000 values at most, because etcd accepts no more than 1.5 MiB.
 */
export const MAX_VALUES = 100_000;

/** Error about a text with more than `MAX_VALUES` values. */
export class TooManyValuesError extends Error {
  constructor() {
    super(`limit is ${MAX_VALUES} values`);
    this.name = "TooManyValuesError";
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Approximate number of values in a JSON text: the count of commas, lists and objects. It does not check the syntax.
 * Takes half a microsecond per kilobyte.
 */
export function countValues(bytes: Uint8Array): number {
  const end = bytes.length;
  let count = 0;
  for (let i = 0; i < end; i++) {
    const c = bytes[i];
    if (c === QUOTE) {
      for (i++; i < end && bytes[i] !== QUOTE; i++) if (bytes[i] === BACKSLASH) i++;
    } else if (c === COMMA || c === 0x7b || c === 0x5b) count++;
  }
  return count;
}
