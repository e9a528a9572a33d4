import type { JsonObject } from "../../../../api/json.ts";
import { isEmptyMap, part, parts } from "../../../define/fill.ts";
import type { ApplyDefaults } from "../../../define/resource-facts.ts";

export const fillLimitRange: ApplyDefaults = (range) => {
  for (const limit of parts(part(range, "spec"), "limits")) if (limit.type === "Container") fillLimit(limit);
};

/** default ← max; defaultRequest ← default, else min. */
function fillLimit(limit: JsonObject): void {
  const values: JsonObject = { ...part(limit, "max"), ...part(limit, "default") };
  const requests: JsonObject = { ...part(limit, "min"), ...values, ...part(limit, "defaultRequest") };
  if (!isEmptyMap(values)) limit.default = values;
  if (!isEmptyMap(requests)) limit.defaultRequest = requests;
}
