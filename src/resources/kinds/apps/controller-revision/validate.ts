import type { ChangeCheck } from "../../../../api/validation/field-report.ts";
import { stringify } from "../../../../json/stringify.ts";
import { isJsonObject } from "../../../../json/value.ts";
import type { ControllerRevision } from "../../../../types/tables/apps/v1-types.ts";
import { checkImmutable } from "../../shared/workload/workload.ts";

/** Checks a ControllerRevision. Its data cannot change; its revision number can. */
export const checkControllerRevision: ChangeCheck<ControllerRevision> = ({ revision, data }, old, at) => {
  at.nonNegative("revision", revision);
  // The bytes are compared, so another order of keys is a change.
  if (old !== undefined)
    checkImmutable(stringify(data ?? null), stringify(old.data ?? null), at.child("data"), data ?? null);
  else if (data === undefined || data === null) at.child("data").required("data is mandatory");
  else if (!isJsonObject(data)) at.child("data").required("data must be a valid JSON object");
};
