import type { ChangeCheck } from "../../../../api/field-path.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../api/json.ts";
import { compareKeyBytes } from "../../../../json/key-order.ts";
import { setKey } from "../../../../json/object.ts";
import { checkImmutable } from "../../shared/workload/workload.ts";
import type { ControllerRevision } from "../fields/v1-types.ts";

/** What a revision holds never changes; its number does. */
export const checkControllerRevision: ChangeCheck<ControllerRevision> = ({ revision, data }, old, at) => {
  at.nonNegative("revision", revision);
  if (old !== undefined) checkImmutable(data, old.data, at.child("data"), sortedKeys(data));
  else if (data === undefined || data === null) at.child("data").required("data is mandatory");
  else if (!isJsonObject(data)) at.child("data").required("data must be a valid JSON object");
};

/** As Go prints a map. */
function sortedKeys(value: Json | undefined): Json {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (!isJsonObject(value)) return value ?? null;
  const sorted: JsonObject = {};
  for (const key of Object.keys(value).sort(compareKeyBytes)) setKey(sorted, key, sortedKeys(value[key]));
  return sorted;
}
