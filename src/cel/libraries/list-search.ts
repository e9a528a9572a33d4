import { equalValues } from "../values/compare.ts";
import { adapt, type Value } from "../values/values.ts";
import type { Work } from "../values/work.ts";

/** Returns the first (step 1) or last (step −1) index of an item; −1 if the list does not have it. */
export function searchList(work: Work, items: readonly Value[], item: Value, step: 1 | -1): Value {
  for (let i = step === 1 ? 0 : items.length - 1; i >= 0 && i < items.length; i += step)
    if (equalValues(adapt(items[i]!), item, work) === true) return i;
  return -1;
}
