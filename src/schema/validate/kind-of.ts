import type { Json } from "../../json/value.ts";

/** Types of values as JSON schema names them. */
export type ValueKind = "null" | "boolean" | "string" | "integer" | "number" | "array" | "object";

const MAX_INT64 = 9223372036854775807n;
const MIN_INT64 = -9223372036854775808n;

/**
 * Returns the reference's type of a parsed JSON value: `integer` is a number that fits into 64 bits and was
 * written as an integer.
 */
export function kindOf(value: Json): ValueKind {
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
      return Number.isSafeInteger(value) ? "integer" : "number";
    case "boolean":
      return "boolean";
    case "bigint":
      return value <= MAX_INT64 && value >= MIN_INT64 ? "integer" : "number";
    default:
      return value === null ? "null" : Array.isArray(value) ? "array" : "object";
  }
}
