import { stringify } from "../json/stringify.ts";
import type { Json } from "../json/value.ts";
import { readYaml } from "./read-yaml.ts";

/**
 * Characters that YAML reads differently from JSON or refuses: control characters (U+0085 is a line break in YAML)
 * and two noncharacters.
 */
const OTHERWISE = /[\x7f-\x9f\ufffe\uffff]/;
/**
 * Maximum key length that needs no check. YAML allows longer keys only after a question mark, which JSON text never
 * has.
 */
const LONGEST_KEY = 1000;

/** True if a key is longer than `LONGEST_KEY`. Scans JSON on one line in one pass. */
function hasLongKey(json: string): boolean {
  for (let at = json.indexOf('"'); at >= 0; ) {
    const end = endOfString(json, at);
    if (end - at > LONGEST_KEY && json.charCodeAt(end + 1) === COLON) return true;
    at = json.indexOf('"', end + 1);
  }
  return false;
}

const [BACKSLASH, COLON] = [0x5c, 0x3a];

/** Index of the closing quotation mark of the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

const readsOtherwise = (json: string): boolean =>
  OTHERWISE.test(json) || (json.length > LONGEST_KEY && hasLongKey(json));

/**
 * Returns the value that results when its JSON text is parsed as YAML. Go gets this value when it converts JSON to
 * YAML (JSONToYAML of sigs.k8s.io/yaml). It is nearly always the same value. Throws YamlError.
 */
export function asYamlReads(value: Json): Json {
  const text = stringify(value);
  return readsOtherwise(text) ? readYaml(text, Number.POSITIVE_INFINITY).value : value;
}

/** True if `asYamlReads` may return a different value for this JSON text. */
export const mayReadOtherwise = (json: Uint8Array): boolean =>
  readsOtherwise(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString());
