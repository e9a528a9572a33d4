import { plainError } from "../../api/status.ts";
import { asYamlReads } from "../../go-yaml/json-as-yaml.ts";
import { writeYaml } from "../../go-yaml/write-yaml.ts";
import { YamlError } from "../../go-yaml/yaml-error.ts";
import { stringify } from "../../json/stringify.ts";
import type { Json } from "../../json/value.ts";
import type { Accepted } from "./negotiate.ts";

/** Encodes a value as JSON or YAML. Indented JSON has no newline at its end. */
export function encodeValue(
  value: Json,
  { encoding, pretty }: Pick<Accepted, "encoding" | "pretty">,
): string {
  if (encoding === "yaml") return writeYaml(yamlValue(value));
  return pretty ? indented(value) : `${stringify(value)}\n`;
}

/**
 * Converts a value to the form that YAML can represent. Throws a bare 500 if YAML cannot represent it, as
 * kube-apiserver does.
 */
export function yamlValue(value: Json): Json {
  try {
    return asYamlReads(value);
  } catch (error) {
    throw error instanceof YamlError ? plainError(error.message, error) : error;
  }
}

/** Indented JSON, for responses without content negotiation. */
export const indented = (value: Json): string => stringify(value, "  ");
