import type { RequestEvent } from "../../../explain/stream/request-event.ts";
import { type Row, rowOf } from "./row.ts";
import { searchText } from "./row-filter.ts";

/** A row with its place in the order of arrival. */
export interface KeptRow {
  /** Counts from 1, over all rows of this process. */
  readonly sequence: number;
  readonly row: Row;
  /** Its `searchText`. */
  readonly text: string;
}

/** Number of rows that are removed together, so that not each new row moves all others. */
const DROP = 1_000;

/**
 * A server measures a request from its first byte, and notes its arrival a moment later. So the time of a response, their sum, may
 * seem to be later than that of the next response.
 */
const MOST_LATE_MS = 1_000;
const isInverted = (ms: number): boolean => ms > 0 && ms < MOST_LATE_MS;

/** The newest rows, at most `most` and a few more. */
export class KeptRows {
  readonly #most: number;
  #rows: KeptRow[] = [];
  #last = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Number of rows that are kept. */
  get count(): number {
    return this.#rows.length;
  }

  /** Sequence number of the newest row; 0 if there was none. */
  get last(): number {
    return this.#last;
  }

  add(event: RequestEvent): void {
    const own = rowOf(event);
    const { time } = this.#rows.at(-1)?.row ?? own;
    const row = isInverted(time - own.time) ? { ...own, time } : own;
    this.#rows.push({ sequence: ++this.#last, row, text: searchText(row) });
    if (this.#rows.length >= this.#most + DROP) this.#rows = this.#rows.slice(-this.#most);
  }

  /** Returns the rows after a sequence number, the oldest first. */
  after(sequence: number): readonly KeptRow[] {
    const missing = Math.max(0, sequence - (this.#last - this.#rows.length));
    return missing === 0 ? this.#rows : this.#rows.slice(missing);
  }
}
