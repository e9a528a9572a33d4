import { setKey } from "../../../../json/object.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { type ApplyDefaults, part, parts } from "../../../define/fill.ts";

/** Defaults of limits for containers (SetDefaults_LimitRangeItem). */
export const fillLimitRange: ApplyDefaults = (range) => {
  for (const limit of parts(part(range, "spec"), "limits")) if (limit.type === "Container") fillLimit(limit);
};

/** Fills in defaults: default from max; defaultRequest from default, else from min. */
function fillLimit(limit: JsonObject): void {
  const values = together(part(limit, "max"), part(limit, "default"));
  const requests = together(part(limit, "min"), values, part(limit, "defaultRequest"));
  if (values !== undefined) limit.default = values;
  if (requests !== undefined) limit.defaultRequest = requests;
}

/**
 * Merges maps; the last value of each name counts. Undefined if there are no maps. For very many members
 * spreading would take twice as long.
 */
function together(...maps: readonly (JsonObject | undefined)[]): JsonObject | undefined {
  let all: JsonObject | undefined;
  for (const map of maps) {
    for (const key in map) {
      all ??= {};
      setKey(all, key, map[key]);
    }
  }
  return all;
}
