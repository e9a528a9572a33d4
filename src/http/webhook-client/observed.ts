import type { Socket } from "node:net";
import { endsOf } from "./connector.ts";
import type { Ends } from "./go-error.ts";

/** What is known of a connection when it fails: undici's own errors tell less than Go's texts need. */
export interface Facts {
  readonly ends: Ends;
  /** The first bytes that came in answer to the request under way; empty when none came. */
  head(): Buffer;
  /** What went wrong first; what undici reports may only be its consequence. */
  trouble(): Error | undefined;
}

/** Enough to hold the head of any answer worth quoting. */
const HEAD_BYTES = 16_384;

/**
 * Remembers the first bytes of each answer on a connection, and attaches what is known to the error that ends it.
 * undici reads by `read()` and writes the head of each request by `write()`: those two tell one answer from the next.
 */
export function observe(socket: Socket, facts: WeakMap<Error, Facts>): void {
  const ends = endsOf(socket);
  let pieces: Buffer[] = [];
  let size = 0;
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  const destroy = socket.destroy.bind(socket);
  let trouble: Error | undefined;
  const known: Facts = { ends, head: () => Buffer.concat(pieces), trouble: () => trouble };
  const note = (error: Error) => {
    trouble ??= error;
    facts.set(error, known);
  };

  socket.read = (length?: number) => {
    const piece: unknown = read(length);
    if (size < HEAD_BYTES && Buffer.isBuffer(piece)) {
      pieces.push(piece);
      size += piece.length;
    }
    return piece;
  };
  socket.write = ((...args: Parameters<Socket["write"]>) => {
    if (size > 0) {
      pieces = [];
      size = 0;
    }
    return write(...args);
  }) as Socket["write"];
  socket.destroy = (error?: Error) => {
    if (error !== undefined) note(error);
    return destroy(error);
  };
  socket.prependListener("error", note);
}
