import type { Duplex } from "node:stream";

const [HEAD, BODY, PREFIX] = [0, 4, 8];

/** Sends messages: each is a head in JSON and a body of bytes, with their lengths before them. */
export class FrameWriter<H> {
  readonly #stream: Duplex;
  #isCorked = false;

  constructor(stream: Duplex) {
    this.#stream = stream;
  }

  /** The pieces one after the other are the body. Messages of one turn of the event loop are sent together. */
  send(head: H, pieces: readonly Uint8Array[] = []): void {
    const text = Buffer.from(JSON.stringify(head));
    const start = Buffer.allocUnsafe(PREFIX);
    start.writeUInt32BE(text.length, HEAD);
    start.writeUInt32BE(
      pieces.reduce((sum, piece) => sum + piece.length, 0),
      BODY,
    );
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#stream.cork();
      setImmediate(() => {
        this.#isCorked = false;
        this.#stream.uncork();
      });
    }
    this.#stream.write(Buffer.concat([start, text]));
    for (const piece of pieces) this.#stream.write(piece);
  }
}

/** Calls `take` for each message that has arrived. The body is valid during this call only. */
export function readFrames<H>(stream: Duplex, take: (head: H, body: Buffer) => void): void {
  let chunks: Buffer[] = [];
  let length = 0;
  let needed = PREFIX;
  stream.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length < needed) return;
    const bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    let at = 0;
    for (needed = PREFIX; bytes.length - at >= needed; needed = PREFIX) {
      const [head, body] = [bytes.readUInt32BE(at + HEAD), bytes.readUInt32BE(at + BODY)];
      needed = PREFIX + head + body;
      if (bytes.length - at < needed) break;
      const middle = at + PREFIX + head;
      take(
        JSON.parse(bytes.toString("utf8", at + PREFIX, middle)) as H,
        bytes.subarray(middle, middle + body),
      );
      at += needed;
    }
    chunks = at === bytes.length ? [] : [bytes.subarray(at)];
    length = bytes.length - at;
  });
}
