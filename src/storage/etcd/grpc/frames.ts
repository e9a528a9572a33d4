import { CODE, GrpcError } from "./grpc-error.ts";

/** Length of a gRPC frame header, in bytes: one byte for the compression, four for the length of the message. */
export const HEAD_BYTES = 5;

/** Writes the header, and returns the start of the message. */
export function writeHead(to: Buffer, length: number): number {
  to[0] = 0;
  return to.writeUInt32BE(length, 1);
}

/** A message with the header of gRPC, not compressed. */
export function frameOf(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(HEAD_BYTES + message.length);
  frame.set(message, writeHead(frame, message.length));
  return frame;
}

/** Puts messages together from the pieces in which they arrive. */
export class FrameReader {
  readonly #limit: number;
  #pieces: Buffer[] = [];
  #size = 0;
  /** Number of bytes needed before the next frame can be read. */
  #needed = HEAD_BYTES;

  /** `limit`: no message has more bytes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The messages that are whole now. Throws a GrpcError for what is no message. */
  push(piece: Buffer): Buffer[] {
    this.#pieces.push(piece);
    this.#size += piece.length;
    if (this.#size < this.#needed) return [];
    const bytes = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces, this.#size);
    const messages: Buffer[] = [];
    let at = 0;
    for (let end = this.#endOf(bytes, at); end <= bytes.length; end = this.#endOf(bytes, at)) {
      messages.push(bytes.subarray(at + HEAD_BYTES, end));
      at = end;
    }
    this.#keep(bytes, at);
    return messages;
  }

  #keep(bytes: Buffer, at: number): void {
    const rest = bytes.subarray(at);
    this.#pieces = rest.length === 0 ? [] : [rest];
    this.#size = rest.length;
    this.#needed = this.#endOf(rest, 0);
  }

  /** Returns the end of the message that begins at `at`, or the end of its header while that is incomplete. */
  #endOf(bytes: Buffer, at: number): number {
    if (bytes.length - at < HEAD_BYTES) return at + HEAD_BYTES;
    if (bytes[at] !== 0)
      throw new GrpcError(CODE.unknown, "the message is compressed, which this client did not request");
    const length = bytes.readUInt32BE(at + 1);
    if (length > this.#limit)
      throw new GrpcError(
        CODE.resourceExhausted,
        `the message has ${length} bytes, more than ${this.#limit}`,
      );
    return at + HEAD_BYTES + length;
  }
}
