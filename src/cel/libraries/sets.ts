import { equalValues } from "../compare.ts";
import { costSize } from "../costs.ts";
import { global, type Library } from "../functions.ts";
import { adapt, type Value } from "../values.ts";

const has = (list: readonly Value[], item: Value): boolean =>
  list.some((other) => equalValues(adapt(item), adapt(other)) === true);

const contains = (a: readonly Value[], b: readonly Value[]): boolean => b.every((item) => has(a, item));

const intersects = (a: readonly Value[], b: readonly Value[]): boolean => a.some((item) => has(b, item));

const product = ([a = [], b = []]: readonly Value[]): number => 1 + costSize(a) * costSize(b);

/** Lists as sets. */
export const SETS: Library = {
  overloads: [
    global("list_sets_contains_list", "sets.contains", "list(T), list(T) -> bool", contains, product),
    global(
      "list_sets_equivalent_list",
      "sets.equivalent",
      "list(T), list(T) -> bool",
      (a, b) => contains(a, b) && contains(b, a),
      (args) => product(args) * 2 - 1,
    ),
    global("list_sets_intersects_list", "sets.intersects", "list(T), list(T) -> bool", intersects, product),
  ],
};
