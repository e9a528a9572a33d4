import { readYaml } from "../../go-yaml/read-yaml.ts";
import type { NumberLiterals } from "../../json/parse/number-literals.ts";
import { parseJsonWithLiterals } from "../../json/parse/parse.ts";
import type { Json } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";

/** A configuration file as data. */
export interface ConfigurationDocument {
  readonly value: Json;
  /** Texts of unusual numbers in JSON. */
  readonly literals?: NumberLiterals | undefined;
  /** kube-apiserver's list of repeated keys in YAML; empty if there are none. Undefined for JSON. */
  readonly yamlComplaint?: string;
}

/**
 * Parses JSON if the text begins with a brace, otherwise the first document of YAML 1.1. Throws with
 * kube-apiserver's text (apimachinery/pkg/runtime/serializer/json/json.go, Decode).
 */
export function readDocument(text: string): ConfigurationDocument {
  return text.trimStart().startsWith("{") ? readJson(text) : readYamlDocument(text);
}

/**
 * Parses a file for plugins that read it without a kind: a text that begins like JSON but is not JSON is YAML
 * in flow style (apimachinery/pkg/util/yaml/decoder.go, YAMLOrJSONDecoder).
 */
export function readYamlOrJson(text: string): Json {
  try {
    return readDocument(text).value;
  } catch {
    return readYamlDocument(text).value;
  }
}

function readJson(text: string): ConfigurationDocument {
  try {
    return parseJsonWithLiterals(text);
  } catch (cause) {
    throw new Error(`couldn't get version/kind; json parse error: ${messageOf(cause)}`, { cause });
  }
}

function readYamlDocument(text: string): ConfigurationDocument {
  const { value, duplicates } = readYaml(text);
  const complaints = duplicates.map((complaint) => `  ${complaint}`);
  const yamlComplaint = complaints.length === 0 ? "" : ["yaml: unmarshal errors:", ...complaints].join("\n");
  return { value, yamlComplaint };
}
