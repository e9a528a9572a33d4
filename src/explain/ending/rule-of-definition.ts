import type { GroupVersionResource } from "../../api/group-version.ts";
import { records, text } from "../../json/value.ts";
import { definitionOf, placeInDefinition, schemasTo } from "../refused/schema-place.ts";
import type { Path } from "../sources.ts";
import type { World } from "../world.ts";

const LONGEST = 200;

/**
 * Names the rule of a definition whose message an error has; empty if there is none. It is at the place of the error or
 * around it.
 */
export function ruleOfDefinition(
  told: string,
  path: Path,
  resource: GroupVersionResource,
  world: World,
): string {
  const definition = definitionOf(resource, world);
  const parts = definition === undefined ? [] : schemasTo(path, definition, resource.version).toReversed();
  for (const { path: at, schema } of parts) {
    const rules = records(schema["x-kubernetes-validations"]);
    const index = rules.findIndex(({ message }) => text(message) !== "" && told.includes(text(message)));
    if (index < 0) continue;
    const rule = text(rules[index]?.rule);
    const place = placeInDefinition(resource, [...at, "x-kubernetes-validations", index], world);
    return rule.length > LONGEST ? `; the rule is at ${place}` : `; the rule is ${rule} (${place})`;
  }
  return "";
}

const NUMBERS = /must be of type (integer|number|boolean): "string"/;

/** The cure of a text where a schema wants a number or a boolean: the text is one, or the schema has another type. */
export function typeCure(
  told: string,
  value: string,
  {
    path,
    resource,
    world,
  }: { readonly path: Path; readonly resource: GroupVersionResource; readonly world: World },
): string {
  const [, type = ""] = NUMBERS.exec(told) ?? [];
  if (type === "" || value === "") return "";
  const isOne = type === "boolean" ? /^(?:true|false)$/.test(value) : /^-?\d+(?:\.\d+)?$/.test(value);
  if (isOne) return `write the value without quotes: ${value}`;
  const definition = definitionOf(resource, world);
  const part = definition && schemasTo(path, definition, resource.version).at(-1);
  return part === undefined
    ? ""
    : `"${value}" is a text, and the schema has type: ${type} (${placeInDefinition(resource, part.path, world)}): write ${type === "integer" ? "an" : "a"} ${type}, or let the schema take type: string`;
}
