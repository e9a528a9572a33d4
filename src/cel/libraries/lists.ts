import {
  type Cost,
  countingMember,
  global,
  type Library,
  member,
  type Overload,
} from "../types/functions.ts";
import { addValues } from "../values/arithmetic.ts";
import { compareValues, equalValues } from "../values/compare.ts";
import { costSize } from "../values/costs.ts";
import { noInt, noLister } from "../values/go-type.ts";
import {
  adapt,
  CelBytes,
  CelDouble,
  CelDuration,
  CelError,
  CelOptional,
  CelUint,
  isInt,
  isList,
  NO_OPTIONAL,
  NO_OVERLOAD,
  typeNameOf,
  type Value,
} from "../values/values.ts";
import type { Work } from "../values/work.ts";

const itemsOf = (list: readonly Value[]): Value[] => list.map(adapt);

/**
 * True if values of its type have an order (traits.Comparer in cel-go). Two neighbours of different types
 * count as sorted, whichever is first: the error of their comparison is lost (isSorted and cmp in
 * pkg/cel/library/lists.go).
 */
const isOrdered = (value: Value): boolean => compareValues(value, value) !== undefined;

function isSorted(list: readonly Value[]): Value {
  const items = itemsOf(list);
  for (let i = 0; i < items.length; i++) {
    if (!isOrdered(items[i]!)) return NO_OVERLOAD;
    if (i > 0 && (compareValues(items[i - 1]!, items[i]!) ?? 0) > 0) return false;
  }
  return true;
}

function best(name: string, sign: number): (list: readonly Value[]) => Value {
  return (list) => {
    let found: Value | undefined;
    for (const item of itemsOf(list)) {
      if (!isOrdered(item)) return NO_OVERLOAD;
      if (found === undefined || (compareValues(found, item) ?? 0) * sign < 0) found = item;
    }
    return found ?? new CelError(`${name} called on empty list`);
  };
}

function sum(zero: Value): (work: Work, list: readonly Value[]) => Value {
  return (work, list) => {
    let total = zero;
    for (const item of itemsOf(list)) {
      total = addValues(total, item, work);
      if (total instanceof CelError) return total;
    }
    return total;
  };
}

const SUMMABLE: readonly (readonly [string, Value])[] = [
  ["int", 0],
  ["uint", new CelUint(0n)],
  ["double", new CelDouble(0)],
  ["duration", new CelDuration(0n)],
];
const COMPARABLE = "int uint double bool duration timestamp string bytes".split(" ");

const comparisons: Overload[] = COMPARABLE.flatMap((type) => [
  member(`list_${type}_is_sorted_bool`, "isSorted", `list(${type}) -> bool`, (list) => isSorted(list)),
  member(`list_${type}_max_${type}`, "max", `list(${type}) -> ${type}`, best("max", 1)),
  member(`list_${type}_min_${type}`, "min", `list(${type}) -> ${type}`, best("min", -1)),
]);

/** Sums a dyn list; the type of the first item decides. */
function sumAny(work: Work, list: readonly Value[]): Value {
  const [first] = itemsOf(list);
  const found = SUMMABLE.find(
    ([type]) => first !== undefined && typeNameOf(first).toLowerCase().split(".").at(-1) === type,
  );
  return first === undefined ? 0 : found === undefined ? NO_OVERLOAD : sum(found[1])(work, list);
}

const sums: Overload[] = SUMMABLE.map(([type]) =>
  countingMember(`list_${type}_sum_${type}`, "sum", `list(${type}) -> ${type}`, (work, list) =>
    sumOf(work, type, list),
  ),
);

function sumOf(work: Work, type: string, list: readonly Value[]): Value {
  const zero = SUMMABLE.find(([name]) => name === type)?.[1] ?? 0;
  return list.length === 0 ? zero : sumAny(work, list);
}

