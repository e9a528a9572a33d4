import type { Verdict } from "../../admission/verdict.ts";
import type { GroupVersionResource } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { record, records, text } from "../../json/value.ts";
import { isSameBelowMetadata } from "../changed-paths.ts";
import type { Cause } from "../explanation.ts";
import { definitionOf, placeInDefinition, type SchemaPart, schemasTo } from "../refused/schema-place.ts";
import { type Path, placeIn } from "../sources.ts";
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
  const keyword = keywordOf(told, path, parts.toReversed());
  return keyword ? `; the definition wants this at ${placeInDefinition(resource, keyword, world)}` : "";
}

/** The entry of `required`, or the alternatives, that refuse an object. */
function keywordOf(told: string, path: Path, parts: readonly SchemaPart[]): Path | undefined {
  const [around, own] = parts.slice(Math.max(0, path.length - 1));
  const required = around?.schema.required;
  const index = Array.isArray(required) ? required.indexOf(path.at(-1) ?? "") : -1;
  if (around !== undefined && index >= 0 && told.includes(": Required value"))
    return [...around.path, "required", index];
  const [, alternatives = ""] = /\((oneOf|anyOf)\)/.exec(told) ?? [];
  return own?.schema[alternatives] === undefined ? undefined : [...own.path, alternatives];
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

const ROOT = ": <nil>: Invalid value";

/**
 * A rule at the root of a definition that refuses a change of metadata only: what is stored breaks it already. Such rules
 * are checked at every change, others only if their part of the object changes.
 */
export function olderRule(
  told: string,
  { attributes }: Verdict,
  object: KubeObject | undefined,
  { sources }: World,
): Pick<Cause, "of" | "at" | "message" | "advice"> | undefined {
  const { resource, oldObject } = attributes;
  const name = `${resource.resource}.${resource.group}`;
  const source = sources.find("CustomResourceDefinition", name);
  if (source === undefined || oldObject === null || !told.includes(ROOT)) return undefined;
  const spec = record(source.object.spec);
  const isConverted = text(record(spec.conversion).strategy) === "Webhook";
  const { apiVersion } = object ?? {};
  const before = isConverted || apiVersion === undefined ? oldObject : { ...oldObject, apiVersion };
  if (!isSameBelowMetadata(before, object)) return undefined;
  const versions = records(spec.versions);
  const version = versions.findIndex((one) => text(one.name) === resource.version);
  const rules = records(
    record(record(versions[version]?.schema).openAPIV3Schema)["x-kubernetes-validations"],
  );
  const index = rules.findIndex(({ rule, message }) => told.includes(text(message) || text(rule).trim()));
  const place = ["spec", "versions", version, "schema", "openAPIV3Schema", "x-kubernetes-validations"];
  return {
    of: `CustomResourceDefinition/${name}`,
    at: placeIn(source, index < 0 ? place : [...place, index]),
    message:
      "the stored object breaks this rule already, and the request changes only metadata: a rule at the root is checked at every change, also when a finalizer is removed",
    advice:
      "move the rule to the part that it is about, where it is checked only when that part changes, or write optionalOldSelf: true and oldSelf.hasValue() && oldSelf.value().spec == self.spec || …",
  };
}
