import type { Steps } from "../../../async/steps.ts";
import { getKey, setKey } from "../../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";
import type { Shape } from "../../../types/shape.ts";
import { directiveTarget, ELEMENT_ORDER, PATCH, withoutDirectives } from "./directives.ts";
import { arrange, identity, requireIdentity, requireKey } from "./element-order.ts";
import { lookUpList, type MemberRule } from "./field-lookup.ts";
import { holdsObjects, type MergeObjects, mergeList, withoutDeleted } from "./merge-list.ts";
import { badElementOrder, notAMap, wrongOrder, wrongType } from "./patch-errors.ts";

/** Merges and orders the lists that have a `$setElementOrder/<list>`; removes both from `changes`. */
export function* applyElementOrder(
  result: JsonObject,
  changes: JsonObject,
  shape: Shape,
  merge: MergeObjects,
): Steps<void> {
  for (const directive of Object.keys(changes)) {
    if (!directive.startsWith(ELEMENT_ORDER)) continue;
    const order = asList(changes[directive]);
    delete changes[directive];
    const key = directiveTarget(directive, ELEMENT_ORDER);
    if (key === undefined) throw badElementOrder();
    const ordered = yield* orderList(
      getKey(result, key),
      getKey(changes, key),
      order ?? [],
      lookUpList(shape, key),
      merge,
    );
    if (ordered === undefined) continue;
    setKey(result, key, ordered);
    delete changes[key];
  }
}

function* orderList(
  original: Json | undefined,
  patch: Json | undefined,
  order: Json[],
  rule: MemberRule,
  merge: MergeObjects,
): Steps<Json[] | undefined> {
  const [live, change] = [asList(original), asList(patch)];
  checkOrder(change ?? [], order, rule.mergeKey);
  if (live === undefined && change === undefined) return undefined;
  const items = yield* mergeInto(live, change, rule, merge);
  findPlaces(items, order, rule.mergeKey);
  if (holdsObjects(live ?? [], change ?? []))
    for (const item of rule.mergeKey === "" ? [...order, ...(live ?? [])] : order)
      requireKey(item, rule.mergeKey);
  yield;
  return yield* arrange(items, order, orderOfServer(live ?? [], change ?? [], rule.mergeKey), rule.mergeKey);
}

/** Finds the place of each item in the order, up to the first entry of the order that is not an object. */
function findPlaces(items: readonly Json[], order: readonly Json[], mergeKey: string): void {
  const stop = order.findIndex((entry) => !isJsonObject(entry));
  if (mergeKey === "" || stop < 0) return;
  const before = new Set(order.slice(0, stop).map((entry) => identity(entry, mergeKey)));
  for (const item of items) if (!before.has(requireIdentity(item, mergeKey))) throw notAMap(stop);
}

/**
 * Returns the order of the server. In the reference, new items replace deleted ones, and so have a place in
 * this order.
 */
function orderOfServer(live: Json[], change: Json[], mergeKey: string): Json[] {
  if (mergeKey === "" || !change.some((item) => directiveOf(item) === "delete")) return live;
  const kept = withoutDeleted(live, change, mergeKey);
  const known = new Set(kept.map((item) => identity(item, mergeKey)));
  const added = change.filter(
    (item) => directiveOf(item) === undefined && !known.has(identity(item, mergeKey)),
  );
  return [...kept, ...added].slice(0, live.length);
}

function* mergeInto(
  live: Json[] | undefined,
  change: Json[] | undefined,
  rule: MemberRule,
  merge: MergeObjects,
): Steps<Json[]> {
  if (live === undefined) return withoutDirectives(change ?? []) as Json[];
  if (change === undefined) return live;
  return rule.strategy === "merge" ? yield* mergeList(live, change, rule, merge) : change;
}

function asList(value: Json | undefined): Json[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw wrongType("[]interface {}", value);
  return value;
}

const directiveOf = (item: Json): Json | undefined => (isJsonObject(item) ? getKey(item, PATCH) : undefined);

/** Checks that the order contains all items of the patch, in the same order. */
function checkOrder(patch: Json[], order: Json[], mergeKey: string): void {
  if (order.length === 0 || patch.length === 0) return;
  if (mergeKey !== "")
    for (const item of patch) if (!isJsonObject(item)) throw wrongType("map[string]interface {}", item);
  const given = patch.filter((item) => directiveOf(item) !== "delete");
  let next = 0;
  for (let place = 0; place < order.length && next < given.length; next++) {
    const item = given[next]!;
    if (directiveOf(item) !== undefined) continue;
    const id = requireIdentity(item, mergeKey);
    while (place < order.length && requireIdentity(order[place]!, mergeKey) !== id) place++;
    if (place++ === order.length) break;
  }
  if (next < given.length) throw wrongOrder(patch, order);
}
