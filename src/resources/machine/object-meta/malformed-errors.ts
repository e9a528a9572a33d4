import type { ObjectMeta } from "../../../api/meta.ts";
import { withAllKeysSorted } from "../../../api/object/key-order.ts";
import { malformedIn } from "../../../api/object/malformed.ts";
import { copyWithNotes } from "../../../api/object/notes.ts";
import { type FieldError, invalid } from "../../../api/validation/field-error.ts";
import type { JsonObject } from "../../../json/value.ts";
import { restoreUnstructured } from "../../../types/decode/restore-unstructured.ts";
import { builtinShape } from "../../../types/notation/shapes.ts";

/** Members that the server sets before it validates an object, so that their type does not matter. */
const SET_BEFORE: ReadonlySet<string> = new Set(["creationTimestamp", "generation", "namespace", "uid"]);

/**
 * Returns the error of metadata with members of a wrong type, which replaces all others of a custom kind's own
 * validation; undefined if there are none (apiextensions-apiserver/pkg/registry/customresource/validator.go,
 * getObjectMeta).
 */
export function malformedErrors(metadata: ObjectMeta): readonly FieldError[] | undefined {
  const members = Object.entries(malformedIn(metadata) ?? {}).filter(([name]) => !SET_BEFORE.has(name));
  if (members.length === 0) return undefined;
  const given: JsonObject = { ...metadata, ...Object.fromEntries(members) };
  const problem = restoreUnstructured(copyWithNotes(given), builtinShape("meta/v1.ObjectMeta"));
  return problem === undefined ? undefined : [invalid("metadata", withAllKeysSorted(given), problem)];
}
