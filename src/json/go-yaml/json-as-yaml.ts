import type { Json } from "../../api/json.ts";
import { stringify } from "../stringify.ts";
import { readYaml } from "./read-yaml.ts";

/** What YAML reads otherwise than JSON, or not at all: control characters, of which U+0085 is a line break, and long keys. */
const OTHERWISE = /[\x7f-\x9f\ufffe\uffff]|"(?:[^"\\]|\\.){1000,}":/;

/**
 * A value as it is once its JSON has been read as YAML: so Go sees what it writes as YAML (JSONToYAML of sigs.k8s.io/yaml). Nearly
 * always it is the same value. Throws YamlError.
 */
export function asYamlReads(value: Json): Json {
  const text = stringify(value);
  return OTHERWISE.test(text) ? readYaml(text, Number.POSITIVE_INFINITY).value : value;
}

/** Whether `asYamlReads` may read something else in this JSON. */
export const mayReadOtherwise = (json: Uint8Array): boolean =>
  OTHERWISE.test(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString());
