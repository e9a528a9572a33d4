import type { Readable } from "node:stream";
import { tooLarge } from "../../api/status.ts";

/**
 * How much of a refused body is still read and dropped, in bytes: a client that is cut off in the middle of sending
 * would not see why.
 */
const PATIENCE = 16 << 20;

/**
 * The whole body, or a refusal; what is left of a refused body is thrown away.
 * `isComplete` is asked when the stream has ended: did all of it come?
 */
export function readBody(
  stream: Readable,
  contentLength: string | undefined,
  limit: number,
  isComplete: () => boolean,
): Promise<Uint8Array> {
  if (Number(contentLength) > limit) {
    discard(stream);
    return Promise.reject(tooLarge(`limit is ${limit}`));
  }
  return new Promise((resolve, reject) => {
    const gathered = new Gathered();
    const stop = () => {
      stream.off("data", onData).off("end", onEnd).off("close", onCut).off("aborted", onCut);
    };
    const onData = (chunk: Buffer) => {
      gathered.add(chunk);
      if (gathered.size <= limit) return;
      stop();
      discard(stream);
      reject(tooLarge(`limit is ${limit}`));
    };
    const onEnd = () => {
      stop();
      if (!isComplete()) reject(cutShort());
      else resolve(gathered.bytes());
    };
    const onCut = () => {
      stop();
      reject(cutShort());
    };
    if (stream.destroyed) return reject(cutShort());
    stream.on("data", onData).on("end", onEnd).on("close", onCut).on("aborted", onCut);
  });
}

const FIRST_CAPACITY = 64 << 10;

/** Bytes that come in chunks. One by one they would take a hundred times their room: only a single one is kept as it is. */
class Gathered {
  size = 0;
  #bytes: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    const before = this.size;
    this.size += chunk.byteLength;
    if (before === 0) {
      this.#bytes = chunk;
      return;
    }
    if (this.size > this.#bytes.byteLength) {
      const wider = Buffer.allocUnsafeSlow(Math.max(2 * this.size, FIRST_CAPACITY));
      this.#bytes.copy(wider, 0, 0, before);
      this.#bytes = wider;
    }
    chunk.copy(this.#bytes, before);
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.size);
  }
}

const cutShort = (): Error => new Error("unexpected EOF");

function discard(stream: Readable): void {
  let dropped = 0;
  stream.on("data", (chunk: Buffer) => {
    dropped += chunk.byteLength;
    if (dropped > PATIENCE) stream.destroy();
  });
}
