import type { Writable } from "node:stream";

/** An answer under way whose pieces come from an iterable. */
export interface Pump {
  /** Ends the answer in good order after the piece that is being written; the iterator is told by `return()`. */
  stop(): void;
  /** The client is gone: writes no more. */
  abandon(): void;
}

type Chunk = Uint8Array | string;

/**
 * Writes the pieces of a body as they come, never more than the client takes. An iterable that throws breaks the answer off (`onFailure`), so that the client does not take it for whole.
 */
export function pump(body: AsyncIterable<Chunk>, out: Writable, onFailure: (error: unknown) => void): Pump {
  const iterator = body[Symbol.asyncIterator]();
  let over = false;

  const release = () => {
    const released = async () => iterator.return?.();
    released().catch(() => {});
  };
  const finish = () => {
    if (over) return false;
    over = true;
    return true;
  };
  const fail = (error: unknown) => {
    if (finish()) onFailure(error);
  };
  const take = (result: IteratorResult<Chunk>) => {
    if (over) return;
    if (result.done === true) {
      over = true;
      out.end();
    } else if (result.value.length === 0 || out.write(result.value)) next();
    else out.once("drain", next);
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
