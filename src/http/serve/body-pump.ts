import type { Writable } from "node:stream";
import { isStream, type ServerResponse } from "../../api/exchange.ts";
import type { Unsent } from "./unsent.ts";

/** An answer under way whose pieces come from an iterable. */
export interface Pump {
  /** Ends the answer in good order after the piece that is being written; the iterator is told by `return()`. */
  stop(): void;
  /** The client is gone: writes no more. */
  abandon(): void;
}

type Chunk = Uint8Array | string;

/** Where the pieces of a body go. */
export interface Sink {
  readonly out: Writable;
  /** What a client has not taken yet, and until when it has to be done; absent: each piece has its own time. */
  readonly unsent: Unsent;
  readonly until?: number;
  /** Breaks the answer off, so that the client does not take it for whole. */
  breakOff(): void;
  /** Told what the iterable threw, before the answer is broken off. */
  failed(error: unknown): void;
}

/** Writes the pieces of a body as they come, never more than the client takes. */
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

/** The client left while the handler worked: a stream that nobody will read still has to be released. */
export function abandonUnsent({ body, connection }: ServerResponse): void {
  connection?.destroy();
  if (!isStream(body)) return;
  const release = async () => body[Symbol.asyncIterator]().return?.();
  release().catch(() => {});
}
