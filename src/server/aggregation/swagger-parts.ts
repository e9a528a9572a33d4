import { isJsonObject, type Json, type JsonObject, record } from "../../json/value.ts";

const DEFINITIONS = "#/definitions/";

/**
 * Returns an OpenAPI v2 document with some of its paths only. Definitions that only removed paths used are
 * left out; those that no path used before stay (kube-openapi/pkg/aggregator,
 * FilterSpecByPathsWithoutSideEffects).
 */
export function pathsOnly(document: JsonObject, keep: (path: string) => boolean): JsonObject {
  const kept = Object.entries(record(document.paths)).filter(([path]) => keep(path));
  const paths = Object.fromEntries(kept);
  const definitions = record(document.definitions);
  const [before, after] = [usedBy(record(document.paths), definitions), usedBy(paths, definitions)];
  const left = Object.entries(definitions).filter(([name]) => after.has(name) || !before.has(name));
  return { ...document, paths, definitions: Object.fromEntries(left) };
}

/** Returns the names of the definitions that a value uses, directly or through other definitions. */
function usedBy(value: Json, definitions: JsonObject): ReadonlySet<string> {
  const used = new Set<string>();
  const waiting: Json[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    eachReference(next, (reference) => {
      const name = reference.startsWith(DEFINITIONS) ? reference.slice(DEFINITIONS.length) : "";
      if (used.has(name)) return;
      used.add(name);
      const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
      if (definition !== undefined) waiting.push(definition);
    });
  return used;
}

function eachReference(value: Json, tell: (reference: string) => void): void {
  if (Array.isArray(value)) for (const item of value) eachReference(item, tell);
  else if (isJsonObject(value))
    for (const [key, member] of Object.entries(value))
      if (key === "$ref" && typeof member === "string") tell(member);
      else if (member !== undefined) eachReference(member, tell);
}

/** Returns the same value with renamed references. Parts without references remain the same objects. */
export function withReferences(value: Json, renames: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, renames));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key === "$ref" && typeof member === "string") return [key, renames.get(member) ?? member];
      return [key, member === undefined ? member : withReferences(member, renames)];
    }),
  );
}
