import { badRequest, plainError, StatusError } from "../../../api/status.ts";
import { goDynamicType, goFormat, goString } from "../../../go/format.ts";
import type { Json, JsonObject } from "../../../json/value.ts";

/** 400 for `$deleteFromPrimitiveList` without a list (ErrBadPatchFormatForPrimitiveList). */
export const badPrimitiveList = (): StatusError => badRequest("invalid patch format of primitive list");
/** 400 for `$retainKeys` that do not fit the patch (ErrBadPatchFormatForRetainKeys). */
export const badRetainKeys = (): StatusError => badRequest("invalid patch format of retainKeys");
/** 400 for `$setElementOrder` without a list (ErrBadPatchFormatForSetElementOrderList). */
export const badElementOrder = (): StatusError => badRequest("invalid patch format of setElementOrder list");

/** Error of a list of lists: the reference wraps it as a 422 without its text. */
export const listOfLists = (): StatusError =>
  new StatusError({
    message: "the server rejected our request due to an error in our request",
    reason: "Invalid",
    details: {},
    code: 422,
  });

/** Error of an item without its merge key (ErrNoMergeKey). */
export const noMergeKey = (map: JsonObject, key: string): StatusError =>
  plainError(`map: ${goFormat(map)} does not contain declared merge key: ${key}`);

/** Error of another `$patch` than replace, delete and merge. */
export const unknownPatchType = (type: Json, map: JsonObject): StatusError =>
  plainError(`unknown patch type: ${goString(type)} in map: ${goFormat(map)}`);

/** Error of a value of another type than expected. */
export const wrongType = (
  expected: "map[string]interface {}" | "[]interface {}",
  actual: Json | undefined,
): StatusError => plainError(`expected a ${expected}, but received a ${goDynamicType(actual)}`);

/** Error of an item that is not an object, in a list of objects. */
export const notAMap = (index: number): StatusError => plainError(`value for key ${index} is not a map`);

/** Error of a list with items of several types. */
export const mixedTypes = (...lists: Json[][]): StatusError =>
  plainError(`list element types are not identical: ${goFormat(lists)}`);

/** Error of lists without items, whose type cannot be determined. */
export const noElements = (): StatusError => plainError("no elements in any of the given slices");

/** Error of `$patch: merge` in a list. */
export const mergeInList = (): StatusError =>
  plainError("merging lists cannot yet be specified in the patch");

/** Error of a list whose order differs from its `$setElementOrder`. */
export const wrongOrder = (patch: Json[], order: Json[]): StatusError =>
  plainError(
    `The order in patch list:\n${goFormat(patch)}\n doesn't match $setElementOrder list:\n${goFormat(order)}\n`,
  );
