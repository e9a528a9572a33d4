import type { Readable } from "node:stream";
import { tooLarge } from "../../api/status.ts";
import { BodyPieces } from "../body-pieces.ts";

/**
 * How much of a refused body is still read and dropped, in bytes, as in Go's net/http: a client that is cut off in the
 * middle of sending would not see why. More costs the server as much as a body that somebody wants.
 */
export const MOST_DROPPED = 256 << 10;

/**
 * The whole body, or a refusal; what is left of a refused body is thrown away.
 * `isComplete` is asked when the stream has ended: did all of it come? `wanted`: told of each piece that is kept.
 */
export function readBody(
  stream: Readable,
  contentLength: string | undefined,
  limit: number,
  { isComplete, wanted }: { isComplete(): boolean; wanted(bytes: number): void },
): Promise<Uint8Array> {
  if (Number(contentLength) > limit) {
    dropRest(stream);
    return Promise.reject(tooLarge(`limit is ${limit}`));
  }
  return new Promise((resolve, reject) => {
    const gathered = new BodyPieces();
    const stop = () => {
      stream.off("data", onData).off("end", onEnd).off("close", onCut).off("aborted", onCut);
    };
    const onData = (chunk: Buffer) => {
      gathered.add(chunk);
      wanted(chunk.byteLength);
      if (gathered.size <= limit) return;
      stop();
      dropRest(stream);
      reject(tooLarge(`limit is ${limit}`));
    };
    const onEnd = () => {
      stop();
      if (!isComplete()) reject(cutShort());
      else resolve(gathered.whole());
    };
    const onCut = () => {
      stop();
      reject(cutShort());
    };
    if (stream.destroyed) return reject(cutShort());
    // An empty body over HTTP/2 may be over before somebody wants it: the stream says so once, to nobody.
    if (stream.readableEnded) return onEnd();
    stream.on("data", onData).on("end", onEnd).on("close", onCut).on("aborted", onCut);
  });
}

const cutShort = (): Error => new Error("unexpected EOF");

/** Drops what is left of a body; the stream is paused when that is too much. */
export function dropRest(stream: Readable): void {
  let dropped = 0;
  stream.on("data", (chunk: Buffer) => {
    dropped += chunk.byteLength;
    if (dropped > MOST_DROPPED) stream.pause();
  });
}
