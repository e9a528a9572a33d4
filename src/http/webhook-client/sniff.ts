import type { Socket } from "node:net";
import { Duplex } from "node:stream";

/** Forwards a connection and keeps the first bytes that came. */
export class Sniffer extends Duplex {
  readonly #socket: Socket;
  #first = Buffer.alloc(0);

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => {
      if (this.#first.length < 16) this.#first = Buffer.concat([this.#first, chunk.subarray(0, 16)]);
      if (!this.push(chunk)) socket.pause();
    });
    socket.on("end", () => this.push(null));
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.destroy());
  }

  /** First bytes that came, at most 31. */
  get first(): Buffer {
    return this.#first;
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
