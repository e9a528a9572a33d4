import type { ServiceAnswer, ServiceClient, ServiceTarget } from "../../api/exchange/service-client.ts";
import { countValues, MAX_VALUES } from "../../json/count-values.ts";
import { isDeeperThan } from "../../json/depth.ts";
import { isJsonObject, type JsonObject } from "../../json/value.ts";

const TIMEOUT_MS = 5000;

/**
 * Headers that name the user of the server's own requests to another API server. The user has all rights, so that the
 * result depends on the state of that server only.
 */
export const AS_AGGREGATOR = ["x-remote-user", "system:kube-aggregator", "x-remote-group", "system:masters"];

/** Sends a GET request of this server itself to another API server. Rejects after five seconds. */
export const getFrom = (
  client: ServiceClient,
  target: ServiceTarget,
  path: string,
  headers: readonly string[],
): Promise<ServiceAnswer> =>
  client.send(target, {
    method: "GET",
    path,
    headers: ["host", client.addressOf(target), "user-agent", "Go-http-client/2.0", ...headers],
    body: undefined,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });

/** Limits for a document of another server. The number of values is limited as in a request body. */
export interface DocumentLimits {
  /** Name of the document in errors: `the discovery document`. */
  readonly what: string;
  /** Maximum size of the response body. */
  readonly bytes: number;
  /** Maximum depth of nested arrays and objects. */
  readonly depth: number;
}

/** Returns the body of a response. Rejects if it is longer than the limit. */
export async function bytesOf({ body }: ServiceAnswer, limits: DocumentLimits): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > limits.bytes) throw new Error(`${limits.what} is too long`);
  }
  return Buffer.concat(pieces);
}

/**
 * Returns the parsed document, or undefined if it is not an object or is too deep. Throws if it is not JSON
 * or has too many values.
 */
export function documentOf(bytes: Buffer, limits: DocumentLimits): JsonObject | undefined {
  if (countValues(bytes) > MAX_VALUES) throw new Error(`${limits.what} has too many values`);
  const value: unknown = JSON.parse(bytes.toString());
  return isJsonObject(value) && !isDeeperThan(value, limits.depth) ? value : undefined;
}
