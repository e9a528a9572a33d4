import { collectErrors, type FieldReport } from "../../../../api/validation/field-path.ts";
import { checkLabelSelector } from "../../../../api/validation/label-selector.ts";
import { internalForm } from "../../../../types/go-form/internal-form.ts";
import type {
  PodDisruptionBudgetSpec as BudgetSpec,
  PodDisruptionBudgetStatus as BudgetStatus,
} from "../../../../types/tables/policy/v1-types.ts";
import { checkConditions } from "../../shared/values/conditions.ts";
import {
  checkAtMost100Percent,
  checkIntOrPercent,
  type IntOrPercent,
} from "../../shared/values/int-or-percent.ts";
import { printedSelector } from "../../shared/values/printed.ts";
import { checkNonNegative } from "../../shared/workload/workload.ts";

/** Checks the spec of a PodDisruptionBudget; `old` on update. */
export function checkBudget(spec: BudgetSpec, old: BudgetSpec | undefined, at: FieldReport): void {
  const { minAvailable, maxUnavailable, selector } = spec;
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    const printed = internalForm("policy/v1.PodDisruptionBudgetSpec", {
      ...spec,
      selector: printedSelector(selector),
    });
    at.invalid(printed, "minAvailable and maxUnavailable cannot be both set");
  }
  checkAmount(minAvailable, at.child("minAvailable"));
  checkAmount(maxUnavailable, at.child("maxUnavailable"));
  const allowInvalidValues =
    collectErrors("", (nowhere) => checkLabelSelector(old?.selector, nowhere)).length > 0;
  checkLabelSelector(selector, at.child("selector"), { allowInvalidValues });
  at.supports("unhealthyPodEvictionPolicy", spec.unhealthyPodEvictionPolicy, [
    "AlwaysAllow",
    "IfHealthyBudget",
  ]);
}

function checkAmount(value: IntOrPercent | undefined, at: FieldReport): void {
  if (value === undefined) return;
  checkIntOrPercent(value, at);
  checkAtMost100Percent(value, at);
}

const COUNTERS = ["disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"];

/** Checks conditions and counts (ValidatePodDisruptionBudgetStatusUpdate). */
export function checkBudgetStatus(status: BudgetStatus, _old: unknown, at: FieldReport): void {
  checkConditions(status.conditions, at.child("conditions"));
  checkNonNegative(status, COUNTERS, at);
}
