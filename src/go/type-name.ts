import { RawScalar } from "../json/raw-scalar.ts";

/** Name of a JSON type in the error texts of Go's decoder: object, array, string, number, bool, null. */
export function goTypeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (value instanceof RawScalar) return goTypeName(value.value);
  if (typeof value === "bigint") return "number";
  return typeof value === "boolean" ? "bool" : typeof value;
}
