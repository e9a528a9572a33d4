import type { RequestContext } from "../server/request-context.ts";

/** A finished request, while it is kept. */
export interface Remembered {
  readonly context: RequestContext;
  readonly status: number;
  /** Sequence number among all requests of this server; later requests have greater numbers. */
  readonly sequence: number;
  /** Duration from the arrival to the response. */
  readonly milliseconds: number;
}

/**
 * Limit for the texts of all objects of remembered requests together, in bytes. Parsed objects use many times this
 * memory.
 */
const MOST_BYTES = 4 << 20;

const valueBytes = ({ context }: Remembered): number => context.valueBytes;

/** Ring of the newest requests, limited by number and by size. */
export class RememberedRing {
  #most: number;
  readonly #mostBytes: number;
  readonly #sizeOf: (request: Remembered) => number;
  #kept: Remembered[] = [];
  #bytes = 0;
  #lastDropped = 0;

  /** `sizeOf`: bytes of a request that count, at most `mostBytes` together. Default: those of its objects. */
  constructor(most: number, mostBytes = MOST_BYTES, sizeOf = valueBytes) {
    this.#most = most;
    this.#mostBytes = mostBytes;
    this.#sizeOf = sizeOf;
  }

  /** The greatest sequence number that is no longer kept; 0 if all are kept. */
  get lastDropped(): number {
    return this.#lastDropped;
  }

  /** Changes the limit. */
  resize(most: number): void {
    this.#most = most;
    this.#dropOld();
  }

  add(request: Remembered): void {
    this.#kept.push(request);
    this.#bytes += this.#sizeOf(request);
    this.#dropOld();
  }

  findLast(isMeant: (request: Remembered) => boolean): Remembered | undefined {
    return this.#kept.findLast(isMeant);
  }

  /** Returns at most `most` requests after this sequence number, the oldest first. */
  after(sequence: number, most: number): readonly Remembered[] {
    let from = this.#kept.length;
    while (from > 0 && (this.#kept[from - 1]?.sequence ?? 0) > sequence) from--;
    return this.#kept.slice(from, from + most);
  }

  /** Removes several at a time, because removing from the start moves all that follow. */
  #dropOld(): void {
    let drop = 0;
    const isFull = (): boolean => this.#kept.length - drop > this.#most || this.#bytes > this.#mostBytes;
    for (let one = this.#kept[drop]; one !== undefined && isFull(); one = this.#kept[++drop])
      this.#bytes -= this.#sizeOf(one);
    if (drop === 0) return;
    this.#lastDropped = this.#kept[drop - 1]?.sequence ?? 0;
    this.#kept.splice(0, drop);
  }
}
