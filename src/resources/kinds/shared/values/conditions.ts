import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { byteLength, qualifiedNameProblems, regexProblem } from "../../../../api/validation/name-format.ts";
import type { Condition } from "../../../../types/tables/meta/v1-types.ts";

const STATUSES = ["False", "True", "Unknown"];
const MAX_REASON_BYTES = 1024;
const MAX_MESSAGE_BYTES = 32 * 1024;
const REASON = "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?";
const REASON_PROBLEM = regexProblem(
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
  REASON,
  ...["my_name", "MY_NAME", "MyName", "ReasonA,ReasonB", "ReasonA:ReasonB"],
);
const isReason = new RegExp(`^${REASON}$`);

/**
 * Checks the conditions of a status: each type occurs once, and each condition is complete
 * (apis/meta/v1/validation).
 */
export function checkConditions(conditions: readonly Condition[] | undefined, at: FieldReport): void {
  const types = new Set<string>();
  at.each(conditions, (condition, here) => {
    const { type = "" } = condition;
    here.distinct(type, types);
    checkCondition(condition, here);
  });
}

function checkCondition(condition: Condition, at: FieldReport): void {
  const { type = "", status = "", observedGeneration = 0, reason = "", message = "" } = condition;
  if (type === "") at.child("type").required("is required");
  else at.child("type").problems(type, qualifiedNameProblems(type));
  if (status === "") at.child("status").required();
  else if (!STATUSES.includes(status)) at.child("status").notSupported(status, STATUSES);
  if (observedGeneration < 0)
    at.child("observedGeneration").invalid(observedGeneration, "must be greater than or equal to zero");
  if ((condition.lastTransitionTime ?? "") === "") at.child("lastTransitionTime").required();
  checkReason(reason, at.child("reason"));
  if (byteLength(message) > MAX_MESSAGE_BYTES) at.child("message").tooLong(MAX_MESSAGE_BYTES);
}

function checkReason(reason: string, at: FieldReport): void {
  if (reason === "") at.required();
  else if (!isReason.test(reason)) at.invalid(reason, REASON_PROBLEM);
  if (byteLength(reason) > MAX_REASON_BYTES) at.tooLong(MAX_REASON_BYTES);
}
