import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createGzip, gzip } from "node:zlib";
import { LongBody, type ServerRequest, type ServerResponse } from "../../api/exchange/exchange.ts";
import { thenMaybe } from "../../async/then-maybe.ts";
import type { RequestContext } from "../request-context.ts";

const gzipAsync = promisify(gzip);
/** Smallest compressed body: gzip costs more than it saves below this size (the reference's figure). */
const GZIP_ABOVE_BYTES = 128 * 1024;
/** Compression level of the reference. */
const LEVEL = { level: 1 };
const PIECES = { ...LEVEL, chunkSize: 64 << 10 };

/** Returns the response as it is, or compressed with gzip if the client accepts that. */
export function compress(
  context: RequestContext,
  response: ServerResponse,
  takesGzip: TakesGzip,
): ServerResponse | Promise<ServerResponse> {
  const { body } = response;
  const isWhole = typeof body === "string" || body instanceof Uint8Array;
  if (!isWhole && !(body instanceof LongBody)) return response;
  if (response.headers["content-encoding"] !== undefined) return response;
  if (isWhole && Buffer.byteLength(body) <= GZIP_ABOVE_BYTES) return response;
  if (!takesGzip(context.request)) return response;
  const headers = { ...response.headers, "content-encoding": "gzip", vary: varyOf(response) };
  const whole = isWhole ? gzipAsync(body, LEVEL) : piecewise(body);
  return thenMaybe<LongBody | Buffer, ServerResponse>(whole, (made) => ({
    ...response,
    headers,
    body: made,
  }));
}

/** True if the client accepts gzip. */
export type TakesGzip = (request: ServerRequest) => boolean;

/**
 * Reads Accept-Encoding for objects: only the bare word `gzip` counts, and only the first of several headers
 * (apiserver/pkg/endpoints/handlers/responsewriters/writers.go, negotiateContentEncoding).
 */
export const takesBareGzip: TakesGzip = (request) =>
  tokensIn(request).some((token) => token.trim() === "gzip");

/** Reads Accept-Encoding for other documents: `gzip` counts unless its quality is 0. */
export const takesRatedGzip: TakesGzip = (request) =>
  tokensIn(request).some((token) => {
    const [name = "", quality = "q=1"] = token.split(";", 2).map((part) => part.trim());
    return name === "gzip" && Number(quality.replace(/^q=/, "")) !== 0;
  });

function tokensIn(request: ServerRequest): readonly string[] {
  if (request.headers["accept-encoding"] === undefined) return [];
  const [first = ""] = request.headerValues("accept-encoding");
  return first.split(",");
}

function varyOf({ headers: { vary } }: ServerResponse): string {
  if (vary === undefined) return "Accept-Encoding";
  const own = String(vary);
  return own.startsWith("Accept-Encoding") ? own : `Accept-Encoding, ${own}`;
}

/** Compresses a long body piece by piece; reads on only when the compressed part has been consumed. */
function piecewise({ pieces }: LongBody): LongBody {
  const compressed = createGzip(PIECES);
  // The reader gets the error.
  pipeline(Readable.from(pieces, { objectMode: false }), compressed, () => {});
  return new LongBody(compressed);
}
