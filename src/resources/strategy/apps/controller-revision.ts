import type { FieldReport } from "../../../api/field-path.ts";
import { isJsonObject, type Json } from "../../../api/json.ts";
import { checkImmutable } from "../workload.ts";

/** What validation reads of a ControllerRevision. */
export interface ControllerRevision {
  readonly revision?: number;
  readonly data?: Json;
}

export function checkControllerRevision({ revision, data }: ControllerRevision, at: FieldReport): void {
  at.nonNegative("revision", revision);
  if (data === undefined || data === null) at.child("data").required("data is mandatory");
  else if (!isJsonObject(data)) at.child("data").required("data must be a valid JSON object");
}

/** What a revision holds never changes; its number does. */
export function checkControllerRevisionUpdate(
  { revision, data }: ControllerRevision,
  old: ControllerRevision,
  at: FieldReport,
): void {
  at.nonNegative("revision", revision);
  checkImmutable(data, old.data, at.child("data"));
}
