import type { Json } from "../../api/json.ts";
import { stringify } from "../stringify.ts";
import { readYaml } from "./read-yaml.ts";

/** What YAML reads otherwise than JSON, or not at all: control characters, of which U+0085 is a line break. */
const OTHERWISE = /[\x7f-\x9f\ufffe\uffff]/;
/** YAML has no longer keys, but behind a question mark; JSON writes none. */
const LONGEST_KEY = 1000;

/** In one pass over JSON on one line. */
function hasLongKey(json: string): boolean {
  for (let at = json.indexOf('"'); at >= 0; ) {
    const end = endOfString(json, at);
    if (end - at > LONGEST_KEY && json.charCodeAt(end + 1) === COLON) return true;
    at = json.indexOf('"', end + 1);
  }
  return false;
}

const [BACKSLASH, COLON] = [0x5c, 0x3a];

/** Where the string that begins at `start` has its second quotation mark. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

const readsOtherwise = (json: string): boolean =>
  OTHERWISE.test(json) || (json.length > LONGEST_KEY && hasLongKey(json));

/**
 * A value as it is once its JSON has been read as YAML: so Go sees what it writes as YAML (JSONToYAML of sigs.k8s.io/yaml). Nearly
 * always it is the same value. Throws YamlError.
 */
export function asYamlReads(value: Json): Json {
  const text = stringify(value);
  return readsOtherwise(text) ? readYaml(text, Number.POSITIVE_INFINITY).value : value;
}

/** Whether `asYamlReads` may read something else in this JSON. */
export const mayReadOtherwise = (json: Uint8Array): boolean =>
  readsOtherwise(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString());
