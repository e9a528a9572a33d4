import { withAllKeysSorted } from "../../../api/object/key-order.ts";
import { noObjectProblem } from "../../../api/object/type-meta.ts";
import type { StatusError } from "../../../api/status.ts";
import { invalid, invalidObject } from "../../../api/validation/field-error.ts";
import { setKey } from "../../../json/object.ts";
import { stringify } from "../../../json/stringify.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";

/**
 * Builds the refusal of a merge patch that is a list, if fields are not validated: it replaces the object,
 * without the nulls in its objects (json-patch, merge.go, doMergePatch), and the result is no object.
 */
export function listAsMergePatch(list: readonly Json[]): StatusError {
  return notAnObject(stringify(withAllKeysSorted(list.map(pruned))));
}

/** Builds the refusal of a patch that made a list of the object; `quoted`: that list, as JSON. */
export function notAnObject(quoted: string): StatusError {
  const why = `couldn't get version/kind; json parse error: ${noObjectProblem([])}`;
  return invalidObject({ group: "", kind: "" }, "", [invalid("patch", quoted, why)]);
}

function pruned(value: Json): Json {
  if (Array.isArray(value)) return value.map(pruned);
  if (!isJsonObject(value)) return value;
  const made: JsonObject = {};
  for (const [key, member = null] of Object.entries(value))
    if (member !== null) setKey(made, key, pruned(member));
  return made;
}
