import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { yaml } from "../../../src/go-yaml/yaml.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";

/** An object of a manifest file. */
export interface Manifest {
  readonly object: JsonObject;
  readonly apiVersion: string;
  readonly kind: string;
  /** Text of the document in the file. */
  readonly text: string;
}

/** Longer files are lists of thousands of objects, or no manifests. */
const LONGEST = 2_000_000;

/** All objects in files of YAML and JSON below a folder, each once. Templates that are no YAML are left out. */
export function readManifests(folder: string): Manifest[] {
  const found = new Map<string, Manifest>();
  for (const file of filesBelow(folder))
    for (const manifest of documentsOf(readFileSync(file, "utf8")))
      found.set(JSON.stringify(manifest.object), manifest);
  return [...found.values()];
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ya?ml|json)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => statSync(file).size <= LONGEST)
    .sort();
}

const documentsOf = (text: string): Manifest[] =>
  text.split(/^---.*$/m).flatMap((document) => objectsIn(parsed(document)).flatMap(manifestsOf(document)));

function parsed(text: string): Json {
  // In YAML, the expression of a template would be a key that is a mapping.
  if (text.includes("{{")) return null;
  try {
    return yaml().parse(text, { maxAliasCount: 100, logLevel: "silent" }) as Json;
  } catch {
    return null;
  }
}

function objectsIn(value: Json): JsonObject[] {
  if (!isJsonObject(value)) return [];
  if (!String(value.kind).endsWith("List") || !Array.isArray(value.items)) return [value];
  return value.items.filter(isJsonObject);
}

const manifestsOf =
  (text: string) =>
  (object: JsonObject): Manifest[] => {
    const { apiVersion, kind } = object;
    if (typeof apiVersion !== "string" || typeof kind !== "string") return [];
    return [{ object, apiVersion, kind, text: text.trim() }];
  };
