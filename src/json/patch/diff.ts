import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import { equal } from "../equal.ts";
import { getKey } from "../object.ts";
import { escapeToken } from "../pointer.ts";
import type { JsonPatchOperation } from "./operation.ts";

/** A small patch that leads from one document to another. `undefined` members count as absent. */
export function diffJson(before: Json, after: Json): JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = [];
  diffValues("", before, after, operations);
  return operations;
}

function diffValues(path: string, before: Json, after: Json, out: JsonPatchOperation[]): void {
  if (before === after) return;
  if (isJsonObject(before) && isJsonObject(after)) diffObjects(path, before, after, out);
  else if (Array.isArray(before) && Array.isArray(after)) diffLists(path, before, after, out);
  else if (!equal(before, after)) out.push({ op: "replace", path, value: after });
}

function diffObjects(path: string, before: JsonObject, after: JsonObject, out: JsonPatchOperation[]): void {
  for (const key of Object.keys(before)) {
    if (before[key] !== undefined && getKey(after, key) === undefined)
      out.push({ op: "remove", path: `${path}/${escapeToken(key)}` });
  }
  for (const [key, value] of Object.entries(after)) {
    if (value === undefined) continue;
    const old = getKey(before, key);
    const at = `${path}/${escapeToken(key)}`;
    if (old === undefined) out.push({ op: "add", path: at, value });
    else diffValues(at, old, value, out);
  }
}

/** Equal ends stay; in between items are changed in place, the surplus is removed from its end or inserted. */
function diffLists(
  path: string,
  before: readonly Json[],
  after: readonly Json[],
  out: JsonPatchOperation[],
): void {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && equal(before[head], after[head])) head++;
  let tail = 0;
  while (tail < shorter - head && equal(before[before.length - 1 - tail], after[after.length - 1 - tail]))
    tail++;
  const common = shorter - tail;
  for (let i = head; i < common; i++) diffValues(`${path}/${i}`, before[i] as Json, after[i] as Json, out);
  for (let i = before.length - tail - 1; i >= common; i--) out.push({ op: "remove", path: `${path}/${i}` });
  for (let i = common; i < after.length - tail; i++)
    out.push({ op: "add", path: `${path}/${i}`, value: after[i] as Json });
}
