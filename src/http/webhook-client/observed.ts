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
  let begun = false;
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
    if (begun || !Buffer.isBuffer(piece)) return piece;
    const rest = afterInvitations(piece);
    begun = rest.length > 0;
    return begun ? rest : socket.read();
  };
  socket.write = ((...args: Parameters<Socket["write"]>) => {
    if (size > 0) {
      pieces = [];
      size = 0;
      begun = false;
    }
    return write(...args);
  }) as Socket["write"];
  socket.destroy = (error?: Error) => {
    if (error !== undefined) note(error);
    return destroy(error);
  };
  socket.prependListener("error", note);
}

const INVITATION = /^HTTP\/1\.1 100[ \r][^\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/;

/**
 * An answer without what says that the body may be sent: a server may say it unasked (RFC 9110, 15.2.1), Go's client passes
 * over it, and undici breaks off. Only one that came in one piece is found.
 */
function afterInvitations(piece: Buffer): Buffer {
  let rest = piece;
  while (rest.subarray(0, 12).equals(CONTINUE)) {
    const length = INVITATION.exec(rest.toString("latin1", 0, 1024))?.[0].length;
    if (length === undefined) return rest;
    rest = rest.subarray(length);
  }
  return rest;
}

const CONTINUE = Buffer.from("HTTP/1.1 100");
