import type { Json, JsonObject } from "../../api/json.ts";

/** One RFC 6902 operation as people write it. */
export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly from: string; readonly path: string };

/**
 * A decoded patch. Operations are looked at only when they are applied: members may be missing or of the wrong type.
 * A null operation is one without members.
 */
export interface JsonPatch {
  readonly operations: readonly (JsonObject | null)[];
  /** Some scalars are RawScalar: their text matters. */
  readonly raw: boolean;
}

/** The text is no patch: a syntax error, or JSON of another form. The message is the reference's. */
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

/** A test operation does not hold. */
export class TestFailedError extends JsonPatchError {}

/** Operations that a program made, as a patch that can be applied. */
export function patchOf(operations: readonly JsonPatchOperation[]): JsonPatch {
  return { operations: operations, raw: false };
}
