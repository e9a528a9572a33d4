import { atoi } from "../go/atoi.ts";
import { messageOf } from "../report/describe-error.ts";
import { JsonPatchError } from "./operation.ts";

/** Throws JsonPatchError with the text of Go's strconv.Atoi. */
function parseIndex(key: string): number {
  try {
    return Number(atoi(key));
  } catch (error) {
    throw new JsonPatchError(messageOf(error));
  }
}

/**
 * Index in a list of `length` items that a key refers to. Negative indexes count from the end. Throws JsonPatchError.
 */
export function resolveIndex(key: string, length: number): number {
  const index = parseIndex(key);
  if (index >= length || index < -length) {
    throw new JsonPatchError(`Unable to access invalid index: ${index}: invalid index referenced`);
  }
  return index < 0 ? index + length : index;
}
