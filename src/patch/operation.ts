import type { Json, JsonObject } from "../json/value.ts";

/** One operation of RFC 6902 in its usual form. */
export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly from: string; readonly path: string };

/**
 * A decoded patch. Operations are checked only when they are applied: members may be missing or of the wrong type. A
 * null operation is equivalent to one without members.
 */
export interface JsonPatch {
  readonly operations: readonly (JsonObject | null)[];
  /** True if some scalars are RawScalar, because their text matters. */
  readonly raw: boolean;
}

/** The text is no valid patch: it has a syntax error, or it is JSON of another form. The message is the reference's. */
export class JsonPatchDecodeError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "JsonPatchDecodeError";
  }
}

/** The patch does not apply to the document. The message is the reference's. */
export class JsonPatchError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "JsonPatchError";
  }
}

/** A `test` operation failed. */
export class TestFailedError extends JsonPatchError {}

/** Makes a patch of operations that a program built, which can be passed to `applyJsonPatch`. */
export function patchOf(operations: readonly JsonPatchOperation[]): JsonPatch {
  return { operations: operations, raw: false };
}
