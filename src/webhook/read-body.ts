import type { IncomingMessage } from "node:http";

/** What express and fastify leave behind when they have read the body already. */
interface MaybeRead extends IncomingMessage {
  readonly body?: unknown;
}

/** The body's bytes, or its text; undefined when it is longer than `limit` bytes. Rejects when the client hangs up. */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | string | undefined> {
  const { body } = request as MaybeRead;
  if (request.readableEnded && body !== undefined) return Promise.resolve(readBefore(body));
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
