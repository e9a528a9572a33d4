import { plainError } from "../../../api/status.ts";
import type { Steps } from "../../../async/steps.ts";
import { getKey, setKey } from "../../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";
import type { Shape } from "../../../types/shape.ts";
import { PATCH } from "./directives.ts";
import { arrange, requireIdentity } from "./element-order.ts";
import type { MemberRule } from "./field-lookup.ts";
import {
  listOfLists,
  mergeInList,
  mixedTypes,
  noElements,
  noMergeKey,
  unknownPatchType,
} from "./patch-errors.ts";

/**
 * Merges one item of a list of objects. It is a parameter, because objects contain lists and lists contain
 * objects.
 */
export type MergeObjects = (original: JsonObject, patch: JsonObject, shape: Shape) => Steps<JsonObject>;

/** Merges a list with `patchStrategy: merge`. */
export function* mergeList(
  original: readonly Json[],
  patch: readonly Json[],
  rule: MemberRule,
  merge: MergeObjects,
): Steps<Json[]> {
  if (original.length === 0 && patch.length === 0) return [...original];
  if (!holdsObjects(original, patch))
    return yield* arrange(unique([...original, ...patch]), patch, original, rule.mergeKey);
  yield;
  if (rule.mergeKey === "") throw plainError("cannot merge lists without merge key for struct");
  const [kept, changes] = obeyDirectives(
    original as readonly JsonObject[],
    patch as readonly JsonObject[],
    rule.mergeKey,
  );
  yield;
  const items = yield* mergeItems(kept, changes, rule, merge);
  return yield* arrange(items, changes, kept, rule.mergeKey);
}

/** True for lists of objects, false for lists of scalars; throws for lists in lists and for mixed lists. */
export function holdsObjects(...lists: readonly (readonly Json[])[]): boolean {
  const kinds = new Set(lists.flat().map((item) => kindOf(item)));
  const [first] = kinds;
  if (first === undefined) throw noElements();
  if (first === "list") throw listOfLists();
  if (kinds.size > 1) throw mixedTypes(...lists.map((list) => [...list]));
  return first === "map";
}

function kindOf(item: Json): string {
  if (Array.isArray(item)) return "list";
  if (isJsonObject(item)) return "map";
  return typeof item === "bigint" ? "number" : typeof item;
}

/** Returns the items without repetitions, in the order of their first occurrence. */
const unique = (items: readonly Json[]): Json[] => [...new Set(items)];

/** Applies the items that have `$patch`: `delete` removes the matching items, `replace` removes all items. */
function obeyDirectives(
  original: readonly JsonObject[],
  patch: readonly JsonObject[],
  mergeKey: string,
): [JsonObject[], JsonObject[]] {
  const deleted: JsonObject[] = [];
  const plain: JsonObject[] = [];
  let replace = false;
  for (const item of patch) {
    const directive = getKey(item, PATCH);
    if (directive === undefined) plain.push(item);
    else if (directive === "delete") deleted.push(requireKey(item, mergeKey));
    else if (directive === "replace") replace = true;
    else if (directive === "merge") throw mergeInList();
    else throw unknownPatchType(directive, item);
  }
  return replace ? [plain, []] : [without(original, mergeKey, deleted), plain];
}

function requireKey(item: JsonObject, mergeKey: string): JsonObject {
  if (getKey(item, mergeKey) === undefined) throw noMergeKey(item, mergeKey);
  return item;
}

function without(
  items: readonly JsonObject[],
  mergeKey: string,
  deleted: readonly JsonObject[],
): JsonObject[] {
  const keys = new Set(deleted.map((item) => getKey(item, mergeKey)));
  return items.filter((item) => !keys.has(getKey(item, mergeKey)));
}

/** Returns a list without the items that a patch deletes. */
export function withoutDeleted(items: readonly Json[], patch: readonly Json[], mergeKey: string): Json[] {
  const deleted = patch.filter(
    (item) => isJsonObject(item) && getKey(item, PATCH) === "delete",
  ) as JsonObject[];
  for (const item of deleted) requireKey(item, mergeKey);
  return without(items as readonly JsonObject[], mergeKey, deleted);
}

function* mergeItems(
  original: readonly JsonObject[],
  patch: readonly JsonObject[],
  rule: MemberRule,
  merge: MergeObjects,
): Steps<JsonObject[]> {
  const merged = [...original];
  const places = new Map<Json | undefined, number>();
  original.forEach((item, i) => {
    const key = getKey(item, rule.mergeKey);
    if (!places.has(key)) places.set(key, i);
  });
  for (const [i, item] of patch.entries()) {
    if (i % ITEMS_A_STEP === 0) yield;
    const key = requireIdentity(item, rule.mergeKey);
    const at = places.get(key);
    if (at === undefined) places.set(key, merged.push(item) - 1);
    else {
      const made = yield* merge(merged[at] as JsonObject, item, rule.shape);
      merged[at] = at < original.length ? made : become(merged[at] as JsonObject, made);
    }
  }
  return merged;
}

const ITEMS_A_STEP = 5000;

/** Replaces the members of an item of the patch. */
function become(item: JsonObject, other: JsonObject): JsonObject {
  for (const key of Object.keys(item)) delete item[key];
  for (const key of Object.keys(other)) setKey(item, key, other[key]);
  return item;
}
