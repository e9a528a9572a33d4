import type { IncomingMessage } from "node:http";
import { BodyPieces } from "../http/body-pieces.ts";

/** Default limit of a body, 16 MiB. An update with an object of 3 MB contains it twice and has 7 MB. */
export const MAX_BODY = 16 << 20;

/** Text of the response to a review that is longer than `limit` bytes. */
export const tooLarge = (limit: number): string => `a review may have ${limit} bytes\n`;

/**
 * Returns the bytes or the text of the body; undefined if it is longer than `limit` bytes. Rejects if the
 * client closes the connection.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | string | undefined> {
  // express or fastify may have read the body already.
  const body = "body" in request ? request.body : undefined;
  if (request.readableEnded && body !== undefined) return Promise.resolve(readBefore(body));
  if (Number(request.headers["content-length"] ?? 0) > limit) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const pieces = new BodyPieces();
    const take = (chunk: Buffer): void => {
      if (pieces.size + chunk.length <= limit) pieces.add(chunk);
      else {
        // The rest of the body is read and dropped.
        request.off("data", take).resume();
        resolve(undefined);
      }
    };
    request.on("data", take);
    request.on("end", () => resolve(pieces.whole()));
    request.on("aborted", () => reject(new Error("the API server closed the connection")));
    request.on("error", reject);
  });
}

function readBefore(body: unknown): Uint8Array | string {
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  return JSON.stringify(body);
}

/** Does the same for a WHATWG request. A longer body is not read to its end. */
export async function readStream(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) return undefined;
  if (request.body === null) return new Uint8Array();
  const pieces = new BodyPieces();
  // The end of the loop cancels the stream.
  for await (const chunk of request.body) {
    if (pieces.size + chunk.length > limit) return undefined;
    pieces.add(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  }
  return pieces.whole();
}
