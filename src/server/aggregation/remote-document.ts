import { isJsonObject, type JsonObject } from "../../api/json.ts";
import type { ServiceAnswer } from "../../api/service-client.ts";
import { countValues, MAX_VALUES } from "../../json/count-values.ts";
import { isDeeperThan } from "../../json/depth.ts";

/** What a document of another server may have; how many values it may hold is limited as in a body. */
export interface DocumentLimits {
  /** For errors: `the discovery document`. */
  readonly what: string;
  readonly bytes: number;
  /** Arrays and objects in each other. */
  readonly depth: number;
}

/** The body of an answer. Rejects when it is longer than the limit. */
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

/** Undefined: it is no object, or too deep. Throws when it is no JSON, or has too many values. */
export function documentOf(bytes: Buffer, limits: DocumentLimits): JsonObject | undefined {
  if (countValues(bytes) > MAX_VALUES) throw new Error(`${limits.what} has too many values`);
  const value: unknown = JSON.parse(bytes.toString());
  return isJsonObject(value) && !isDeeperThan(value, limits.depth) ? value : undefined;
}
