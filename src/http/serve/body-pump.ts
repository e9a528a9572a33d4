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
  readonly until?: number;
  /** Breaks the response off, so that the client does not treat it as complete. */
  breakOff(): void;
  /** Receives the error of the iterable, before the response is broken off. */
  failed(error: unknown): void;
}

/** Writes the pieces of a body as they come; waits while the client does not read. */
export function pump(body: Iterable<Chunk> | AsyncIterable<Chunk>, sink: Sink): Pump {
  const { out } = sink;
  const iterator = Symbol.asyncIterator in body ? body[Symbol.asyncIterator]() : body[Symbol.iterator]();
  let over = false;
  let through = (): void => {};

  const release = () => {
    const released = async () => iterator.return?.();
    released().catch(() => {});
  };
  const finish = () => {
    through();
    if (over) return false;
    over = true;
    return true;
  };
  const fail = (error: unknown) => {
    if (!finish()) return;
    sink.failed(error);
    sink.breakOff();
  };
  const wait = (piece: Chunk) => {
    through = sink.unsent.add(piece.length, () => sink.breakOff(), sink.until);
    out.once("drain", () => {
      through();
      next();
    });
  };
  const take = (result: IteratorResult<Chunk>) => {
    if (over) return;
    if (result.done === true) {
      over = true;
      through = sink.unsent.add(out.writableLength, () => sink.breakOff(), sink.until);
      out.end();
    } else if (result.value.length === 0 || out.write(result.value)) next();
    else wait(result.value);
  };
  const step = async () => take(await iterator.next());
  const next = () => {
    if (!over) step().catch(fail);
  };
  next();
  return {
    stop: () => {
      if (!finish()) return;
      out.end();
      release();
    },
    abandon: () => {
      if (finish()) release();
    },
  };
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
