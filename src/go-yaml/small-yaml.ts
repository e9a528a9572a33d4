import type { Json } from "../json/value.ts";
import { readYaml } from "./read-yaml.ts";

/**
 * Maximum size in bytes. The parser takes a millisecond for 100 lines, and more for unusual texts, and blocks the
 * event loop for that time.
 */
export const SMALL_YAML: number = 16 << 10;

/**
 * Parses the first document of a short YAML 1.1 text; the last value of a repeated key is used. It is meant for
 * answers of webhooks, which are nearly always JSON. Throws an Error for invalid YAML, and for a text longer than
 * SMALL_YAML.
 */
export function parseSmallYaml(text: string): Json {
  if (Buffer.byteLength(text) > SMALL_YAML)
    throw new Error(`yaml: answers in YAML may have ${SMALL_YAML} bytes; longer ones have to be JSON`);
  return readYaml(text).value;
}
