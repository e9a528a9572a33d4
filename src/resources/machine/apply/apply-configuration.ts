import type { KubeObject } from "../../../api/meta.ts";
import type { Steps } from "../../../async/steps.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";
import type { ObjectShape } from "../../../types/shape.ts";
import { mergeObjects } from "./merge-objects.ts";
import { type MergeType, mergeTypeOf } from "./sets/merge-type.ts";
import { problemsOf } from "./validate-applied.ts";

/**
 * Merges an apply configuration into an object, like server-side apply, but without an owner of the fields.
 * Throws an Error with the reference's text for fields that the type does not have, for lists and maps that
 * would be replaced as a whole, and for an object with unknown fields or with items without keys. Runs in
 * steps.
 */
export function* applyConfiguration(
  shape: ObjectShape,
  object: KubeObject,
  configuration: JsonObject,
): Steps<JsonObject> {
  const type = mergeTypeOf(shape);
  const problem = problemsOf(type, configuration, { fromExpression: true });
  if (problem !== undefined) throw new Error(`failed to convert patch object to typed object: ${problem}`);
  yield;
  const atomics = [...atomicsIn(type, configuration, "")];
  if (atomics.length > 0)
    throw new Error(
      `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomics.join(", ")}`,
    );
  yield;
  const old = problemsOf(type, object, { allowDuplicates: true });
  if (old !== undefined) throw new Error(`failed to convert original object to typed object: ${old}`);
  yield;
  return mergeObjects(type, object, configuration);
}

/** Returns the paths of atomic lists and maps: to set a part of one would remove the rest. */
function* atomicsIn(type: MergeType, value: Json | undefined, path: string): Generator<string> {
  if (isJsonObject(value)) {
    if ((type.kind === "map" || type.kind === "open") && type.atomic) yield path;
    if (type.kind !== "map") return;
    for (const key in value) {
      const member = value[key];
      if (typeof member !== "object") continue;
      const field = type.fields.get(key);
      if (field !== undefined) yield* atomicsIn(field.type, member, `${path}.${key}`);
    }
  } else if (Array.isArray(value)) {
    if (type.kind === "open" || (type.kind === "list" && type.relation === "atomic")) yield path;
    if (type.kind !== "list") return;
    for (const [i, item] of value.entries())
      if (typeof item === "object") yield* atomicsIn(type.item, item, `${path}[${i}]`);
  }
}
