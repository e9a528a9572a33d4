import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type Json } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import { yaml } from "../json/yaml.ts";

/** A file or folder of manifests (YAML, JSON; several documents and Lists too), or an object. */
export type Manifest = string | KubeObject;

/** An object, and where it stands when it came from a file. */
export interface Loaded {
  readonly object: KubeObject;
  readonly file?: string;
  /** Of the document's first line in the file, counted from 1. */
  readonly line?: number;
}

/** All objects of the manifests, in the order in which they can be created. Throws an Error that names the file. */
export function loadManifests(manifests: readonly Manifest[]): Loaded[] {
  const loaded = manifests.flatMap((one) => (typeof one === "string" ? fromPath(one) : [{ object: one }]));
  return loaded
    .map((one, index) => ({ one, index, rank: rankOf(one.object) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ one }) => one);
}

function fromPath(path: string): Loaded[] {
  if (!statSync(path).isDirectory()) return fromFile(path);
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return fromPath(join(path, entry.name));
      return /\.(ya?ml|json)$/.test(entry.name) ? fromFile(join(path, entry.name)) : [];
    });
}

function fromFile(file: string): Loaded[] {
  const lines = new (yaml().LineCounter)();
  return yaml()
    .parseAllDocuments(readFileSync(file, "utf8"), { lineCounter: lines })
    .flatMap((document) => {
      const [problem] = "errors" in document ? document.errors : [];
      if (problem !== undefined) throw new Error(`${file}: ${problem.message}`);
      const line = lines.linePos(document.contents?.range?.[0] ?? 0).line;
      return objectsIn(document.toJS() as Json, file).map((object) => ({ object, file, line }));
    });
}

function objectsIn(value: Json, file: string): KubeObject[] {
  if (value === null) return [];
  if (!isJsonObject(value) || typeof value.kind !== "string" || typeof value.apiVersion !== "string")
    throw new Error(`${file}: a document is no object with apiVersion and kind`);
  if (value.kind.endsWith("List") && Array.isArray(value.items))
    return value.items.flatMap((item) => objectsIn(item, file));
  return [value as KubeObject];
}

const RANKS: Readonly<Record<string, number>> = { CustomResourceDefinition: 0, Namespace: 1 };

/** Kinds and namespaces before what lies in them, and what takes part in admission after all it could get hold of. */
function rankOf({ apiVersion = "", kind = "" }: KubeObject): number {
  if (!apiVersion.startsWith("admissionregistration.k8s.io/")) return RANKS[kind] ?? 2;
  return kind.endsWith("Binding") || kind.endsWith("Policy") ? 3 : 4;
}
