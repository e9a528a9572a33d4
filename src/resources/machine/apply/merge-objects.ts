import { mergeFloats } from "../../../api/object/whole-floats.ts";
import { setKey } from "../../../json/object.ts";
import { isJsonObject, type Json, type JsonObject, record } from "../../../json/value.ts";
import { indexItems, OPEN_MAP } from "./sets/compare.ts";
import { type ListMergeType, type MapMergeType, type MergeType, OPEN } from "./sets/merge-type.ts";

/** Returns the live object with all values of the applied one; shares parts with both. */
export function mergeObjects(type: MergeType, live: JsonObject, applied: JsonObject): JsonObject {
  return record(merge(type, live, applied));
}

function merge(type: MergeType, live: Json | undefined, applied: Json | undefined): Json | undefined {
  if (applied === undefined || live === undefined) return applied ?? live;
  if (type.kind === "map") return mergeMaps(type, live, applied);
  if (type.kind === "list") return mergeLists(type, live, applied);
  return type.kind === "open" && !type.atomic ? mergeOpen(live, applied) : applied;
}

/**
 * Merges values without a declared type. Null does not change an object; otherwise values of different types
 * replace each other.
 */
function mergeOpen(live: Json, applied: Json): Json | undefined {
  return isJsonObject(live) && (isJsonObject(applied) || applied === null)
    ? mergeMaps(OPEN_MAP, live, applied)
    : applied;
}

function mergeMaps(type: MapMergeType, live: Json, applied: Json): Json | undefined {
  const a = isJsonObject(live) ? live : {};
  const b = isJsonObject(applied) ? applied : {};
  if (type.atomic) return applied;
  const out: JsonObject = {};
  let isEmpty = true;
  const put = (key: string, value: Json | undefined): void => {
    if (value === undefined) return;
    setKey(out, key, value);
    isEmpty = false;
  };
  for (const key in a) put(key, mergeMember(type, key, a[key], Object.hasOwn(b, key) ? b[key] : undefined));
  for (const key in b) if (!Object.hasOwn(a, key)) put(key, b[key]);
  mergeFloats(out, a, b);
  if (!isEmpty) return out;
  return isBare(a) && isBare(b) ? applied : undefined;
}

function mergeMember(
  type: MapMergeType,
  key: string,
  live: Json | undefined,
  applied: Json | undefined,
): Json | undefined {
  return merge(type.fields.get(key)?.type ?? type.element ?? OPEN, live, applied);
}

const isBare = (value: JsonObject): boolean => Object.values(value).every((member) => member === undefined);

function mergeLists(type: ListMergeType, live: Json, applied: Json): Json | undefined {
  const a = Array.isArray(live) ? live : [];
  const b = Array.isArray(applied) ? applied : [];
  if (type.relation === "atomic" || (a.length === 0 && b.length === 0)) return applied;
  const merged = new ListMerge(type, a, b).run();
  return merged.length === 0 ? undefined : merged;
}

interface Item {
  readonly element: string;
  readonly value: Json;
}

/**
 * Merges lists. Applied items keep their order, and so do items that only the live list has. Where both lists
 * meet, a live item is placed before the applied items that followed it.
 */
class ListMerge {
  readonly #type: ListMergeType;
  readonly #live: readonly Item[];
  readonly #applied: readonly Item[];
  readonly #liveByElement: ReadonlyMap<string, readonly Json[]>;
  readonly #appliedByElement: ReadonlyMap<string, readonly Json[]>;
  /** Applied items that are also live, in the order of the applied list. */
  readonly #shared: readonly string[];
  /** Number of merged items of `#shared`. */
  #merged = 0;
  readonly #done = new Set<string>();
  readonly #out: Json[] = [];

  constructor(type: ListMergeType, live: readonly Json[], applied: readonly Json[]) {
    this.#type = type;
    this.#liveByElement = indexItems(type, live);
    this.#appliedByElement = indexItems(type, applied);
    this.#live = itemsInOrder(this.#liveByElement, live);
    this.#applied = itemsInOrder(this.#appliedByElement, applied);
    this.#shared = this.#applied
      .map(({ element }) => element)
      .filter((element) => this.#liveByElement.has(element));
  }

  run(): Json[] {
    let [l, r] = [0, 0];
    while (l < this.#live.length || r < this.#applied.length) {
      const [left, right] = [this.#live[l], this.#applied[r]];
      if (left && right && left.element !== right.element && this.#comesLater(left)) l++;
      else if (left && !this.#appliedByElement.has(left.element)) {
        this.#out.push(left.value);
        l++;
      } else {
        if (left && (left.element === right?.element || this.#done.has(left.element))) l++;
        if (right === undefined) continue;
        this.#take(right);
        r++;
      }
    }
    return this.#out;
  }

  /** True for a live item that is also applied, but is not the next one in the applied order. */
  #comesLater({ element }: Item): boolean {
    const next = this.#shared[this.#merged];
    return next !== undefined && next !== element && this.#appliedByElement.has(element);
  }

  #take({ element, value }: Item): void {
    const live = this.#liveByElement.get(element);
    const merged =
      live === undefined ? value : merge(this.#type.item, live.length > 1 ? null : live[0], value);
    if (merged !== undefined) this.#out.push(merged);
    this.#done.add(element);
    if (this.#shared[this.#merged] === element) this.#merged++;
  }
}

/** Returns every item of a list with its element, including repeated ones. */
function itemsInOrder(index: ReadonlyMap<string, readonly Json[]>, items: readonly Json[]): Item[] {
  const elements = new Map<Json, string>();
  for (const [element, same] of index) for (const value of same) elements.set(value, element);
  return items.map((value) => ({ element: elements.get(value)!, value }));
}
