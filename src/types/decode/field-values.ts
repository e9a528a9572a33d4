import type { NumberLiterals } from "../../json/parse/number-literals.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import type { ScalarType } from "../shape.ts";
import type { FieldPlan, Plan } from "./plan.ts";
import { zeroField } from "./zero.ts";

/**
 * True if null keeps the earlier value of a field. Times and quantities decode null themselves, and become
 * empty.
 */
export const isKeptByNull = ({ pointer, plan }: FieldPlan): boolean =>
  !pointer && (plan.op === "object" || (plan.op === "scalar" && KEPT_BY_NULL.has(plan.scalar)));

const KEPT_BY_NULL: ReadonlySet<ScalarType> = new Set([
  "string",
  "boolean",
  "int32",
  "int64",
  "number",
  "intOrString",
]);

/** True for the common scalars that need no change; avoids a call for each of them. */
export function fitsPlainly(given: Json, scalar: ScalarType, literals: NumberLiterals | undefined): boolean {
  if (typeof given === "string") return scalar === "string";
  if (typeof given === "boolean") return scalar === "boolean";
  return scalar === "int32" && typeof given === "number" && given === (given | 0) && literals === undefined;
}

/**
 * Handles null and undefined: a pointer that is always printed stays null, other fields that are always
 * printed become zero, and all others are removed.
 */
export function dropNull(value: JsonObject, field: FieldPlan): void {
  if (field.always) value[field.name] = zeroField(field);
  else delete value[field.name];
}

/** True for values that Go's omitempty leaves out; never for raw JSON, and an object is never empty. */
export function isEmpty(value: Json, plan: Plan): boolean {
  if (value === null || value === "" || value === 0 || value === false) return plan.op !== "any";
  if (typeof value !== "object" || plan.op === "object" || plan.op === "any") return false;
  if (Array.isArray(value)) return value.length === 0;
  for (const _ in value) return false;
  return true;
}