function slice(items: readonly Value[], start: Value, end: Value): Value {
  const [from, to] = [Number(start), Number(end)];
  const call = `cannot slice(${String(start)}, ${String(end)})`;
  if (from < 0 || to < 0) return new CelError(`${call}, negative indexes not supported`);
  if (from > to) return new CelError(`${call}, start index must be less than or equal to end index`);
  if (to > items.length) return new CelError(`${call}, list is length ${items.length}`);
  return items.slice(from, to).map(adapt);
}

/** Returns the cost as the reference counts it: by the items of the result, or one for an error. */
const sliceCost: Cost = ([list = null, start = 0, end = 0]) => {
  const [from, to] = [Number(start), Number(end)];
  const isSlice = isList(list) && from >= 0 && from <= to && to <= list.length;
  return allocation(isSlice ? to - from : 1);
};

/** Flattens a list. It checks its arguments itself, because any list is accepted, with any nesting. */
function flatten(work: Work, list: Value, depth?: Value): Value {
  const type = depth === undefined ? "" : typeNameOf(depth);
  if (!isList(list) || (depth !== undefined && !isInt(depth)))
    return new CelError(`no such overload: ${typeNameOf(list)}.flatten(${type})`);
  return flattened(work, list, Number(depth ?? 1));
}

function flattened(work: Work, list: readonly Value[], depth: number): Value {
  if (depth < 0) return new CelError("level must be non-negative");
  const flat: Value[] = [];
  flattenInto(work, flat, list, depth);
  return flat;
}

/**
 * Flattens into a list and counts the work. A list can occur in itself many times, so that the result can be
 * much longer than its cost.
 */
function flattenInto(work: Work, flat: Value[], items: readonly Value[], depth: number): void {
  work.spend(items.length + 20);
  for (const item of items) {
    if (isList(item) && depth > 0) flattenInto(work, flat, item, depth - 1);
    else flat.push(adapt(item));
  }
}

function distinct(work: Work, list: readonly Value[]): Value {
  if (list.length === 0) return list;
  const found: Value[] = [];
  for (const item of itemsOf(list))
    if (!found.some((other) => equalValues(other, item, work) === true)) found.push(item);
  return found;
}

const sortBy =
  (name: string) =>
  (list: Value, keys: Value = list): Value =>
    isList(list) && isList(keys) ? sorted(list, keys) : new CelError(`no such overload: ${name}`);

function sorted(list: readonly Value[], keys: readonly Value[]): Value {
  const [items, by] = [itemsOf(list), itemsOf(keys)];
  if (items.length !== by.length)
    return new CelError(
      "@sortByAssociatedKeys() expected a list of the same size as the associated keys list",
    );
  if (items.length === 0) return list;
  const [first] = by;
  if (first !== undefined && by.some((key) => typeNameOf(key) !== typeNameOf(first)))
    return new CelError("list elements must have the same type");
  if (by.some((key) => compareValues(key, key) === undefined))
    return new CelError("list elements must be comparable");
  return items
    .map((item, i) => ({ item, key: by[i]! }))
    .sort((a, b) => compareValues(a.key, b.key) ?? 0)
    .map(({ item }) => item);
}

/** Most elements of `lists.range`. */
const MAX_RANGE = 1_000_000;

function range(count: Value): Value {
  const size = Number(count);
  if (size < 0) return new CelError(`lists.range: size must be non-negative, got ${String(count)}`);
  if (size > MAX_RANGE)
    return new CelError(`lists.range: size ${String(count)} exceeds maximum allowed (${MAX_RANGE})`);
  return Array.from({ length: size }, (_, i) => i);
}

const edge = (item: Value | undefined): Value =>
  item === undefined ? NO_OPTIONAL : new CelOptional(adapt(item));

function unwrap(items: readonly Value[]): Value {
  const wrong = items.find((item) => !(item instanceof CelOptional));
  if (wrong !== undefined) return new CelError(`value ${String(wrong)} is not optional`);
  return items.flatMap((item) =>
    item instanceof CelOptional && item.value !== undefined ? [item.value] : [],
  );
}

const walk = ([list = null]: readonly Value[]): number => traversalOf(list);

