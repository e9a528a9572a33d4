import { mapGet, mapKeys } from "../values/containers.ts";
import { goTypeOf } from "../values/go-type.ts";
import { adapt, CelError, isList, isMap, type Value } from "../values/values.ts";
import type { Work } from "../values/work.ts";
import { CelLazyMap, type Frame, type Step } from "./frame.ts";

/** A planned comprehension. Numbers are indexes of slots. */
export interface Fold {
  readonly range: Step;
  readonly init: Step;
  /** Condition for the next iteration; undefined if it is always true. */
  readonly condition: Step | undefined;
  readonly step: Step;
  readonly result: Step;
  readonly accumulator: number;
  readonly variable: number;
  readonly variable2: number | undefined;
}

/**
 * Iterates over a list or a map until the condition is false. Errors of the steps are values that the next
 * step receives.
 */
export function runFold(fold: Fold, frame: Frame): Value {
  const range = fold.range(frame);
  if (range instanceof CelError) return range;
  const { slots } = frame;
  const items = itemsOf(range, frame.work);
  if (items === undefined) return notIterable(range, fold);
  const { accumulator, variable, variable2, condition, step } = fold;
  slots[accumulator] = fold.init(frame);
  for (let i = 0; i < items.length; i++) {
    const item = adapt(items[i]!);
    if (variable2 === undefined) slots[variable] = item;
    else bindBoth(slots, variable, variable2, range, item, i);
    if (condition !== undefined && condition(frame) === false) break;
    slots[accumulator] = step(frame);
  }
  return fold.result(frame);
}

/** Returns the items that a comprehension iterates over; undefined if the value is not iterable. */
export function itemsOf(range: Value, work: Work): readonly Value[] | undefined {
  if (isList(range)) return range;
  if (isMap(range)) return mapKeys(range, work);
  return range instanceof CelLazyMap ? range.values() : undefined;
}

/** Binds the index and the item of a list, or the key and the value of a map. */
export function bindBoth(
  slots: Value[],
  variable: number,
  variable2: number,
  range: Value,
  item: Value,
  index: number,
): void {
  slots[variable] = isList(range) ? index : item;
  slots[variable2] = isMap(range) ? mapGet(range, item)! : memberOf(range, item);
}

const memberOf = (range: Value, item: Value): Value =>
  range instanceof CelLazyMap ? (range.get(item) ?? new CelError(`no such key: ${String(item)}`)) : item;

/** Returns the error for a value that is not iterable; its text differs for two variables (evalFold in cel-go). */
export const notIterable = (value: Value, { variable2 }: Pick<Fold, "variable2">): CelError =>
  new CelError(
    variable2 === undefined
      ? `got '${goTypeOf(value)}', expected iterable type`
      : `unsupported comprehension range type: ${goTypeOf(value)}`,
  );
