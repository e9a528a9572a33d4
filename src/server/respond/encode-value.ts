import type { Json } from "../../api/json.ts";
import { plainError } from "../../api/status.ts";
import { asYamlReads } from "../../json/go-yaml/json-as-yaml.ts";
import { writeYaml } from "../../json/go-yaml/write-yaml.ts";
import { YamlError } from "../../json/go-yaml/yaml-error.ts";
import { stringify } from "../../json/stringify.ts";
import type { Accepted } from "./negotiate.ts";

/** JSON or YAML. Indented JSON does not end its last line. */
export function encodeValue(
  value: Json,
  { encoding, pretty }: Pick<Accepted, "encoding" | "pretty">,
): string {
  if (encoding === "yaml") return writeYaml(yamlValue(value));
  return pretty ? indented(value) : `${stringify(value)}\n`;
}

/** What is written as YAML. Throws a bare 500 for what YAML cannot say, as kube-apiserver does. */
export function yamlValue(value: Json): Json {
  try {
    return asYamlReads(value);
  } catch (error) {
    throw error instanceof YamlError ? plainError(error.message, error) : error;
  }
}

/** JSON as it is written where nothing was negotiated. */
export const indented = (value: Json): string => stringify(value, "  ");
