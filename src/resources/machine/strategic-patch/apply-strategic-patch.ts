import { atOnce, type Steps } from "../../../async/steps.ts";
import { clone, getKey, setKey } from "../../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";
import type { ObjectShape, Shape } from "../../../types/shape.ts";
import { applyElementOrder } from "./apply-element-order.ts";
import {
  DELETE_FROM_LIST,
  directiveTarget,
  ELEMENT_ORDER,
  PATCH,
  plainValue,
  RETAIN_KEYS,
} from "./directives.ts";
import { lookUpList, lookUpObject } from "./field-lookup.ts";
import { holdsObjects, mergeList } from "./merge-list.ts";
import { badPrimitiveList, badRetainKeys, unknownPatchType } from "./patch-errors.ts";

/**
 * Applies a strategic merge patch (apimachinery/pkg/util/strategicpatch/patch.go, StrategicMergePatch) to the
 * JSON form of a built-in kind. The result shares unchanged parts with `original`; neither argument is
 * changed. Throws StatusError, as the reference does: 400 for malformed directives, 500 without a reason for
 * most other errors.
 */
export function applyStrategicPatch(original: JsonObject, patch: JsonObject, shape: ObjectShape): JsonObject {
  return atOnce(strategicSteps(original, patch, shape));
}

/** The same in steps. */
export function* strategicSteps(
  original: JsonObject,
  patch: JsonObject,
  shape: ObjectShape,
): Steps<JsonObject> {
  const changes = clone(patch);
  yield;
  return yield* mergeObjects(original, changes, shape);
}

/**
 * Returns the rest of a patch after the reference has applied it, without the directives that were carried
 * out. The reference's errors quote it.
 */
export function appliedPatch(original: JsonObject, patch: JsonObject, shape: ObjectShape): JsonObject {
  const left = clone(patch);
  atOnce(mergeObjects(original, left, shape));
  return left;
}

/** Merges objects. Removes from `changes` the directives that it carries out, as the reference does. */
function* mergeObjects(original: JsonObject, changes: JsonObject, shape: Shape): Steps<JsonObject> {
  const directive = getKey(changes, PATCH);
  if (directive !== undefined) return obeyDirective(directive, changes);
  const result = retainKeys({ ...original }, changes);
  yield* applyElementOrder(result, changes, shape, mergeObjects);
  for (const key of Object.keys(changes)) yield* mergeMember(result, key, changes[key]!, shape);
  return result;
}

function obeyDirective(directive: Json, patch: JsonObject): JsonObject {
  if (directive === "delete") return {};
  if (directive !== "replace") throw unknownPatchType(directive, patch);
  delete patch[PATCH];
  return patch;
}

/** Applies `$retainKeys`: only its keys are kept, and the patch may not contain other keys. */
function retainKeys(result: JsonObject, changes: JsonObject): JsonObject {
  const list = getKey(changes, RETAIN_KEYS);
  if (list === undefined) return result;
  delete changes[RETAIN_KEYS];
  if (!Array.isArray(list)) throw badRetainKeys();
  const retained = new Set(list);
  for (const key of Object.keys(changes)) {
    const isDirective = key.startsWith(DELETE_FROM_LIST) || key.startsWith(ELEMENT_ORDER);
    if (changes[key] !== null && !isDirective && !retained.has(key)) throw badRetainKeys();
  }
  for (const key of Object.keys(result)) if (!retained.has(key)) delete result[key];
  return result;
}

function* mergeMember(result: JsonObject, key: string, patch: Json, shape: Shape): Steps<void> {
  if (key.startsWith(DELETE_FROM_LIST)) yield* deleteFromList(result, key, patch, shape);
  else if (patch === null) delete result[key];
  else assign(result, key, yield* merged(getKey(result, key), patch, key, shape));
}

/**
 * Applies `$deleteFromPrimitiveList/finalizers: [a]`. If the object has no such list, nothing is deleted.
 * Objects are merged.
 */
function* deleteFromList(result: JsonObject, directive: string, patch: Json, shape: Shape): Steps<void> {
  const key = directiveTarget(directive, DELETE_FROM_LIST);
  if (key === undefined) throw badPrimitiveList();
  const original = getKey(result, key);
  if (patch === null) delete result[key];
  if (!Array.isArray(original) || !Array.isArray(patch)) return;
  const rule = lookUpList(shape, key);
  if (original.length === 0 && patch.length === 0) return;
  const gone = new Set(patch);
  result[key] = holdsObjects(original, patch)
    ? yield* mergeList(original, patch, rule, mergeObjects)
    : original.filter((item) => !gone.has(item));
}

function* merged(
  original: Json | undefined,
  patch: Json,
  key: string,
  shape: Shape,
): Steps<Json | undefined> {
  if (Array.isArray(original) && Array.isArray(patch)) {
    const rule = lookUpList(shape, key);
    return rule.strategy === "merge" ? yield* mergeList(original, patch, rule, mergeObjects) : patch;
  }
  if (isJsonObject(original) && isJsonObject(patch)) {
    const rule = lookUpObject(shape, key);
    return rule.strategy === "replace" ? patch : yield* mergeObjects(original, patch, rule.shape);
  }
  return plainValue(patch);
}

function assign(result: JsonObject, key: string, value: Json | undefined): void {
  if (value === undefined) delete result[key];
  else setKey(result, key, value);
}
