import type { Socket } from "node:net";
import { endsOf } from "./connector.ts";
import type { Ends } from "./go-error.ts";

/** Facts about a connection that failed: undici's own errors contain less than Go's texts need. */
export interface Facts {
  readonly ends: Ends;
  /** Returns the first bytes of the response in progress; empty if none came. */
  head(): Buffer;
  /** Returns the first error of the connection; undici may report only a consequence of it. */
  trouble(): Error | undefined;
}

/** Maximum number of bytes kept of a response head: enough for every head that an error can quote. */
const HEAD_BYTES = 16_384;

/**
 * Records the first bytes of each response on a connection, and attaches the facts to the error that ends it.
 * undici reads with `read()` and writes the head of each request with `write()`: these calls separate one
 * response from the next.
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
 * Returns a response without its `100 Continue`. A server may send one without a request for it (RFC 9110,
 * 15.2.1); Go's client ignores it, and undici fails. Only a `100 Continue` that arrived in one piece is
 * found.
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
