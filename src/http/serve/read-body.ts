import type { Readable } from "node:stream";
import { tooLarge } from "../../api/status.ts";

/**
 * How much of a refused body is still read and dropped, in bytes: a client that is cut off in the middle of sending
 * would not see why.
 */
const PATIENCE = 16 << 20;

/** The whole body, or a refusal; what is left of a refused body is thrown away. */
export function readBody(
  stream: Readable,
  contentLength: string | undefined,
  limit: number,
): Promise<Uint8Array> {
  if (Number(contentLength) > limit) {
    discard(stream);
    return Promise.reject(tooLarge(`limit is ${limit}`));
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = () => {
      stream.off("data", onData).off("end", onEnd).off("close", onCut).off("aborted", onCut);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.byteLength;
      chunks.push(chunk);
      if (size <= limit) return;
      stop();
      discard(stream);
      reject(tooLarge(`limit is ${limit}`));
    };
    const onEnd = () => {
      stop();
      // HTTP/2 streams also `end` when the client resets them in the middle of a body.
      if (wasCut(stream)) reject(cutShort());
      else resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size));
    };
    const onCut = () => {
      stop();
      reject(cutShort());
    };
    if (stream.destroyed || wasCut(stream)) return reject(cutShort());
    stream.on("data", onData).on("end", onEnd).on("close", onCut).on("aborted", onCut);
  });
}

const cutShort = (): Error => new Error("unexpected EOF");

function wasCut(stream: Readable): boolean {
  // An HTTP/2 stream that the client reset is closed by then; one that it ended waits for our answer.
  if (stream.errored !== null || stream.closed) return true;
  return "aborted" in stream && stream.aborted === true;
}

function discard(stream: Readable): void {
  let dropped = 0;
  stream.on("data", (chunk: Buffer) => {
    dropped += chunk.byteLength;
    if (dropped > PATIENCE) stream.destroy();
  });
}
