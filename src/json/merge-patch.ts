import { isJsonObject, type Json, type JsonObject } from "../api/json.ts";
import { getKey, setKey } from "./object.ts";

/**
 * RFC 7386 as the reference does it: what the patch leaves alone is shared with the old value, which stays as it was.
 * Null members disappear from what the patch adds, also inside lists, but null items stay, and a list that takes the
 * place of an object is put in as it is.
 */
export function applyMergePatch(document: Json, patch: Json): Json {
  if (!isJsonObject(document)) return pruneNulls(patch);
  if (!isJsonObject(patch)) return patch;
  let result: JsonObject | undefined;
  for (const key of Object.keys(patch)) {
    const value = patch[key];
    if (value === undefined) continue;
    const old = getKey(document, key);
    const merged =
      value === null
        ? undefined
        : old === undefined || old === null
          ? pruneNulls(value)
          : applyMergePatch(old, value);
    if (merged === old) continue;
    result ??= { ...document };
    if (merged === undefined) delete result[key];
    else setKey(result, key, merged);
  }
  return result ?? document;
}

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
