import { duplicate, type FieldError } from "../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../api/validation/field-path.ts";
import { record } from "../../../../json/value.ts";
import { inGoOrder } from "../../../../types/go-order.ts";
import { builtinShape } from "../../../../types/notation/shapes.ts";

/**
 * Checks that a list has at most `max` items, and checks each item. Items of a longer list are not checked.
 */
export function checkList<T>(
  items: readonly T[] | undefined,
  max: number,
  check: (item: T, at: FieldReport) => void,
  at: FieldReport,
): void {
  if (items === undefined) return;
  if (items.length > max) {
    at.tooMany(items.length, max);
    return;
  }
  at.each(items, check);
}

/**
 * Like `checkList`; no two items may have the same key. `type`: that of the items, if declarative validation finds equal
 * keys, too: it quotes the whole item.
 */
export function checkSet<T>(
  items: readonly T[] | undefined,
  max: number,
  check: (item: T, at: FieldReport) => void,
  keyOf: (item: T) => string,
  at: FieldReport,
  printed: (item: T) => unknown = keyOf,
  type?: string,
): void {
  checkList(items, max, check, at);
  if (items === undefined || items.length > max) return;
  const seen = new Set<string>();
  items.forEach((item, i) => {
    const key = keyOf(item);
    if (seen.has(key)) at.errors.push(duplicateItem(item, printed(item), at.index(i), type));
    seen.add(key);
  });
}

function duplicateItem(
  item: unknown,
  printed: unknown,
  at: FieldReport,
  type: string | undefined,
): FieldError {
  const error = duplicate(at.toString(), printed);
  if (type === undefined) return error;
  const { message } = duplicate(at.toString(), inGoOrder(record(item), builtinShape(type)));
  return { ...error, declared: message };
}
