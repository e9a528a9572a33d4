import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createGzip, gzip } from "node:zlib";
import { LongBody, type ServerResponse } from "../../api/exchange.ts";
import type { RequestContext } from "../request-context.ts";

const gzipAsync = promisify(gzip);
/** Smaller bodies are not worth the work (the reference's figure). */
const GZIP_FROM_BYTES = 128 * 1024;
/** As the reference compresses. */
const LEVEL = { level: 4 };
const PIECES = { ...LEVEL, chunkSize: 64 << 10 };

/** The response as it is, or in gzip where the client takes that. */
export async function compress(context: RequestContext, response: ServerResponse): Promise<ServerResponse> {
  const { body } = response;
  const isWhole = typeof body === "string" || body instanceof Uint8Array;
  if (!isWhole && !(body instanceof LongBody)) return response;
  if (response.headers["content-encoding"] !== undefined) return response;
  if (isWhole && body.length < GZIP_FROM_BYTES) return response;
  if (!/\bgzip\b/.test(context.request.headers["accept-encoding"] ?? "")) return response;
  const headers = {
    ...response.headers,
    "content-encoding": "gzip",
    vary: varyOf(response),
  };
  return { ...response, headers, body: isWhole ? await gzipAsync(body, LEVEL) : piecewise(body) };
}

function varyOf({ headers: { vary } }: ServerResponse): string {
  if (vary === undefined) return "Accept-Encoding";
  const own = String(vary);
  return own.startsWith("Accept-Encoding") ? own : `Accept-Encoding, ${own}`;
}

/** Reads on only when what has been compressed is taken. */
function piecewise({ pieces }: LongBody): LongBody {
  const compressed = createGzip(PIECES);
  // The reader gets the error.
  pipeline(Readable.from(pieces, { objectMode: false }), compressed, () => {});
  return new LongBody(compressed);
}
