import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import { getKey, setKey } from "../../json/object.ts";
import type { Shape } from "../../schema/shape.ts";
import { directiveTarget, ELEMENT_ORDER, PATCH, plainValue } from "./directives.ts";
import { arrange, requireIdentity } from "./element-order.ts";
import { lookUpList, type MemberRule } from "./field-lookup.ts";
import { holdsObjects, type MergeObjects, mergeList } from "./merge-list.ts";
import { badElementOrder, wrongOrder, wrongType } from "./patch-errors.ts";

/** Merges and orders the lists that have a `$setElementOrder/<list>`; takes both from `changes`. */
export function applyElementOrder(
  result: JsonObject,
  changes: JsonObject,
  shape: Shape,
  merge: MergeObjects,
): void {
  for (const directive of Object.keys(changes)) {
    if (!directive.startsWith(ELEMENT_ORDER)) continue;
    const order = asList(changes[directive]);
    delete changes[directive];
    const key = directiveTarget(directive, ELEMENT_ORDER);
    if (key === undefined) throw badElementOrder();
    const ordered = orderList(
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

function orderList(
  original: Json | undefined,
  patch: Json | undefined,
  order: Json[],
  rule: MemberRule,
  merge: MergeObjects,
): Json[] | undefined {
  const [live, change] = [asList(original), asList(patch)];
  checkOrder(change ?? [], order, rule.mergeKey);
  if (live === undefined && change === undefined) return undefined;
  const items = mergeInto(live, change, rule, merge);
  if ((live ?? []).length + (change ?? []).length > 0 || items.length > 0)
    holdsObjects(live ?? [], change ?? []);
  return arrange(items, order, live ?? [], rule.mergeKey);
}

function mergeInto(
  live: Json[] | undefined,
  change: Json[] | undefined,
  rule: MemberRule,
  merge: MergeObjects,
): Json[] {
  if (live === undefined) return (plainValue(change ?? []) as Json[]) ?? [];
  if (change === undefined) return live;
  return rule.strategy === "merge" ? mergeList(live, change, rule, merge) : change;
}

function asList(value: Json | undefined): Json[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw wrongType("[]interface {}", value);
  return value;
}

/** What the patch gives has to be named in the order, and in that order. */
function checkOrder(patch: Json[], order: Json[], mergeKey: string): void {
  if (order.length === 0 || patch.length === 0) return;
  const given = patch.filter((item) => !(isJsonObject(item) && Object.hasOwn(item, PATCH)));
  let next = 0;
  for (const place of order) {
    if (next === given.length) return;
    if (requireIdentity(given[next] as Json, mergeKey) === requireIdentity(place, mergeKey)) next++;
  }
  if (next < given.length) throw wrongOrder(patch, order);
}
