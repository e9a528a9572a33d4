import { messageOf } from "../../api/describe-error.ts";
import type { Json } from "../../api/json.ts";
import { readYaml } from "../../json/go-yaml/read-yaml.ts";
import { parseJsonStrict } from "../../json/parse.ts";

/** A configuration file read as data, with what a strict reader objects to. */
export interface ConfigurationDocument {
  readonly value: Json;
  /** Paths of keys given twice, in JSON. */
  readonly duplicates: readonly string[];
  /** The reference's list of keys given twice, in YAML; empty when there are none. */
  readonly yamlComplaint: string;
}

/**
 * JSON when it begins like it, otherwise the first document of YAML 1.1. Throws with the reference's text
 * (apimachinery/pkg/runtime/serializer/json/json.go, Decode).
 */
export function readDocument(text: string): ConfigurationDocument {
  return text.trimStart().startsWith("{") ? readJson(text) : readYamlDocument(text);
}

/**
 * For plugins that read their file without a kind: what begins like JSON and is none is YAML in flow style
 * (apimachinery/pkg/util/yaml/decoder.go, YAMLOrJSONDecoder).
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
    return { ...parseJsonStrict(text), yamlComplaint: "" };
  } catch (cause) {
    throw new Error(`couldn't get version/kind; json parse error: ${messageOf(cause)}`, { cause });
  }
}

function readYamlDocument(text: string): ConfigurationDocument {
  const { value, duplicates } = readYaml(text);
  const complaints = duplicates.map((complaint) => `  ${complaint}`);
  const yamlComplaint = complaints.length === 0 ? "" : ["yaml: unmarshal errors:", ...complaints].join("\n");
  return { value, duplicates: [], yamlComplaint };
}
