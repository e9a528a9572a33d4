import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { Path, Source, Sources } from "../sources.ts";
import { linesOf } from "./manifest-lines.ts";
import { type Document, type DocumentValue, documentsIn, documentValue } from "./yaml-documents.ts";

/** One object of a file. */
export interface Manifest {
  readonly object: JsonObject;
  /** Returns the place of a path as `file.yaml:12`; for a missing value, the place of the nearest parent. */
  line(path: Path): string;
  /** Returns the same as `line`, in parts. Absent if the object was not read from a file. */
  place?(path: Path): Place;
  /** Notes about keys that are twice in a map of the file. */
  readonly repeated?: readonly string[];
}

const ROLES: ReadonlySet<string> = new Set(["Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"]);

/** True if the manifests have roles or role bindings. */
export const hasRoles = (manifests: readonly { readonly object: { readonly kind?: unknown } }[]): boolean =>
  manifests.some(({ object }) => ROLES.has(String(object.kind)));

/** A place in a file; lines count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** Parses YAML or JSON. Each document is an object or a list of objects. Throws with file and line. */
export async function parseManifests(text: string, file: string): Promise<Manifest[]> {
  return documentsIn(text).flatMap((document) => manifestsOf(document, file));
}

function manifestsOf(document: Document, file: string): Manifest[] {
  const lineOf = linesOf(document);
  const { value, repeated } = readValue(document, file);
  const notes = repeated.map(
    ({ key, line }) => `${file}:${line}: the key ${key} is in this map twice, and only its last value counts`,
  );
  return objectsIn(value).map(({ object, base }) => {
    const place = (path: Path): Place => ({ file, line: lineOf([...base, ...path]) });
    const line = (path: Path): string => `${file}:${place(path).line}`;
    return { object, place, line, ...(notes.length > 0 && { repeated: notes }) };
  });
}

function readValue(document: Document, file: string): DocumentValue {
  try {
    return documentValue(document);
  } catch (error) {
    const hint = document.text.includes("{{") ? `: ${OF_TEMPLATES}` : "";
    throw new Error(`${file}: ${messageOf(error)}${hint}`, { cause: error });
  }
}

const OF_TEMPLATES =
  "it has {{ }} as templates of Helm have, which fills them in: `helm template` prints the manifests";

interface Found {
  readonly object: JsonObject;
  readonly base: Path;
}

/** Returns the objects of a document: `kind: List` and the lists of one kind contain several. */
function objectsIn(value: Json): Found[] {
  if (!isJsonObject(value)) return [];
  if (!Array.isArray(value.items) || !String(value.kind ?? "").endsWith("List"))
    return [{ object: value, base: [] }];
  const itemKind = String(value.kind).slice(0, -"List".length);
  return value.items.flatMap((item, index): Found[] =>
    isJsonObject(item)
      ? [{ object: withKind(item, value.apiVersion, itemKind), base: ["items", index] }]
      : [],
  );
}

/** Items of `kind: List` have their own kind; items of a PodList can lack it. */
const withKind = (item: JsonObject, apiVersion: Json | undefined, kind: string): JsonObject =>
  item.kind === undefined ? { apiVersion: apiVersion ?? "v1", kind, ...item } : item;

/** Indexes manifests by kind and name, so that causes can name the line to change. */
export function manifestSources(manifests: readonly Manifest[]): Sources {
  const known = new Map<string, Source>();
  for (const { object, line } of manifests) {
    const { name } = isJsonObject(object.metadata) ? object.metadata : {};
    known.set(`${String(object.kind)}/${String(name)}`, { object, line });
  }
  return {
    find: (kind, name) => known.get(`${kind}/${name}`),
    names: (kind) =>
      [...known.keys()].filter((one) => one.startsWith(`${kind}/`)).map((one) => one.slice(kind.length + 1)),
  };
}
