/** Random choices that are the same for the same seed. */
export class Random {
  #state: number;

  /** `seed`: any text. */
  constructor(seed: string) {
    this.#state = hash(seed);
  }

  /** A number from 0 up to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** An integer from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)];
    if (found === undefined && list.length === 0) throw new Error("nothing to pick from");
    return found as T;
  }

  /** Some of a list, in its order. */
  some<T>(list: readonly T[], most = list.length): T[] {
    const count = Math.min(this.int(0, most), list.length);
    return this.shuffled(list).slice(0, count);
  }

  shuffled<T>(list: readonly T[]): T[] {
    const copy = [...list];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
    }
    return copy;
  }

  times<T>(low: number, high: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.int(low, high) }, (_, index) => make(index));
  }
}

/** FNV-1a, with the bits spread afterwards: seeds that differ in one digit must not begin alike. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value ^= value >>> 16;
  value = Math.imul(value, 0x85ebca6b);
  return value ^ (value >>> 13);
}
