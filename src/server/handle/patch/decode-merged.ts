import { formatGroupVersionKind } from "../../../api/group-version.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { copyWithNotes } from "../../../api/object/notes.ts";
import { plainError } from "../../../api/status.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import { describeApplied } from "../../../resources/machine/apply/apply-patch.ts";
import { decodeTyped } from "../../../types/decode/decode.ts";
import { ConversionError, DecodeError } from "../../../types/decode/decode-error.ts";
import { restoreUnstructured } from "../../../types/decode/restore-unstructured.ts";

/** Error of an apply whose result cannot be decoded. */
export const notConvertible = (kind: KindDefinition, applied: JsonObject, problem: string): Error =>
  plainError(
    `failed to convert new object (${describeApplied(applied)}) to proper version: ${notTyped(kind, problem)}`,
  );

const notTyped = (kind: KindDefinition, problem: string): string =>
  `unable to convert unstructured object to ${formatGroupVersionKind(kind)}: ${problem}`;

/**
 * Decodes a merged object. It is no text: it is converted to the Go type, which hides some errors and words
 * others differently.
 */
export function decodeMerged(kind: KindDefinition, object: JsonObject, applied: JsonObject): KubeObject {
  if (kind.decodeApplied !== undefined) return kind.decodeApplied(object);
  try {
    return decodeRestored(
      kind,
      object,
      (value) => kind.decode(value),
      (problem) => notConvertible(kind, applied, problem),
    );
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw plainError(`failed to convert to unversioned (${describeApplied(applied)}): ${error.message}`);
  }
}

/** Decodes a part of an object with all fields that its Go type prints, before a conversion. */
export const decodePart = (kind: KindDefinition, part: JsonObject): KubeObject =>
  decodeRestored(
    kind,
    part,
    (value) => ({ metadata: {}, ...decodeTyped(value, kind.shape) }),
    (problem) => plainError(notTyped(kind, problem)),
  );

/** Decodes with the errors of the conversion to the Go type, which finds every problem of decoding. */
function decodeRestored(
  { shape }: KindDefinition,
  object: JsonObject,
  decode: (value: JsonObject) => KubeObject,
  refuse: (problem: string) => Error,
): KubeObject {
  try {
    return decode(copyWithNotes(object));
  } catch (error) {
    if (!(error instanceof DecodeError) || error instanceof ConversionError) throw error;
    const value = copyWithNotes(object);
    const problem = restoreUnstructured(value, shape);
    if (problem === undefined) return decode(value);
    throw refuse(problem);
  }
}
