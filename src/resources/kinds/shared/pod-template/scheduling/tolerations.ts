import { NamedText } from "../../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../../api/validation/field-report.ts";
import { labelValueProblems, qualifiedNameProblems } from "../../../../../api/validation/name-format.ts";
import { atoi } from "../../../../../go/atoi.ts";
import { messageOf } from "../../../../../report/describe-error.ts";
import type { Toleration } from "../../../../../types/tables/core/v1-types.ts";
import { isGateOn } from "../../../../features/changed-gates.ts";

export const TAINT_EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/**
 * Checks spec.tolerations; `at` is the path of the list. `comparing`: true if the operators Lt and Gt are
 * allowed.
 */
export function checkTolerations(
  tolerations: readonly Toleration[],
  comparing: boolean,
  at: FieldReport,
): void {
  at.each(tolerations, (toleration, path) => {
    const { key = "", operator = "", effect = "", tolerationSeconds } = toleration;
    path.checkIfSet("key", key, qualifiedNameProblems);
    if (key === "" && operator !== "Exists") {
      path
        .child("operator")
        .invalid(
          new NamedText(operator),
          'operator must be Exists when `key` is empty, which means "match all values and all keys"',
        );
    }
    if (tolerationSeconds !== undefined && effect !== "NoExecute") {
      path
        .child("effect")
        .invalid(new NamedText(effect), "effect must be 'NoExecute' when `tolerationSeconds` is set");
    }
    checkOperator(toleration, comparing, path);
    if (effect !== "") path.supports("effect", effect, TAINT_EFFECTS);
  });
}

function checkOperator({ operator = "", value = "" }: Toleration, comparing: boolean, at: FieldReport): void {
  const path = at.child("operator");
  switch (operator) {
    case "Equal":
    case "": {
      const problems = labelValueProblems(value);
      if (problems.length > 0) path.invalid(value, problems.join(";"));
      return;
    }
    case "Exists":
      if (value !== "") path.invalid(value, "value must be empty when `operator` is 'Exists'");
      return;
    case "Lt":
    case "Gt":
      if (comparing || isGateOn("TaintTolerationComparisonOperators", at))
        at.child("value").problems(value, integerProblems(value));
      else path.notSupported(operator, ["Equal", "Exists", "Lt", "Gt"]);
      return;
    default:
      path.notSupported(operator, ["Equal", "Exists"]);
  }
}

/** Checks that a text is a canonical decimal integer of 64 bits. */
function integerProblems(text: string): string[] {
  const problems: string[] = [];
  if (text === "") problems.push("must be non-empty");
  else if (!/^(0|-?[1-9][0-9]*)$/.test(text))
    problems.push("must be a valid decimal integer in canonical form");
  try {
    atoi(text, "ParseInt");
  } catch (error) {
    problems.push(messageOf(error));
  }
  return problems;
}
