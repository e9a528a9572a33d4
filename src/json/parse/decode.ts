import type { Json } from "../value.ts";
import { parseJson } from "./parse.ts";

const LONG_NUMBER = /\d{16}/;

/**
 * Parses JSON that is known to be valid: our parser checked it when it arrived, or our encoder wrote it. Integers
 * beyond 2^53 become bigint.
 */
export function decodeJson(bytes: Uint8Array): Json {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  return LONG_NUMBER.test(text) ? parseJson(bytes) : JSON.parse(text);
}
