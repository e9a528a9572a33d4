import type { Writable } from "node:stream";
import { isStream, type ServerResponse } from "../../api/exchange/exchange.ts";
import type { Unsent } from "./unsent.ts";

/** A response in progress whose body comes from an iterable. */
export interface Pump {
  /**
   * Ends the response in good order after the piece that is being written, and calls the iterator's
   * `return()`.
   */
  stop(): void;
  /** Stops writing because the client has gone. */
  abandon(): void;
}

type Chunk = Uint8Array | string;

/** Destination of the pieces of a body. */
export interface Sink {
  readonly out: Writable;
  /** Counts the bytes that the client has not received yet. */
  readonly unsent: Unsent;
  /** Time at which the whole body has to be received; absent: each piece has its own time limit. */
  readonly until?: number | undefined;
  /** Breaks the response off, so that the client does not treat it as complete. */
  breakOff(): void;
  /** Receives the error of the iterable, before the response is broken off. */
  failed(error: unknown): void;
}

/** Writes the pieces of a body as they come; waits while the client does not read. */
export function pump(body: Iterable<Chunk> | AsyncIterable<Chunk>, sink: Sink): Pump {
  const pumping = new Pumping(body, sink);
  pumping.next();
  return pumping;
}

const nothing = (): void => {};

/** A class, and not closures: a server has thousands of idle watches. */
class Pumping implements Pump {
  readonly #iterator: Iterator<Chunk> | AsyncIterator<Chunk>;
  readonly #sink: Sink;
  #isOver = false;
  #through = nothing;

  constructor(body: Iterable<Chunk> | AsyncIterable<Chunk>, sink: Sink) {
    this.#iterator = Symbol.asyncIterator in body ? body[Symbol.asyncIterator]() : body[Symbol.iterator]();
    this.#sink = sink;
  }

  next(): void {
    if (!this.#isOver) this.#step().catch((error: unknown) => this.#fail(error));
  }

  stop(): void {
    if (!this.#finish()) return;
    this.#sink.out.end();
    this.#release();
  }

  abandon(): void {
    if (this.#finish()) this.#release();
  }

  async #step(): Promise<void> {
    const { done, value } = await this.#iterator.next();
    if (this.#isOver) return;
    if (done === true) this.#end();
    else if (value.length === 0 || this.#sink.out.write(value)) this.next();
    else this.#wait(value);
  }

  #end(): void {
    const { out, unsent, until } = this.#sink;
    this.#isOver = true;
    this.#through = unsent.add(out.writableLength, () => this.#sink.breakOff(), until);
    out.end();
  }

  #wait(piece: Chunk): void {
    const { out, unsent, until } = this.#sink;
    this.#through = unsent.add(piece.length, () => this.#sink.breakOff(), until);
    out.once("drain", () => {
      this.#through();
      this.next();
    });
  }

  /** Returns false if it was over before. */
  #finish(): boolean {
    this.#through();
    if (this.#isOver) return false;
    this.#isOver = true;
    return true;
  }

  #fail(error: unknown): void {
    if (!this.#finish()) return;
    this.#sink.failed(error);
    this.#sink.breakOff();
  }

  #release(): void {
    const released = async () => this.#iterator.return?.();
    released().catch(() => {});
  }
}

/**
 * Releases the body of a response whose client left before it was sent: an open stream has to be released
 * even if it is never read.
 */
export function abandonUnsent({ body, connection }: ServerResponse): void {
  connection?.destroy();
  if (!isStream(body)) return;
  const release = async () => body[Symbol.asyncIterator]().return?.();
  release().catch(() => {});
}
