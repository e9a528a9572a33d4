import { withSortedMembers } from "../../json/object.ts";
import { deepEqual } from "../../json/semantic-equal.ts";
import { isJsonObject, type Json, type JsonObject, record, records } from "../../json/value.ts";
import { pathsOnly, withReferences } from "./swagger-parts.ts";

const GVK = "x-kubernetes-group-version-kind";

/**
 * Returns one OpenAPI v2 document with the contents of two. The paths of the first win. Definitions and
 * parameters of the second that differ get names with `_v2`, `_v3` and so on (kube-openapi/pkg/aggregator,
 * MergeSpecsIgnorePathConflictRenamingDefinitionsAndParameters). Does not change its arguments.
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
    paths: withSortedMembers({ ...taken, ...renamed(record(source.paths)) }),
    definitions: withSortedMembers({ ...record(first.definitions), ...all }),
    parameters: withSortedMembers({ ...renamed(parameters.part), ...record(first.parameters) }),
  };
}

interface Merged {
  /** The part with new names. */
  readonly part: JsonObject;
  /** New references by old ones: `#/definitions/a` → `#/definitions/a_v2`. */
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

/**
 * Returns the own name if it is free or has an equal value; otherwise the first numbered name that is free or
 * has an equal value.
 */
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

/**
 * Returns the definitions of the second document. A definition that both have keeps the description of the
 * first, with the kinds of both.
 */
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

/** Returns the kinds of both definitions. Undefined means that the kinds of the first are complete. */
function kindsOf(first: JsonObject, second: JsonObject): Json[] | undefined {
  if (second[GVK] === undefined) return undefined;
  const [ours, theirs] = [records(first[GVK]), records(second[GVK])];
  const known = new Set(ours.map(keyOf));
  const more = theirs.filter((kind) => !known.has(keyOf(kind)));
  if (more.length === 0) return undefined;
  return [...ours, ...more].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const keyOf = ({ group, version, kind }: JsonObject): string => `${group}/${version}.${kind}`;
