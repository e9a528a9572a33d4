import type { Change } from "../storage.ts";
import type { Slot, Version } from "./slot.ts";

/** A change that is still remembered. `time` is the clock's when it was committed, in milliseconds. */
export interface Remembered {
  readonly change: Change;
  readonly slot: Slot;
  readonly version: Version;
  readonly time: number;
}

/** The changes that are still remembered, in revision order: a queue with binary search. */
export class History {
  #items: (Remembered | undefined)[] = [];
  #start = 0;
  #bytes = 0;

  /** Size of the documents of all changes, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#items.length - this.#start;
  }

  get oldest(): Remembered | undefined {
    return this.#items[this.#start];
  }

  push(item: Remembered): void {
    this.#items.push(item);
    this.#bytes += sizeOf(item);
  }

  /** Forgets the oldest. */
  shift(): void {
    const { oldest } = this;
    if (oldest !== undefined) this.#bytes -= sizeOf(oldest);
    this.#items[this.#start++] = undefined;
    if (this.#start < 1024 || this.#start * 2 < this.#items.length) return;
    this.#items = this.#items.slice(this.#start);
    this.#start = 0;
  }

  /** Returns the number of changes above this revision. */
  countSince(revision: number): number {
    return this.#items.length - this.#firstAfter(revision);
  }

  /** Walks the changes with a revision above this one, oldest first. */
  forEachSince(revision: number, visit: (change: Change) => void): void {
    for (let i = this.#firstAfter(revision); i < this.#items.length; i++) {
      const item = this.#items[i];
      if (item !== undefined) visit(item.change);
    }
  }

  #firstAfter(revision: number): number {
    let low = this.#start;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#items[middle]?.change.revision ?? 0) > revision) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

const sizeOf = ({ change }: Remembered): number => change.entry.document.bytes.length;
