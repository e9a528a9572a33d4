import type { EncodeBatch } from "./encode-batch.ts";
import type { WatchEvent } from "./events.ts";
import type { Queue } from "./queue.ts";

const NONE: readonly never[] = [];
const DONE: IteratorResult<Uint8Array, undefined> = { value: undefined, done: true };

/** Resolves when a watch may continue after `bytes` of the initial events; undefined: immediately. */
export type Pace = (bytes: number) => Promise<void> | undefined;

const AT_ONCE: Pace = () => undefined;

/**
 * The body of a watch: encoded events of the queue until the queue ends, an event cannot be encoded,
 * or the reader leaves. It uses no nested generators: each piece would pass through three of them, with a
 * dozen promises for each watcher. Also, a generator detects that its reader has left only with its next
 * event.
 *
 * `pace` is for the initial events, which may be as long as a list. Later events are not delayed.
 */
export class EncodedEvents implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array, undefined> {
  readonly #queue: Queue<WatchEvent>;
  readonly #encode: EncodeBatch;
  readonly #pace: Pace;
  #events: readonly WatchEvent[] = NONE;
  #chunks: readonly Uint8Array[] = NONE;
  #at = 0;
  #over = false;
  /** Initial events that are not encoded yet. */
  #ofStart: number;
  /** Bytes of initial events since the last turn. */
  #handed = 0;

  constructor(queue: Queue<WatchEvent>, encode: EncodeBatch, pace: Pace = AT_ONCE) {
    this.#queue = queue;
    this.#encode = encode;
    this.#pace = pace;
    this.#ofStart = queue.filled;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    for (;;) {
      const chunk = this.#chunks[this.#at++];
      if (chunk !== undefined) return { value: chunk, done: false };
      if (this.#over) return this.return();
      while (this.#events.length === 0) {
        const waiting = this.#queue.take();
        if (waiting !== undefined) this.#events = waiting;
        else if (this.#queue.hasEnded) return this.return();
        else await this.#queue.change();
      }
      const turn = this.#ofStart > 0 ? this.#pace(this.#handed) : undefined;
      if (turn !== undefined) {
        await turn;
        this.#handed = 0;
      }
      this.#encodeMore();
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#events = NONE;
    this.#chunks = NONE;
    this.#queue.leave();
    return DONE;
  }

  #encodeMore(): void {
    try {
      const { chunks, taken, over } = this.#encode(this.#events);
      this.#events = this.#events.slice(taken);
      this.#chunks = chunks;
      this.#over = over;
      this.#at = 0;
      this.#ofStart -= taken;
      for (const chunk of chunks) this.#handed += chunk.byteLength;
    } catch (error) {
      this.#queue.leave();
      throw error;
    }
  }
}