/** Returns the cost of reading: one for each plain value, a tenth for each byte of a text, rounded down. */
function traversalOf(value: Value): number {
  if (typeof value === "string") return Math.floor(Buffer.byteLength(value) * 0.1);
  return isList(value) ? value.reduce<number>((total, item) => total + traversalOf(item), 0) : 1;
}

const LIST_COST = 10;
const allocation = (work: number): number => 1 + LIST_COST + work;
const bySize: Cost = ([list = null], work) => allocation(costSize(list, work));
const byCount: Cost = ([count = 1]) => {
  const size = Number(count);
  return allocation(isInt(count) && size >= 0 && size <= MAX_RANGE ? size : 1);
};
const bySquare: Cost = ([list = null], work) => allocation(comparisonCost(list, work));
const bySquareOfAny: Cost = ([list = null], work) => {
  if (!isList(list)) throw noLister(list);
  return allocation(comparisonCost(list, work));
};
const bySquareOfKeys: Cost = ([, keys = null], work) => allocation(comparisonCost(keys, work));

/** Returns the cost of comparing every element with every other one; texts cost a tenth more. */
function comparisonCost(list: Value, work: Work): number {
  if (list instanceof CelError) throw noLister(list);
  const size = costSize(list, work);
  const first = isList(list) ? list[0] : undefined;
  return Math.floor(size * size * (typeof first === "string" || first instanceof CelBytes ? 2.1 : 2));
}

/** Converts a float to an integer as a processor does: numbers outside the range become the smallest integer. */
const wholeOf = (float: number): bigint => (Math.abs(float) < 2 ** 63 ? BigInt(float) : -(2n ** 63n));

/**
 * Returns the cost by depth. A negative depth reduces the cost so far, and exceeds the limit if that was less
 * (trackListFlatten and its unsigned integers).
 */
function byDepth([list = null, depth = 1]: readonly Value[], work: Work): number {
  if (!isInt(depth)) throw noInt(depth);
  return Number(BigInt.asIntN(64, wholeOf(costSize(list, work) * Number(depth)) + BigInt(allocation(0))));
}

const sorting: Overload[] = COMPARABLE.flatMap((type) => [
  member(`list_${type}_sort`, "sort", `list(${type}) -> list(${type})`, sortBy("sort"), bySquare),
  member(
    `list_${type}_sortByAssociatedKeys`,
    "@sortByAssociatedKeys",
    `list(T), list(${type}) -> list(T)`,
    sortBy("@sortByAssociatedKeys"),
    bySquareOfKeys,
  ),
]).map((overload) => ({ ...overload, unguarded: true }));

const flattening: Overload[] = [
  countingMember("list_flatten", "flatten", "list(list(T)) -> list(T)", flatten, byDepth),
  countingMember("list_flatten_int", "flatten", "list(dyn), int -> list(dyn)", flatten, byDepth),
].map((overload) => ({ ...overload, unguarded: true }));

/** Kubernetes' list functions, and the lists extension, version 3. */
export const LISTS: Library = {
  overloads: [
    ...comparisons,
    ...sums,
    ...sorting,
    member("list_slice", "slice", "list(T), int, int -> list(T)", slice, sliceCost),
    ...flattening,
    member("list_reverse", "reverse", "list(T) -> list(T)", (list) => itemsOf(list).reverse(), bySize),
    countingMember("list_distinct", "distinct", "list(T) -> list(T)", distinct, bySquareOfAny),
    member("list_first", "first", "list(T) -> optional(T)", (list) => edge(list[0])),
    member("list_last", "last", "list(T) -> optional(T)", (list) => edge(list.at(-1))),
    global("lists_range", "lists.range", "int -> list(int)", range, byCount),
    global("optional_unwrap", "optional.unwrap", "list(optional(T)) -> list(T)", unwrap),
    member("optional_unwrapOpt", "unwrapOpt", "list(optional(T)) -> list(T)", unwrap),
  ],
  costs: { isSorted: walk, sum: walk, max: walk, min: walk, indexOf: walk, lastIndexOf: walk },
};
