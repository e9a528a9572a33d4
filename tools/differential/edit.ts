import { setKey } from "../../src/json/object.ts";
import { unescapeToken } from "../../src/json/pointer.ts";
import { isJsonObject, type Json } from "../../src/json/value.ts";
import type { Edit } from "./case.ts";

/**
 * Changes `document` in place. An edit that does not match is skipped, because the response was not the expected one.
 */
export function applyEdit(document: Json, { at, set }: Edit): void {
  const keys = at.split("/").slice(1).map(unescapeToken);
  const last = keys.pop();
  if (last === undefined) return;
  let parent: Json | undefined = document;
  for (const [i, key] of keys.entries()) parent = childOf(parent, key, (keys[i + 1] ?? last) === "-");
  if (Array.isArray(parent)) editList(parent, last, set);
  else if (isJsonObject(parent)) {
    if (set === undefined) delete parent[last];
    else setKey(parent, last, set);
  }
}

function childOf(parent: Json | undefined, key: string, list: boolean): Json | undefined {
  if (Array.isArray(parent)) return parent[Number(key)];
  if (!isJsonObject(parent)) return undefined;
  if (parent[key] === undefined || parent[key] === null) setKey(parent, key, list ? [] : {});
  return parent[key];
}

function editList(list: Json[], key: string, set: Json | undefined): void {
  const index = key === "-" ? list.length : Number(key);
  if (!Number.isInteger(index) || index > list.length) return;
  if (set === undefined) list.splice(index, 1);
  else list[index] = set;
}
