import { badRequest, plainError, type StatusError } from "../../../api/status.ts";
import { goDynamicType, goFormat, goString } from "../../../go/format.ts";
import type { Json, JsonObject } from "../../../json/value.ts";

export const badPrimitiveList = (): StatusError => badRequest("invalid patch format of primitive list");
export const badRetainKeys = (): StatusError => badRequest("invalid patch format of retainKeys");
export const badElementOrder = (): StatusError => badRequest("invalid patch format of setElementOrder list");

/** The reference wraps this error as a 422 without its text. */
export { unprocessable as listOfLists } from "./unprocessable.ts";

export const noMergeKey = (map: JsonObject, key: string): StatusError =>
  plainError(`map: ${goFormat(map)} does not contain declared merge key: ${key}`);

export const unknownPatchType = (type: Json, map: JsonObject): StatusError =>
  plainError(`unknown patch type: ${goString(type)} in map: ${goFormat(map)}`);

export const wrongType = (
  expected: "map[string]interface {}" | "[]interface {}",
  actual: Json | undefined,
): StatusError => plainError(`expected a ${expected}, but received a ${goDynamicType(actual)}`);

export const notAMap = (index: number): StatusError => plainError(`value for key ${index} is not a map`);

export const mixedTypes = (...lists: Json[][]): StatusError =>
  plainError(`list element types are not identical: ${goFormat(lists)}`);

export const noElements = (): StatusError => plainError("no elements in any of the given slices");

export const mergeInList = (): StatusError =>
  plainError("merging lists cannot yet be specified in the patch");

export const wrongOrder = (patch: Json[], order: Json[]): StatusError =>
  plainError(
    `The order in patch list:\n${goFormat(patch)}\n doesn't match $setElementOrder list:\n${goFormat(order)}\n`,
  );
