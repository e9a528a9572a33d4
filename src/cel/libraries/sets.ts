import { countingGlobal, type Library } from "../types/functions.ts";
import { costSize } from "../values/costs.ts";
import { listHas } from "../values/membership.ts";
import { adapt, type CelError, type Value } from "../values/values.ts";
import type { Work } from "../values/work.ts";

function contains(work: Work, a: readonly Value[], b: readonly Value[]): boolean | CelError {
  for (const item of b) {
    const found = listHas(a, adapt(item), work);
    if (found !== true) return found;
  }
  return true;
}

function equivalent(work: Work, a: readonly Value[], b: readonly Value[]): boolean | CelError {
  const found = contains(work, a, b);
  return found === true ? contains(work, b, a) : found;
}

const intersects = (work: Work, a: readonly Value[], b: readonly Value[]): boolean =>
  a.some((item) => listHas(b, adapt(item), work) === true);

const product = ([a = [], b = []]: readonly Value[], work: Work): number =>
  1 + costSize(a, work) * costSize(b, work);

/** Functions that treat lists as sets. */
export const SETS: Library = {
  overloads: [
    countingGlobal("list_sets_contains_list", "sets.contains", "list(T), list(T) -> bool", contains, product),
    countingGlobal(
      "list_sets_equivalent_list",
      "sets.equivalent",
      "list(T), list(T) -> bool",
      equivalent,
      (args, work) => product(args, work) * 2 - 1,
    ),
    countingGlobal(
      "list_sets_intersects_list",
      "sets.intersects",
      "list(T), list(T) -> bool",
      intersects,
      product,
    ),
  ],
};
