import { formatGroupVersionKind } from "../../../api/group-version.ts";
import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { plainError } from "../../../api/status.ts";
import { clone } from "../../../json/object.ts";
import type { DecodeProblems, KindDefinition } from "../../../resources/kind.ts";
import { describeApplied } from "../../../resources/machine/apply/apply-patch.ts";
import { DecodeError } from "../../../resources/machine/decode/decode-error.ts";
import { restoreUnstructured } from "../../../resources/machine/decode/restore-unstructured.ts";

export const notConvertible = (kind: KindDefinition, applied: JsonObject, problem: string): Error =>
  plainError(
    `failed to convert new object (${describeApplied(applied)}) to proper version: unable to convert unstructured object to ${formatGroupVersionKind(kind)}: ${problem}`,
  );

/** What was merged is no text: it is given the form of the type, which hides some mistakes and words others differently. */
export function decodeMerged(
  kind: KindDefinition,
  object: JsonObject,
  applied: JsonObject,
  problems?: DecodeProblems,
): KubeObject {
  try {
    return kind.decodeApplied?.(clone(object), problems) ?? kind.decode(clone(object), problems);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const value = clone(object);
    const problem = restoreUnstructured(value, kind.shape);
    if (problem === undefined) return kind.decode(value, problems);
    throw notConvertible(kind, applied, problem);
  }
}
