import { itemAt } from "../parse/item-at.ts";
import { isInt } from "../values/values.ts";
import { type Argument, type CallEstimate, sizeOr } from "./node.ts";
import { add, exactly, multiply, type Range, scale, UNBOUNDED } from "./range.ts";

const CALL = exactly(1);
const LIST = exactly(10);

const allocating = (size: Range, factor = 1): CallEstimate => ({
  cost: add(add(scale(size, factor), CALL), LIST),
  size,
});

/** Returns the value of an int literal; `otherwise` for all other expressions. */
function literal({ expr }: Argument, otherwise: number): number {
  if (expr?.kind !== "literal" || !isInt(expr.value)) return otherwise;
  return Math.max(0, Number(expr.value));
}

const square = (argument: Argument, factor: number): CallEstimate =>
  allocating(multiply(sizeOr(argument), sizeOr(argument)), factor);

const sets = (args: readonly Argument[], factor: number): CallEstimate => {
  const product = multiply(sizeOr(itemAt(args, 0)), sizeOr(itemAt(args, 1)));
  return { cost: add(scale(product, factor), CALL) };
};

const SORT = /^list_(.+)_sort(ByAssociatedKeys)?$/;

/** Returns the estimate for calls of the list and set extensions, by overload; undefined for all others. */
export function extensionCall(
  overload: string,
  target: Argument | undefined,
  args: readonly Argument[],
): CallEstimate | undefined {
  switch (overload) {
    case "list_sets_contains_list":
    case "list_sets_intersects_list":
      return sets(args, 1);
    case "list_sets_equivalent_list":
      return sets(args, 2);
    case "lists_range":
      return allocating(exactly(literal(itemAt(args, 0), UNBOUNDED)));
    default:
      return target === undefined ? undefined : listCall(overload, target, args);
  }
}

function listCall(overload: string, target: Argument, args: readonly Argument[]): CallEstimate | undefined {
  switch (overload) {
    case "list_slice": {
      const end = literal(itemAt(args, 1), sizeOr(target).max);
      const length = end - literal(itemAt(args, 0), 0);
      return allocating(exactly(length < 0 ? UNBOUNDED + length : length));
    }
    case "list_flatten":
    case "list_flatten_int":
      return allocating(sizeOr(target), args[0] === undefined ? 1 : literal(args[0], UNBOUNDED));
    case "list_reverse":
      return allocating(sizeOr(target));
    case "list_distinct":
      return square(target, 2);
    default:
      return sortCall(overload, target, args);
  }
}

function sortCall(overload: string, target: Argument, args: readonly Argument[]): CallEstimate | undefined {
  const [, type, byKeys] = SORT.exec(overload) ?? [];
  if (type === undefined) return undefined;
  const keys = byKeys === undefined ? target : itemAt(args, 0);
  return square(keys, type === "string" || type === "bytes" ? 2.1 : 2);
}
