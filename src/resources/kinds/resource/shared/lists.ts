import { duplicate } from "../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { isJsonObject, record } from "../../../../json/value.ts";
import { inGoOrder } from "../../../../types/go-order.ts";
import { builtinShape } from "../../../../types/notation/shapes.ts";

/**
 * Checks that a list has at most `max` items, which declarative validation checks, too, and checks each item. Items of a
 * longer list are not checked.
 */
export function checkList<T>(
  items: readonly T[] | undefined,
  max: number,
  check: (item: T, at: FieldReport) => void,
  at: FieldReport,
): void {
  if (items !== undefined && items.length > max) at.declared.tooMany(items.length, max);
  else at.each(items, check);
}

/** Like `checkList`, without declarative validation. */
export function checkWrittenList<T>(
  items: readonly T[] | undefined,
  max: number,
  check: (item: T, at: FieldReport) => void,
  at: FieldReport,
): void {
  if (items !== undefined && items.length > max) at.tooMany(items.length, max);
  else at.each(items, check);
}

/** Rules of a list without equal keys. */
interface SetRules<T> {
  readonly max?: number;
  readonly check: (item: T, at: FieldReport) => void;
  readonly keyOf: (item: T) => string;
  /** A repeated item as errors quote it; absent: its key. */
  readonly printed?: (item: T) => unknown;
}

/** Checks a list without equal keys. `type`: that of the items, which errors of declarative validation quote as a whole. */
export function checkSet<T>(
  items: readonly T[] | undefined,
  { max = Number.POSITIVE_INFINITY, check, keyOf, printed = keyOf }: SetRules<T>,
  at: FieldReport,
  type?: string,
): void {
  checkList(items, max, check, at);
  for (const [item, i] of repeatedIn(items, max, keyOf)) {
    const whole =
      isJsonObject(item) && type !== undefined ? inGoOrder(record(item), builtinShape(type)) : item;
    at.index(i).add((field) => duplicate(field, printed(item)), duplicate("", whole).message);
  }
}

/** Like `checkSet`, without declarative validation. */
export function checkWrittenSet<T>(
  items: readonly T[] | undefined,
  { max = Number.POSITIVE_INFINITY, check, keyOf }: SetRules<T>,
  at: FieldReport,
): void {
  checkWrittenList(items, max, check, at);
  for (const [item, i] of repeatedIn(items, max, keyOf)) at.index(i).duplicate(keyOf(item));
}

/** Returns the items whose key an earlier item has, with their positions. */
function repeatedIn<T>(
  items: readonly T[] | undefined,
  max: number,
  keyOf: (item: T) => string,
): readonly (readonly [T, number])[] {
  if (items === undefined || items.length > max) return [];
  const seen = new Set<string>();
  return items.flatMap((item, i) => {
    const key = keyOf(item);
    if (seen.has(key)) return [[item, i] as const];
    seen.add(key);
    return [];
  });
}
