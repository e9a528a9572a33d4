import type { KubeObject } from "../api/meta.ts";
import { lookAtKeys, withSortedKeys } from "../api/object/key-order.ts";
import { keepNotes } from "../api/object/notes.ts";
import { isGoFloat } from "../go/float.ts";
import { setKey } from "../json/object.ts";
import type { Json, JsonObject } from "../json/value.ts";
import { type ObjectPlan, type Plan, planOf } from "./decode/plan.ts";
import type { ObjectShape } from "./shape.ts";

/** An object with its members in the order in which Go writes them, as far as JavaScript can keep that order. */
export interface Arranged {
  readonly object: KubeObject;
  /** True if a map in it has keys such as `10`, so that `stringifyIndexKeys` must write its text. */
  readonly hasIndexKeys: boolean;
}

/** Findings of one walk. `indexKeys`: there is a map with keys such as `10`. */
interface Seen {
  indexKeys: boolean;
}

/**
 * Orders fields by the declaration of the Go type and sorts the keys of maps, as encoding/json writes them.
 * Works in place: parts in another order are replaced. Returns the object, or a copy if the order of its own
 * members was different.
 */
export function arrangeTyped(object: KubeObject, shape: ObjectShape): Arranged {
  const seen: Seen = { indexKeys: false };
  return { object: arrangeObject(object, planOf(shape), seen) as KubeObject, hasIndexKeys: seen.indexKeys };
}

/** The same for custom resources, which consist of maps. */
export function arrangeUntyped(object: KubeObject): Arranged {
  const seen: Seen = { indexKeys: false };
  return { object: arrangeMaps(object, seen) as KubeObject, hasIndexKeys: seen.indexKeys };
}

/** Orders any value of a shape as Go writes it. Works in place, like `arrangeTyped`. */
export function inGoOrder(value: JsonObject, shape: ObjectShape): JsonObject {
  return arrangeObject(value, planOf(shape), { indexKeys: false });
}

function arrangeObject(value: JsonObject, plan: ObjectPlan, seen: Seen): JsonObject {
  const { fields } = plan;
  let last = -1;
  let ordered = true;
  for (const key in value) {
    const field = fields.get(key);
    const position = field === undefined ? fields.size : field.position;
    if (position < last) ordered = false;
    last = position;
    const member = value[key];
    if (field !== undefined && typeof member === "object" && member !== null) {
      const arranged = arrange(member, field.plan, seen);
      if (arranged !== member) value[key] = arranged;
    }
  }
  return ordered ? value : asDeclared(value, plan);
}

/** Puts each key into the place of its field: the members are few beside the fields that a type declares. */
function asDeclared(value: JsonObject, { fields }: ObjectPlan): JsonObject {
  const placed = new Array<string | undefined>(fields.size).fill(undefined);
  const others: string[] = [];
  for (const key in value) {
    const field = fields.get(key);
    if (field === undefined) others.push(key);
    else placed[field.position] = key;
  }
  const declared: JsonObject = {};
  for (const key of placed) if (key !== undefined && value[key] !== undefined) declared[key] = value[key];
  for (const key of others) setKey(declared, key, value[key]);
  keepNotes(value, declared);
  return declared;
}

function arrange(value: Json[] | JsonObject, plan: Plan, seen: Seen): Json[] | JsonObject {
  if (plan.op === "any" && plan.sorted) return arrangeMaps(value, seen);
  if (Array.isArray(value)) {
    if (plan.op === "list" && hasMembers(plan.item)) arrangeItems(value, plan.item, seen);
    else if (plan.op === "any" && plan.union !== undefined)
      arrangeItems(value, planOf(plan.union.schema), seen);
    return value;
  }
  if (plan.op === "object") return arrangeObject(value, plan, seen);
  if (plan.op === "map") return arrangeMap(value, plan.value, seen);
  return plan.op === "any" && plan.union !== undefined
    ? arrangeObject(value, planOf(plan.union.schema), seen)
    : value;
}

const hasMembers = (plan: Plan): boolean =>
  plan.op !== "scalar" && (plan.op !== "any" || plan.sorted || plan.union !== undefined);

function arrangeItems(list: Json[], item: Plan, seen: Seen): void {
  for (let at = 0; at < list.length; at++) {
    const given = list[at];
    if (typeof given !== "object" || given === null) continue;
    const arranged = arrange(given, item, seen);
    if (arranged !== given) list[at] = arranged;
  }
}

function arrangeMap(map: JsonObject, element: Plan, seen: Seen): JsonObject {
  if (hasMembers(element)) {
    for (const key in map) {
      const given = map[key];
      if (typeof given !== "object" || given === null) continue;
      const arranged = arrange(given, element, seen);
      if (arranged !== given) setKey(map, key, arranged);
    }
  }
  return sorted(map, seen);
}

function sorted(map: JsonObject, seen: Seen): JsonObject {
  const keys = lookAtKeys(map);
  if (keys.index) seen.indexKeys = true;
  return keys.sorted ? map : withSortedKeys(map);
}

function arrangeMaps(value: Json[] | JsonObject, seen: Seen): Json[] | JsonObject {
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const given = value[at];
      const arranged = arrangeMember(given, seen);
      if (arranged !== given) value[at] = arranged as Json;
    }
    return value;
  }
  for (const key in value) {
    const given = value[key];
    const arranged = arrangeMember(given, seen);
    if (arranged !== given) setKey(value, key, arranged);
  }
  return sorted(value, seen);
}

/** An integer that does not fit into an int64 is a float. YAML allows integers of up to 64 bits without a sign. */
function arrangeMember(given: Json | undefined, seen: Seen): Json | undefined {
  if (typeof given === "bigint") return isGoFloat(given) ? Number(given) : given;
  return typeof given === "object" && given !== null ? arrangeMaps(given, seen) : given;
}
