import { compareKeyBytes } from "../api/object/key-order.ts";
import { compareUnits, needsBytewise } from "./key-order.ts";

const CHUNK = 512;

/**
 * Items sorted by key (in the order of their UTF-8 bytes), in chunks of at most 512: search is logarithmic, an insert
 * moves a few hundred pointers at most, and the rank of a position adds up the sizes of the chunks before it.
 */
export class SortedKeys<T extends { readonly key: string }> {
  #chunks: T[][] = [];
  #size = 0;
  #compare = compareUnits;
  /** Last item that was found: the writes to a namespace look for the same one. */
  #found: T | undefined;

  get size(): number {
    return this.#size;
  }

  get(key: string): T | undefined {
    if (this.#found?.key === key) return this.#found;
    const at = this.#seek((other) => this.#compare(other, key) >= 0);
    const item = this.#chunks[at.chunk]?.[at.index];
    if (item?.key !== key) return undefined;
    this.#found = item;
    return item;
  }

  /** Adds an item whose key is not there yet. */
  insert(item: T): void {
    // The two orders agree on all keys so far, so the change needs no new sorting.
    if (this.#compare === compareUnits && needsBytewise(item.key)) this.#compare = compareKeyBytes;
    this.#size++;
    const at = this.#placeFor(item.key);
    const chunk = this.#chunks[at.chunk];
    if (chunk === undefined) this.#chunks.push([item]);
    else {
      chunk.splice(at.index, 0, item);
      if (chunk.length > CHUNK) this.#split(at.chunk, at.index === chunk.length - 1);
    }
  }

  /** Removes the item with this key, if there is one. */
  delete(key: string): void {
    const at = this.#seek((other) => this.#compare(other, key) >= 0);
    const chunk = this.#chunks[at.chunk];
    if (chunk === undefined || chunk[at.index]?.key !== key) return;
    this.#found = undefined;
    this.#size--;
    chunk.splice(at.index, 1);
    if (chunk.length === 0) this.#chunks.splice(at.chunk, 1);
  }

  /** The items under a prefix that come after a key (exclusive; absent: all of them). */
  range(prefix: string, after?: string): SortedRange<T> {
    const compare = this.#compare;
    const start =
      after !== undefined && compare(after, prefix) >= 0
        ? this.#seek((key) => compare(key, after) > 0)
        : this.#seek((key) => compare(key, prefix) >= 0);
    const end = this.#seek((key) => compare(key, prefix) > 0 && !key.startsWith(prefix));
    return new SortedRange(this.#chunks, start, end);
  }

  /** Negative, zero or positive: the order of two keys here. */
  compare(a: string, b: string): number {
    return this.#compare(a, b);
  }

  /**
   * Returns the position for a new key: never beyond the end of an existing chunk, so that keys in ascending
   * order fill the last one.
   */
  #placeFor(key: string): Position {
    const newest = this.#chunks.at(-1);
    const last = newest?.at(-1);
    if (newest !== undefined && last !== undefined && this.#compare(last.key, key) < 0)
      return { chunk: this.#chunks.length - 1, index: newest.length };
    return this.#seek((other) => this.#compare(other, key) >= 0);
  }

  /** The first position whose key passes; `reached` must be false before it and true from there on. */
  #seek(reached: (key: string) => boolean): Position {
    const chunk = firstIndex(this.#chunks.length, (i) => reached(this.#chunks[i]?.at(-1)?.key ?? ""));
    const items = this.#chunks[chunk];
    if (items === undefined) return { chunk, index: 0 };
    return { chunk, index: firstIndex(items.length, (i) => reached(items[i]?.key ?? "")) };
  }

  /** Ascending inserts leave full chunks behind; others leave halves. */
  #split(index: number, appended: boolean): void {
    const chunk = this.#chunks[index] ?? [];
    this.#chunks.splice(index + 1, 0, chunk.splice(appended ? chunk.length - 1 : chunk.length >> 1));
  }
}

/** A stretch of a `SortedKeys`, valid until the next change of it. */
export class SortedRange<T> {
  readonly #chunks: readonly (readonly T[])[];
  readonly #end: Position;
  #chunk: number;
  #index: number;

  constructor(chunks: readonly (readonly T[])[], start: Position, end: Position) {
    this.#chunks = chunks;
    this.#chunk = start.chunk;
    this.#index = start.index;
    this.#end = end;
  }

  /** The item at hand, or undefined at the end. */
  peek(): T | undefined {
    if (this.#chunk > this.#end.chunk) return undefined;
    if (this.#chunk === this.#end.chunk && this.#index >= this.#end.index) return undefined;
    return this.#chunks[this.#chunk]?.[this.#index];
  }

  /** Steps over the item at hand. */
  advance(): void {
    this.#index++;
    if (this.#index < (this.#chunks[this.#chunk]?.length ?? 0)) return;
    this.#chunk++;
    this.#index = 0;
  }

  /** Returns the number of items from here to the end. */
  remaining(): number {
    if (this.#chunk > this.#end.chunk) return 0;
    let count = this.#end.index - this.#index;
    for (let i = this.#chunk; i < this.#end.chunk; i++) count += this.#chunks[i]?.length ?? 0;
    return Math.max(0, count);
  }
}

interface Position {
  readonly chunk: number;
  readonly index: number;
}

function firstIndex(length: number, reached: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (reached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
