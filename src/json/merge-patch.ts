import { isJsonObject, type Json, type JsonObject } from "../api/json.ts";
import { atOnce, type Steps } from "../api/steps.ts";
import { getKey, setKey, shallowCopy } from "./object.ts";

/**
 * RFC 7386 as the reference does it: what the patch leaves alone is shared with the old value, which stays as it was.
 * Null members disappear from what the patch adds, also inside lists, but null items stay, and a list that takes the
 * place of an object is put in as it is.
 */
export const applyMergePatch = (document: Json, patch: Json): Json => atOnce(mergeSteps(document, patch));

/** The same in steps. */
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

/** Copies what holds null members, shares the rest. */
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
