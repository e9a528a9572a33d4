import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { percentProblems } from "../../../../api/validation/name-format.ts";

/** A decoded intstr.IntOrString: `3` or `25%`. */
export type IntOrPercent = number | string;

/** Checks that a value is a non-negative number, or a percentage. */
export function checkIntOrPercent(value: IntOrPercent, at: FieldReport): void {
  if (typeof value === "string") at.problems(value, percentProblems(value));
  else if (value < 0) at.invalid(value, "must be greater than or equal to 0");
}

/** Checks that a percentage is at most 100; numbers pass (IsNotMoreThan100Percent). */
export function checkAtMost100Percent(value: IntOrPercent, at: FieldReport): void {
  if (isPercent(value) && amountOf(value) > 100) at.invalid(value, "must not be greater than 100%");
}

const isPercent = (value: IntOrPercent): value is string =>
  typeof value === "string" && percentProblems(value).length === 0;

/** Returns the number, or the number in a percentage or in a text with an integer; 0 for other texts. */
export function amountOf(value: IntOrPercent): number {
  if (typeof value === "number") return value;
  return Number(/^(?:([0-9]+)%|([+-]?[0-9]+))$/.exec(value)?.slice(1).find(Boolean) ?? 0);
}
