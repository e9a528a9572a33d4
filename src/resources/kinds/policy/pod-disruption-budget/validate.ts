import { checkLabelSelector, validateLabelSelector } from "../../../../api/validation/label-selector.ts";
import { internalForm } from "../../../../types/go-form/internal-form.ts";
import type {
  PodDisruptionBudgetSpec as BudgetSpec,
  PodDisruptionBudgetStatus as BudgetStatus,
} from "../../../../types/tables/policy/v1-types.ts";
import { least, oneOf } from "../../../rules/field-rules.ts";
import { rules } from "../../../rules/rules.ts";
import { checkConditions } from "../../shared/values/conditions.ts";
import { checkAtMost100Percent, checkIntOrPercent } from "../../shared/values/int-or-percent.ts";
import { printedSelector } from "../../shared/values/printed.ts";

/** Rules of the spec (ValidatePodDisruptionBudgetSpec). */
export const budgetRules = rules<BudgetSpec>(
  (spec, _old, at) => {
    if (spec.minAvailable === undefined || spec.maxUnavailable === undefined) return;
    const selector = printedSelector(spec.selector);
    const printed = internalForm("policy/v1.PodDisruptionBudgetSpec", { ...spec, selector });
    at.invalid(printed, "minAvailable and maxUnavailable cannot be both set");
  },
  {
    minAvailable: [checkIntOrPercent, checkAtMost100Percent],
    maxUnavailable: [checkIntOrPercent, checkAtMost100Percent],
  },
  ({ selector }, old, at) => {
    const allowInvalidValues = validateLabelSelector(old?.selector, "").length > 0;
    checkLabelSelector(selector, at.child("selector"), { allowInvalidValues });
  },
  { unhealthyPodEvictionPolicy: oneOf(["AlwaysAllow", "IfHealthyBudget"]) },
);

/** Rules of the status (ValidatePodDisruptionBudgetStatusUpdate). */
export const budgetStatusRules = rules<BudgetStatus>({
  conditions: checkConditions,
  disruptionsAllowed: least(0),
  currentHealthy: least(0),
  desiredHealthy: least(0),
  expectedPods: least(0),
});
