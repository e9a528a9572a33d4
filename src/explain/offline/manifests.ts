import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import type { Path, Source, Sources } from "../sources.ts";

/** One object of a file. */
export interface Manifest {
  readonly object: JsonObject;
  /** `file.yaml:12` of a path in it; of what is not there, the place of what would hold it. */
  line(path: Path): string;
}

/** Reads YAML or JSON, of which each document is an object or a list of some. Throws with file and line. */
export async function parseManifests(text: string, file: string): Promise<Manifest[]> {
  const { LineCounter, parseAllDocuments } = await import("yaml");
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines });
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document): Manifest[] => {
    const [error] = document.errors;
    if (error !== undefined) throw new Error(`${file}: ${error.message}`);
    const line = (path: Path): string => `${file}:${lineOf(document, path, lines)}`;
    return objectsIn(document.toJS() as Json).map(({ object, base }) => ({
      object,
      line: (path) => line([...base, ...path]),
    }));
  });
}

interface Found {
  readonly object: JsonObject;
  readonly base: Path;
}

/** `kind: List` and the lists of one kind hold objects. */
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

/** Items of `kind: List` say what they are, those of a PodList need not. */
const withKind = (item: JsonObject, apiVersion: Json | undefined, kind: string): JsonObject =>
  item.kind === undefined ? { apiVersion: apiVersion ?? "v1", kind, ...item } : item;

type Documents = ReturnType<typeof import("yaml").parseAllDocuments>;
type OneDocument = Extract<Documents, readonly unknown[]>[number];

function lineOf(
  document: OneDocument,
  path: Path,
  lines: { linePos(offset: number): { line: number } },
): number {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    const range = (node as { range?: readonly number[] } | null | undefined)?.range;
    if (range?.[0] !== undefined) return lines.linePos(range[0]).line;
  }
  return 1;
}

/** The manifests by kind and name, so that causes can name the line to change. */
export function manifestSources(manifests: readonly Manifest[]): Sources {
  const known = new Map<string, Source>();
  for (const { object, line } of manifests) {
    const { name } = isJsonObject(object.metadata) ? object.metadata : {};
    known.set(`${String(object.kind)}/${String(name)}`, { object, line });
  }
  return { find: (kind, name) => known.get(`${kind}/${name}`) };
}
