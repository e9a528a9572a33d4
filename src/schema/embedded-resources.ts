import { entryBelow, FieldPath, fieldBelow } from "../api/validation/field-path.ts";
import type { Json, JsonObject } from "../json/value.ts";
import type { Structure } from "./structure.ts";

/** Handles one object inside an object that is itself a resource (x-kubernetes-embedded-resource). */
export type VisitResource = (resource: JsonObject, path: FieldPath) => void;

/** Visits the resources inside a value, outer ones before those inside them. `path`: path of the value. */
export function visitEmbedded(
  value: Json | undefined,
  structure: Structure,
  visit: VisitResource,
  path?: FieldPath,
): void {
  if (!structure.has.embedded || typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    visitItems(value, structure, visit, path ?? new FieldPath(""));
    return;
  }
  if (structure.embedded) visit(value, path ?? new FieldPath(""));
  visitFields(value, structure, visit, path);
}

function visitFields(
  object: JsonObject,
  structure: Structure,
  visit: VisitResource,
  path: FieldPath | undefined,
): void {
  const { properties, additional } = structure;
  for (const key in object) {
    const property = properties?.get(key);
    if (property !== undefined) {
      if (property.has.embedded) visitEmbedded(object[key], property, visit, fieldBelow(path, key));
    } else if (additional?.structure?.has.embedded) {
      visitEmbedded(object[key], additional.structure, visit, entryBelow(path, key));
    }
  }
}

function visitItems(
  list: readonly Json[],
  { items }: Structure,
  visit: VisitResource,
  path: FieldPath,
): void {
  if (items === undefined) return;
  for (const [i, item] of list.entries()) visitEmbedded(item, items, visit, path.index(i));
}
