import type { Attributes } from "../../admission/attributes.ts";
import type { KubeObject } from "../../api/meta.ts";
import { isJsonObject, type JsonObject, record, records } from "../../json/value.ts";
import type { World } from "../world.ts";

const DEEPEST = 20;

/**
 * Notes about the parts that a custom resource lacks, and whose fields have defaults: the server sets defaults only in objects that
 * are there.
 */
export function absentDefaults(
  { operation, resource, subresource }: Attributes,
  object: KubeObject | null | undefined,
  world: World,
): string[] {
  if (operation !== "CREATE" || subresource !== "" || object === null || object === undefined) return [];
  const name = `${resource.resource}.${resource.group}`;
  const definition = world.definitions().find(({ metadata }) => metadata.name === name);
  const version = records(record(definition?.spec).versions).find((one) => one.name === resource.version);
  const { properties } = record(record(version?.schema).openAPIV3Schema);
  return Object.entries(record(properties)).flatMap(([key, schema]) => {
    if (key === "metadata" || key === "status" || object[key] !== undefined || !isJsonObject(schema))
      return [];
    const place = defaultBelow(schema, key, 0);
    return place === undefined || schema.default !== undefined
      ? []
      : [
          `the object has no ${key}, so that defaults below it, such as that of ${place}, are not set: default: {} for ${key} in the schema of ${name} sets them`,
        ];
  });
}

/** The first field with a default, through objects; undefined if there is none. */
function defaultBelow(schema: JsonObject, place: string, depth: number): string | undefined {
  if (depth > DEEPEST) return undefined;
  for (const [key, inside] of Object.entries(record(schema.properties))) {
    if (!isJsonObject(inside)) continue;
    const found =
      inside.default === undefined ? defaultBelow(inside, `${place}.${key}`, depth + 1) : `${place}.${key}`;
    if (found !== undefined) return found;
  }
  return undefined;
}
