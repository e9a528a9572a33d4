import type { Json } from "../../../json/value.ts";
import { PathError } from "./path-error.ts";

type Plain = string | number | bigint | boolean;

/**
 * Compares values as Go's templates do; throws a PathError if they cannot be compared. Undefined: there is no
 * such operator.
 */
export function compare(left: Json, operator: string, right: Json): boolean | undefined {
  switch (operator) {
    case "==":
      return equal(left, right);
    case "!=":
      return !equal(left, right);
    case "<":
      return less(left, right);
    case ">=":
      return !less(left, right);
    case "<=":
      return less(left, right) || equal(left, right);
    case ">":
      return !less(left, right) && !equal(left, right);
    default:
      return undefined;
  }
}

/**
 * Returns both values if they are of one kind. Like the reference, throws an error if their kinds differ, or
 * if one is not a text, number or boolean.
 */
function ofOneKind(left: Json, right: Json): [Plain, Plain] {
  if (kindOf(left) !== kindOf(right)) throw new PathError("incompatible types for comparison");
  return [left as Plain, right as Plain];
}

function kindOf(value: Json): string {
  if (typeof value === "object" || value === undefined) throw new PathError("invalid type for comparison");
  if (typeof value === "number") return Number.isInteger(value) ? "bigint" : "number";
  return typeof value;
}

function equal(left: Json, right: Json): boolean {
  const [a, b] = ofOneKind(left, right);
  return !(a < b) && !(a > b);
}

function less(left: Json, right: Json): boolean {
  const [a, b] = ofOneKind(left, right);
  if (typeof a === "boolean") throw new PathError("invalid type for comparison");
  return a < b;
}
