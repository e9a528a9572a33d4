import type { ObjectMeta } from "../../../api/meta.ts";
import { withAllKeysSorted } from "../../../api/object/key-order.ts";
import { malformedIn } from "../../../api/object/malformed.ts";
import { copyWithNotes } from "../../../api/object/notes.ts";
import { type FieldError, invalid } from "../../../api/validation/field-error.ts";
import type { JsonObject } from "../../../json/value.ts";
import { restoreUnstructured } from "../../../types/decode/restore-unstructured.ts";
import { builtinShape } from "../../../types/notation/shapes.ts";

/**
 * Returns the error of metadata with members of a wrong type, which replaces all others of a custom kind's own
 * validation; undefined if there are none (apiextensions-apiserver/pkg/registry/customresource/validator.go,
 * getObjectMeta).
 */
export function malformedErrors(metadata: ObjectMeta): readonly FieldError[] | undefined {
  const members = malformedIn(metadata);
  if (members === undefined) return undefined;
  const given: JsonObject = { ...metadata, ...members };
  const problem = restoreUnstructured(copyWithNotes(given), builtinShape("meta/v1.ObjectMeta"));
  return problem === undefined ? undefined : [invalid("metadata", withAllKeysSorted(given), problem)];
}
