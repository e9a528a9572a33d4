import { hash } from "node:crypto";
import { ownCopy } from "./remembered.ts";

/** Bounds of a cache. */
export interface CacheBounds<V> {
  readonly entries: number;
  /** Most bytes of all values together; absent: values have no size worth counting. */
  readonly bytes?: number;
  /** About how many bytes a value has. Default: none. */
  readonly sizeOf?: (value: V) => number;
  /** The clock of `until`, in milliseconds. Default: entries have no end. */
  readonly now?: () => number;
}

interface Entry<V> {
  readonly value: V;
  readonly size: number;
  readonly until: number;
}

/** Characters of a SHA-256 in hexadecimal. Shorter keys are kept as they are, so that no key equals the hash of another. */
const HASH_LENGTH = 64;

/**
 * Values by keys that a client may choose. A key takes at most 64 characters: a longer one is replaced by its SHA-256. An
 * entry that is over, or that the bounds have no room for, is removed when a later one is set, the oldest first. A value that is
 * larger than all of the room is not kept.
 */
export class BoundedCache<V> {
  readonly #bounds: CacheBounds<V>;
  readonly #known = new Map<string, Entry<V>>();
  #bytes = 0;

  constructor(bounds: CacheBounds<V>) {
    this.#bounds = bounds;
  }

  /** Entries that are kept, with those whose time is over. */
  get size(): number {
    return this.#known.size;
  }

  get(key: string): V | undefined {
    const known = this.#known.get(shortKey(key));
    return known === undefined || this.#isOver(known) ? undefined : known.value;
  }

  /** The entry becomes the newest one. `until`: a time of the cache's clock. Default: it has no end. */
  set(key: string, value: V, until = Number.POSITIVE_INFINITY): void {
    const short = shortKey(key);
    this.#remove(short);
    const size = this.#bounds.sizeOf?.(value) ?? 0;
    if (size > this.#mostBytes) return;
    this.#known.set(short === key ? ownCopy(key) : short, { value, size, until });
    this.#bytes += size;
    this.#shrink();
  }

  delete(key: string): void {
    this.#remove(shortKey(key));
  }

  get #mostBytes(): number {
    return this.#bounds.bytes ?? Number.POSITIVE_INFINITY;
  }

  #isOver({ until }: Entry<V>): boolean {
    return this.#bounds.now !== undefined && until <= this.#bounds.now();
  }

  #shrink(): void {
    for (const [key, entry] of this.#known) {
      const fits = this.#known.size <= this.#bounds.entries && this.#bytes <= this.#mostBytes;
      if (fits && !this.#isOver(entry)) return;
      this.#remove(key);
    }
  }

  #remove(key: string): void {
    this.#bytes -= this.#known.get(key)?.size ?? 0;
    this.#known.delete(key);
  }
}

const shortKey = (key: string): string => (key.length < HASH_LENGTH ? key : hash("sha256", key, "hex"));
