import type { KubeObject } from "../../api/meta.ts";
import { isJsonObject, type JsonObject, record, records } from "../../json/value.ts";
import { type Path, placeIn } from "../sources.ts";
import type { World } from "../world.ts";

type Version = Readonly<Record<"group" | "resource" | "version", string>>;

/** A part of the schema of a definition, with its path in the definition. */
export interface SchemaPart {
  readonly path: Path;
  readonly schema: JsonObject;
}

/** The schemas on the way to a place of an object: that of the whole object first; they end where the schema has no more. */
export function schemasTo(place: Path, { spec }: JsonObject, version: string): SchemaPart[] {
  const versions = records(record(spec).versions);
  const index = Math.max(
    0,
    versions.findIndex(({ name }) => name === version),
  );
  let path: Path = ["spec", "versions", index, "schema", "openAPIV3Schema"];
  let schema = record(record(versions[index]?.schema).openAPIV3Schema);
  const parts = [{ path, schema }];
  for (const step of place) {
    const inside = partOf(schema, step);
    if (inside === undefined) break;
    path = [...path, ...inside];
    schema = record(inside.reduce((part: JsonObject, one) => record(part[one]), schema));
    parts.push({ path, schema });
  }
  return parts;
}

/** The way from a schema to that of an item or a member. */
function partOf(schema: JsonObject, step: string | number): readonly string[] | undefined {
  if (isJsonObject(schema.items) && /^\d+$/.test(String(step))) return ["items"];
  if (isJsonObject(record(schema.properties)[step])) return ["properties", String(step)];
  return isJsonObject(schema.additionalProperties) ? ["additionalProperties"] : undefined;
}

/** The CustomResourceDefinition of a resource; undefined for a built-in one. */
export const definitionOf = (
  { group, resource }: Pick<Version, "group" | "resource">,
  world: Pick<World, "definitions">,
): KubeObject | undefined =>
  world.definitions().find(({ metadata }) => metadata.name === `${resource}.${group}`);

/** Says where a part of a definition is: its file and line, or its name. */
export function placeInDefinition(
  { group, resource }: Pick<Version, "group" | "resource">,
  path: Path,
  { sources }: Pick<World, "sources">,
): string {
  const name = `${resource}.${group}`;
  const source = sources.find("CustomResourceDefinition", name);
  return source?.line(path) ?? `${placeIn(undefined, path)} of CustomResourceDefinition ${name}`;
}

const DEEPEST = 20;

/** The first field with a default, through objects; undefined if there is none. */
export function defaultBelow(schema: JsonObject, place: string, depth: number): string | undefined {
  if (depth > DEEPEST) return undefined;
  for (const [key, inside] of Object.entries(record(schema.properties))) {
    if (!isJsonObject(inside)) continue;
    const found =
      inside.default === undefined ? defaultBelow(inside, `${place}.${key}`, depth + 1) : `${place}.${key}`;
    if (found !== undefined) return found;
  }
  return undefined;
}
