import type { FieldReport } from "../../../../api/field-path.ts";
import { percentProblems } from "../../../../api/name-format.ts";

/** intstr.IntOrString as decoded: `3` or `25%`. */
export type IntOrPercent = number | string;

/** A number that is not negative, or a percentage. */
export function checkIntOrPercent(value: IntOrPercent, at: FieldReport): void {
  if (typeof value === "string") at.problems(value, percentProblems(value));
  else if (value < 0) at.invalid(value, "must be greater than or equal to 0");
}

export function checkAtMost100Percent(value: IntOrPercent, at: FieldReport): void {
  if (isPercent(value) && amountOf(value) > 100) at.invalid(value, "must not be greater than 100%");
}

const isPercent = (value: IntOrPercent): value is string =>
  typeof value === "string" && percentProblems(value).length === 0;

/** The number, or that of a percentage or of a text with a whole number; any other text counts as 0. */
export function amountOf(value: IntOrPercent): number {
  if (typeof value === "number") return value;
  return Number(/^(?:([0-9]+)%|([+-]?[0-9]+))$/.exec(value)?.slice(1).find(Boolean) ?? 0);
}
