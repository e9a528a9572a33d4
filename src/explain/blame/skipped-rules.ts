import type { Attributes } from "../../admission/attributes.ts";
import type { KubeObject } from "../../api/meta.ts";
import { isJsonObject, type Json, type JsonObject, record, records, text } from "../../json/value.ts";
import type { World } from "../world.ts";

/** Depth of a schema in which rules are looked for. */
const DEEPEST = 20;

/**
 * Notes about values that an update of a custom resource removes although a rule of them compares them with the old ones: such a
 * rule is evaluated only if the value is there before and after.
 */
export function skippedRules(
  { operation, resource, subresource, oldObject }: Attributes,
  object: KubeObject | null | undefined,
  world: World,
): string[] {
  if (operation !== "UPDATE" || subresource !== "" || !object || oldObject === null) return [];
  const name = `${resource.resource}.${resource.group}`;
  const definition = world.definitions().find(({ metadata }) => metadata.name === name);
  const version = records(record(definition?.spec).versions).find((one) => one.name === resource.version);
  const schema = record(record(version?.schema).openAPIV3Schema);
  return removedBelow(schema, "", oldObject, object, 0);
}

function removedBelow(
  schema: JsonObject,
  place: string,
  before: JsonObject,
  after: JsonObject,
  depth: number,
): string[] {
  if (depth > DEEPEST) return [];
  return Object.entries(record(schema.properties)).flatMap(([key, inside]): string[] => {
    const old: Json | undefined = before[key];
    const own = place === "" ? key : `${place}.${key}`;
    if (old === undefined || !isJsonObject(inside)) return [];
    const now = after[key];
    if (now !== undefined)
      return isJsonObject(old) && isJsonObject(now) ? removedBelow(inside, own, old, now, depth + 1) : [];
    const rule = records(inside["x-kubernetes-validations"]).find(
      (one) => text(one.rule).includes("oldSelf") && one.optionalOldSelf !== true,
    );
    const parent = place === "" ? "the root" : place;
    return rule === undefined
      ? []
      : [
          `the request removes ${own}, so that its rule ${text(rule.rule)} was not evaluated: a rule that reads oldSelf needs the value before and after. A rule of ${parent} keeps it: !has(oldSelf.${key}) || has(self.${key})`,
        ];
  });
}
