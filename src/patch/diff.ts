import { equal } from "../json/equal.ts";
import { getKey } from "../json/object.ts";
import { escapeToken } from "../json/pointer.ts";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import type { JsonPatchOperation } from "./operation.ts";

/**
 * Computes a small patch that changes one document into another. Members that are `undefined` count as absent. Items
 * of lists are matched by name (or by a member that serves as one), so inserting a container at the front is one
 * operation.
 */
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
  for (const key in before) {
    if (before[key] !== undefined && getKey(after, key) === undefined)
      out.push({ op: "remove", path: `${path}/${escapeToken(key)}` });
  }
  for (const key in after) {
    const value = getKey(after, key);
    const old = getKey(before, key);
    // Most members are unchanged, so their paths are not computed.
    if (value === undefined || value === old) continue;
    const at = `${path}/${escapeToken(key)}`;
    if (old === undefined) out.push({ op: "add", path: at, value });
    else diffValues(at, old, value, out);
  }
}

function diffLists(
  path: string,
  before: readonly Json[],
  after: readonly Json[],
  out: JsonPatchOperation[],
): void {
  if (equal(before, after)) return;
  const keys = before.length === 0 ? undefined : keysOf(before, after);
  if (keys === undefined) diffByPlace(path, before, after, out);
  else diffByKey(path, { before, after, ...keys }, out);
}

/** Members that identify items in the lists of Kubernetes, the most likely first. */
const KEYS = ["name", "mountPath", "containerPort", "port", "key", "type", "ip", "uid", "topologyKey"];

interface Keyed {
  readonly beforeKeys: readonly Json[];
  readonly afterKeys: readonly Json[];
}

/** Keys of the items; undefined if no member identifies every item uniquely, or if the items changed their order. */
function keysOf(before: readonly Json[], after: readonly Json[]): Keyed | undefined {
  for (const member of KEYS) {
    const beforeKeys = uniqueKeys(before, member);
    const afterKeys = beforeKeys === undefined ? undefined : uniqueKeys(after, member);
    if (beforeKeys !== undefined && afterKeys !== undefined)
      return inOneOrder(beforeKeys, afterKeys) ? { beforeKeys, afterKeys } : undefined;
  }
  return undefined;
}

function uniqueKeys(list: readonly Json[], member: string): Json[] | undefined {
  const keys: Json[] = [];
  for (const item of list) {
    const key = isJsonObject(item) ? getKey(item, member) : undefined;
    if (typeof key !== "string" && typeof key !== "number") return undefined;
    keys.push(key);
  }
  return new Set(keys).size === keys.length ? keys : undefined;
}

function inOneOrder(before: readonly Json[], after: readonly Json[]): boolean {
  const places = new Map(before.map((key, i) => [key, i]));
  let last = -1;
  for (const key of after) {
    const place = places.get(key);
    if (place === undefined) continue;
    if (place < last) return false;
    last = place;
  }
  return true;
}

/**
 * Removes missing items from the end to the front, changes the remaining ones in place, and inserts new ones between
 * them.
 */
function diffByKey(
  path: string,
  list: Keyed & { readonly before: readonly Json[]; readonly after: readonly Json[] },
  out: JsonPatchOperation[],
): void {
  const stays = new Set(list.afterKeys);
  for (let i = list.before.length - 1; i >= 0; i--)
    if (!stays.has(list.beforeKeys[i]!)) out.push({ op: "remove", path: `${path}/${i}` });
  const old = new Map(list.beforeKeys.map((key, i) => [key, list.before[i]]));
  list.after.forEach((value, i) => {
    const previous = old.get(list.afterKeys[i]!);
    if (previous === undefined) out.push({ op: "add", path: `${path}/${i}`, value });
    else diffValues(`${path}/${i}`, previous, value, out);
  });
}

/**
 * Keeps equal items at both ends. Between them, items are changed in place, and surplus items are removed or inserted
 * at the end of the changed part.
 */
function diffByPlace(
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
  for (let i = head; i < common; i++) diffValues(`${path}/${i}`, before[i]!, after[i]!, out);
  for (let i = before.length - tail - 1; i >= common; i--) out.push({ op: "remove", path: `${path}/${i}` });
  for (let i = common; i < after.length - tail; i++)
    out.push({ op: "add", path: `${path}/${i}`, value: after[i]! });
}
