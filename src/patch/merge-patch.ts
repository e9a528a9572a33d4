import { atOnce, type Steps } from "../async/steps.ts";
import { getKey, setKey, shallowCopy } from "../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";

/**
 * Applies a merge patch (RFC 7386) as the reference does. The result shares all unchanged parts with the old value,
 * which is not modified. Null members of added values are dropped, also inside lists, but null items of lists are
 * kept. A list that replaces an object is inserted unchanged.
 */
export const applyMergePatch = (document: Json, patch: Json): Json => atOnce(mergeSteps(document, patch));

/** `applyMergePatch` in steps. */
export function* mergeSteps(document: Json, patch: Json): Steps<Json> {
  if (!isJsonObject(document)) return pruneNulls(patch);
  if (!isJsonObject(patch)) return patch;
  let result: JsonObject | undefined;
  let left = MEMBERS_A_STEP;
  for (const key of Object.keys(patch)) {
    const value = patch[key];
    if (value === undefined) continue;
    const old = getKey(document, key);
    const merged =
      value === null
        ? undefined
        : old === undefined || old === null
          ? pruneNulls(value)
          : yield* mergeSteps(old, value);
    if (--left === 0) {
      left = MEMBERS_A_STEP;
      yield;
    }
    if (merged === old) continue;
    if (result === undefined) {
      result = shallowCopy(document);
      yield;
    }
    if (merged === undefined) delete result[key];
    else setKey(result, key, merged);
  }
  return result ?? document;
}

const MEMBERS_A_STEP = 5000;

/** Copies values that contain null members, without these, and shares all others. */
function pruneNulls(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return pruneItems(value);
  const copy: JsonObject = {};
  let changed = false;
  for (const key of Object.keys(value)) {
    const member = value[key];
    const pruned = member === null || member === undefined ? undefined : pruneNulls(member);
    if (pruned !== member) changed = true;
    if (pruned !== undefined) setKey(copy, key, pruned);
  }
  return changed ? copy : value;
}

function pruneItems(list: Json[]): Json[] {
  const pruned = list.map(pruneNulls);
  return pruned.some((item, i) => item !== list[i]) ? pruned : list;
}
