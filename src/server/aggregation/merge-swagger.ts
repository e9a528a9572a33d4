import { isJsonObject, type Json, type JsonObject, record, records } from "../../api/json.ts";
import { deepEqual } from "../../json/semantic-equal.ts";
import { pathsOnly, withReferences } from "./swagger-parts.ts";

const GVK = "x-kubernetes-group-version-kind";

/**
 * Two OpenAPI v2 documents in one: paths of the first win; definitions and parameters of the second that are others get
 * names with `_v2`, `_v3` and so on (kube-openapi/pkg/aggregator, MergeSpecsIgnorePathConflictRenamingDefinitionsAndParameters).
 * Changes neither.
 */
export function mergeSwagger(first: JsonObject, second: JsonObject): JsonObject {
  const taken = record(first.paths);
  const source = pathsOnly(second, (path) => !Object.hasOwn(taken, path));
  if (Object.keys(record(source.paths)).length === 0) return first;
  const definitions = merged(first, source, "definitions", equalButKinds);
  const parameters = merged(first, source, "parameters", deepEqual);
  const renames = new Map([...definitions.renames, ...parameters.renames]);
  const renamed = (part: JsonObject): JsonObject =>
    renames.size === 0 ? part : record(withReferences(part, renames));
  const all = mergeKinds(record(first.definitions), renamed(definitions.part));
  return {
    ...first,
    paths: sorted({ ...taken, ...renamed(record(source.paths)) }),
    definitions: sorted({ ...record(first.definitions), ...all }),
    parameters: sorted({ ...renamed(parameters.part), ...record(first.parameters) }),
  };
}

interface Merged {
  /** Under their new names. */
  readonly part: JsonObject;
  /** By reference: `#/definitions/a` → `#/definitions/a_v2`. */
  readonly renames: ReadonlyMap<string, string>;
}

function merged(
  first: JsonObject,
  second: JsonObject,
  section: "definitions" | "parameters",
  isSame: (a: Json, b: Json) => boolean,
): Merged {
  const [ours, theirs] = [record(first[section]), record(second[section])];
  const renames = new Map<string, string>();
  const taken = new Set(Object.keys(ours));
  const part: JsonObject = {};
  for (const [name, value] of Object.entries(theirs)) {
    if (value === undefined) continue;
    const free = nameFor(name, value, { ours, theirs, taken, isSame });
    taken.add(free);
    if (free !== name) renames.set(`#/${section}/${name}`, `#/${section}/${free}`);
    part[free] = value;
  }
  return { part, renames };
}

interface Names {
  readonly ours: JsonObject;
  readonly theirs: JsonObject;
  readonly taken: ReadonlySet<string>;
  isSame(a: Json, b: Json): boolean;
}

/** Its own name, where nobody has it for something else, or that of an equal one. */
function nameFor(name: string, value: Json, { ours, theirs, taken, isSame }: Names): string {
  const fits = (candidate: string): boolean =>
    Object.hasOwn(ours, candidate) && isSame(ours[candidate] ?? null, value);
  if (!Object.hasOwn(ours, name) || fits(name)) return name;
  for (let n = 2; ; n++) {
    const candidate = `${name}_v${n}`;
    if (fits(candidate) || (!taken.has(candidate) && !Object.hasOwn(theirs, candidate))) return candidate;
  }
}

const equalButKinds = (a: Json, b: Json): boolean => deepEqual(withoutKinds(a), withoutKinds(b));

function withoutKinds(schema: Json): Json {
  if (!isJsonObject(schema)) return schema;
  const { [GVK]: _, ...rest } = schema;
  return rest;
}

/** What both have keeps its description here, with the kinds of both. */
function mergeKinds(ours: JsonObject, theirs: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(theirs).map(([name, schema]) => {
      if (!Object.hasOwn(ours, name)) return [name, schema];
      const known = record(ours[name]);
      const kinds = kindsOf(known, record(schema));
      return [name, kinds === undefined ? known : { ...known, [GVK]: kinds }];
    }),
  );
}

/** Undefined: those of the first. */
function kindsOf(first: JsonObject, second: JsonObject): Json[] | undefined {
  if (second[GVK] === undefined) return undefined;
  const [ours, theirs] = [records(first[GVK]), records(second[GVK])];
  const known = new Set(ours.map(keyOf));
  const more = theirs.filter((kind) => !known.has(keyOf(kind)));
  if (more.length === 0) return undefined;
  return [...ours, ...more].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const keyOf = ({ group, version, kind }: JsonObject): string => `${group}/${version}.${kind}`;

const sorted = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
