import { messageOf } from "../../api/describe-error.ts";
import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import { setKey } from "../../json/object.ts";
import { parseJsonStrict } from "../../json/parse.ts";
import { yaml } from "../../json/yaml.ts";

/** A configuration file read as data, with what a strict reader objects to. */
export interface ConfigurationDocument {
  readonly text: string;
  readonly value: Json;
  /** Paths of keys given twice, in JSON. */
  readonly duplicates: readonly string[];
  /** The reference's list of keys given twice, in YAML; empty when there are none. */
  readonly yamlComplaint: string;
}

/** JSON when it begins like it, otherwise YAML. Throws with the reference's text. */
export function readDocument(text: string): ConfigurationDocument {
  if (text.trimStart().startsWith("{")) {
    try {
      const { value, duplicates } = parseJsonStrict(text);
      return { text, value, duplicates, yamlComplaint: "" };
    } catch {
      // Flow style is YAML too.
    }
  }
  try {
    return readYaml(text);
  } catch (error) {
    // The library calls itself for every level of a text.
    throw error instanceof RangeError
      ? new Error("yaml: exceeded max depth of 10000", { cause: error })
      : error;
  }
}

function readYaml(text: string): ConfigurationDocument {
  const lines = new (yaml().LineCounter)();
  // Its warnings would print parts of the text.
  const options = { uniqueKeys: false, lineCounter: lines, logLevel: "error" } as const;
  const document = yaml().parseDocument(text, options);
  const [problem] = document.errors;
  if (problem !== undefined)
    throw new Error(yamlText(problem.message, problem.linePos?.[0].line), { cause: problem });
  const repeated: { line: number; text: string }[] = [];
  yaml().visit(document, {
    Map(_key, map) {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        const name = String(key);
        const line = isScalarWithRange(key) ? lines.linePos(key.range[0]).line : 0;
        if (seen.has(name))
          repeated.push({ line, text: `  line ${line}: key ${JSON.stringify(name)} already set in map` });
        seen.add(name);
      }
    },
  });
  const complaints = repeated.sort((a, b) => a.line - b.line).map(({ text: complaint }) => complaint);
  const yamlComplaint = complaints.length === 0 ? "" : ["yaml: unmarshal errors:", ...complaints].join("\n");
  const value: unknown = document.contents === null ? null : plainValue(document);
  return { text, value: sorted(value), duplicates: [], yamlComplaint };
}

/** The library calls an alias without an anchor a ReferenceError. */
function plainValue(document: { toJS(): unknown }): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new Error(`yaml: ${messageOf(error)}`, { cause: error });
  }
}

function isScalarWithRange(key: unknown): key is { range: readonly [number, number, number] } {
  return typeof key === "object" && key !== null && "range" in key && Array.isArray(key.range);
}

/** The YAML library's sentence; of the common mistakes Go's. */
function yamlText(message: string, line: number | undefined): string {
  const first = message.split("\n")[0] ?? "";
  if (/Nested mappings are not allowed|Implicit keys|compact mapping/i.test(first)) {
    return "yaml: mapping values are not allowed in this context";
  }
  return `yaml: ${line === undefined ? "" : `line ${line}: `}${first}`;
}

/** The reference turns YAML into JSON by way of a map: keys come out in alphabetical order. */
function sorted(value: unknown): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value instanceof Date ? value.toISOString() : ((value ?? null) as Json);
  const out: JsonObject = {};
  for (const key of Object.keys(value).sort()) setKey(out, key, sorted(value[key]));
  return out;
}
