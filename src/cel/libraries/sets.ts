import { global, type Library } from "../types/functions.ts";
import { costSize } from "../values/costs.ts";
import { listHas } from "../values/membership.ts";
import { adapt, type CelError, type Value } from "../values/values.ts";

function contains(a: readonly Value[], b: readonly Value[]): boolean | CelError {
  for (const item of b) {
    const found = listHas(a, adapt(item));
    if (found !== true) return found;
  }
  return true;
}

function equivalent(a: readonly Value[], b: readonly Value[]): boolean | CelError {
  const found = contains(a, b);
  return found === true ? contains(b, a) : found;
}

const intersects = (a: readonly Value[], b: readonly Value[]): boolean =>
  a.some((item) => listHas(b, adapt(item)) === true);

const product = ([a = [], b = []]: readonly Value[]): number => 1 + costSize(a) * costSize(b);

/** Functions that treat lists as sets. */
export const SETS: Library = {
  overloads: [
    global("list_sets_contains_list", "sets.contains", "list(T), list(T) -> bool", contains, product),
    global(
      "list_sets_equivalent_list",
      "sets.equivalent",
      "list(T), list(T) -> bool",
      equivalent,
      (args) => product(args) * 2 - 1,
    ),
    global("list_sets_intersects_list", "sets.intersects", "list(T), list(T) -> bool", intersects, product),
  ],
};
