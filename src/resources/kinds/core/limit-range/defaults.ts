import type { JsonObject } from "../../../../api/json.ts";
import { setKey } from "../../../../json/object.ts";
import { type ApplyDefaults, part, parts } from "../../../define/fill.ts";

export const fillLimitRange: ApplyDefaults = (range) => {
  for (const limit of parts(part(range, "spec"), "limits")) if (limit.type === "Container") fillLimit(limit);
};

/** default ← max; defaultRequest ← default, else min. */
function fillLimit(limit: JsonObject): void {
  const values = together(part(limit, "max"), part(limit, "default"));
  const requests = together(part(limit, "min"), values, part(limit, "defaultRequest"));
  if (values !== undefined) limit.default = values;
  if (requests !== undefined) limit.defaultRequest = requests;
}

/** All members, the last of each name; undefined: there are none. Spreading very many takes twice as long. */
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
