import type { Readable } from "node:stream";
import { tooLarge } from "../../api/status.ts";
import { BodyPieces } from "../body-pieces.ts";

/**
 * Bytes of a refused body that are still read and dropped, as in Go's net/http: a client whose connection
 * ends while it sends would not see the reason. To drop more would cost the server as much as a body that it
 * uses.
 */
export const MOST_DROPPED = 256 << 10;

/**
 * Reads the whole body. Rejects if the body is longer than `limit` or incomplete; the rest of a refused body
 * is dropped. `isComplete` is called when the stream has ended, and returns true if all of the body came.
 * `wanted` receives the length of each piece that is kept.
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
    // Listeners that stay cost less than their removal, but the stream may be kept for long: it must not keep the body.
    let reading: Reading | undefined = { gathered: new BodyPieces(), resolve, reject };
    const settle = (): Reading | undefined => {
      const before = reading;
      reading = undefined;
      return before;
    };
    const onData = (chunk: Buffer) => {
      if (reading === undefined) return;
      const { gathered } = reading;
      gathered.add(chunk);
      wanted(chunk.byteLength);
      if (gathered.size <= limit) return;
      stream.off("data", onData);
      dropRest(stream);
      settle()?.reject(tooLarge(`limit is ${limit}`));
    };
    const onEnd = () => {
      const ended = settle();
      if (!isComplete()) ended?.reject(cutShort());
      else ended?.resolve(ended.gathered.whole());
    };
    // A stream is also closed after its end.
    const onCut = () => settle()?.reject(cutShort());
    if (stream.destroyed) return onCut();
    // An empty HTTP/2 body can end before it is read: its `end` event is then already over.
    if (stream.readableEnded) return onEnd();
    stream.on("data", onData).on("end", onEnd).on("close", onCut).on("aborted", onCut);
  });
}

/** A body that has not come whole yet. */
interface Reading {
  readonly gathered: BodyPieces;
  readonly resolve: (body: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/** Error of a body that its client did not send whole. */
export const cutShort = (): Error => new Error("unexpected EOF");

/** Drops the rest of a body; pauses the stream when the rest is too long. */
export function dropRest(stream: Readable): void {
  let dropped = 0;
  stream.on("data", (chunk: Buffer) => {
    dropped += chunk.byteLength;
    if (dropped > MOST_DROPPED) stream.pause();
  });
}
