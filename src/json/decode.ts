import type { Json } from "../api/json.ts";
import { parseJson } from "./parse.ts";

const LONG_NUMBER = /\d{16}/;

/** Parses JSON that has been checked before: by our parser when it came in, or made by us. Big integers stay whole. */
export function decodeJson(bytes: Uint8Array): Json {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  return LONG_NUMBER.test(text) ? parseJson(bytes) : JSON.parse(text);
}
