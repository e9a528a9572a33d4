import { mapGet, mapKeys } from "./containers.ts";
import { CelLazyMap, type Frame, type Step } from "./frame.ts";
import { goTypeOf } from "./go-type.ts";
import { adapt, CelError, isList, isMap, type Value } from "./values.ts";

/** A planned comprehension. Numbers are slots. */
export interface Fold {
  readonly range: Step;
  readonly init: Step;
  /** Undefined: it always goes on. */
  readonly condition: Step | undefined;
  readonly step: Step;
  readonly result: Step;
  readonly accumulator: number;
  readonly variable: number;
  readonly variable2: number | undefined;
}

/** Walks over a list or a map until the condition is false; errors of the steps are values that the next step sees. */
export function runFold(fold: Fold, frame: Frame): Value {
  const range = fold.range(frame);
  if (range instanceof CelError) return range;
  const { slots } = frame;
  const items = itemsOf(range);
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

/** What a comprehension walks over; undefined: nothing that can be. */
export function itemsOf(range: Value): readonly Value[] | undefined {
  if (isList(range)) return range;
  if (isMap(range)) return mapKeys(range);
  return range instanceof CelLazyMap ? range.values() : undefined;
}

/** The place and the item of a list, the key and the value of a map. */
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

/** Other words where there are two variables (evalFold in cel-go). */
export const notIterable = (value: Value, { variable2 }: Pick<Fold, "variable2">): CelError =>
  new CelError(
    variable2 === undefined
      ? `got '${goTypeOf(value)}', expected iterable type`
      : `unsupported comprehension range type: ${goTypeOf(value)}`,
  );
