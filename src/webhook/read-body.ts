import type { IncomingMessage } from "node:http";

/** What express and fastify leave behind when they have read the body already. */
interface MaybeRead extends IncomingMessage {
  readonly body?: unknown;
}

/** An object of 3 MB, sent twice in an update, makes 7. */
export const MAX_BODY = 16 << 20;

export const tooLarge = (limit: number): string => `a review may have ${limit} bytes\n`;

/** The body's bytes, or its text; undefined when it is longer than `limit` bytes. Rejects when the client hangs up. */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | string | undefined> {
  const { body } = request as MaybeRead;
  if (request.readableEnded && body !== undefined) return Promise.resolve(readBefore(body));
  if (Number(request.headers["content-length"] ?? 0) > limit) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else resolve(undefined);
    });
    request.on("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.on("aborted", () => reject(new Error("the API server hung up")));
    request.on("error", reject);
  });
}

function readBefore(body: unknown): Uint8Array | string {
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  return JSON.stringify(body);
}

/** The same of a WHATWG request. What is longer is not read to its end. */
export async function readStream(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) return undefined;
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the stream.
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
