import type { Json } from "../api/json.ts";
import { readYaml } from "./go-yaml/read-yaml.ts";

/** In bytes. The library takes a millisecond for each 100 lines and more for odd texts, and nobody has a turn meanwhile. */
export const SMALL_YAML: number = 16 << 10;

/**
 * The first document of a short text in YAML 1.1; repeated keys take the last value. For what webhooks answer, who nearly
 * always write JSON. Throws an Error for what is no YAML, and for what is longer than SMALL_YAML.
 */
export function parseSmallYaml(text: string): Json {
  if (Buffer.byteLength(text) > SMALL_YAML)
    throw new Error(`yaml: answers in YAML may have ${SMALL_YAML} bytes; longer ones have to be JSON`);
  return readYaml(text).value;
}
