import type { KubeObject } from "../../../../api/meta.ts";
import { checkLabelSelector, validateLabelSelector } from "../../../../api/validation/label-selector.ts";
import { nameIsPathSegment } from "../../../../api/validation/name-format.ts";
import { isJsonObject, type JsonObject } from "../../../../json/value.ts";
import { internalForm } from "../../../../types/go-form/internal-form.ts";
import type {
  PodDisruptionBudgetSpec as BudgetSpec,
  PodDisruptionBudgetStatus as BudgetStatus,
} from "../../../../types/tables/policy/v1-types.ts";
import { at } from "../../../define/cell.ts";
import { AGE, column, countAt, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { part, parts } from "../../../define/fill.ts";
import { specAndStatus, validatesSpec, validatesStatus } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { least, oneOf } from "../../../rules/field-rules.ts";
import { rules } from "../../../rules/rules.ts";
import { checkConditions } from "../../shared/values/conditions.ts";
import { checkAtMost100Percent, checkIntOrPercent } from "../../shared/values/int-or-percent.ts";
import { printedSelector } from "../../shared/values/printed.ts";

/** Rules of the spec (ValidatePodDisruptionBudgetSpec). */
const budgetRules = rules<BudgetSpec>(
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
const budgetStatusRules = rules<BudgetStatus>({
  conditions: checkConditions,
  disruptionsAllowed: least(0),
  currentHealthy: least(0),
  desiredHealthy: least(0),
  expectedPods: least(0),
});

/** Label with which the internal version of the reference distinguished selectors of v1beta1 from those of v1. */
const V1BETA1 = "pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match";

/**
 * Removes expressions with the label, in place: clients cannot combine it with other expressions
 * (policy/v1/conversion.go, Convert_v1_PodDisruptionBudget_To_policy_PodDisruptionBudget).
 */
function roundTripBudget(budget: KubeObject): void {
  const selector = part(part(budget, "spec"), "selector");
  const expressions = parts(selector, "matchExpressions");
  if (selector === undefined || !expressions.some(isMarked) || selectsNothing(selector)) return;
  const left = expressions.filter((expression) => !isMarked(expression));
  if (left.length > 0) selector.matchExpressions = left;
  else delete selector.matchExpressions;
}

const isMarked = ({ key }: JsonObject): boolean => key === V1BETA1;

/** True for the selector that stands for an empty selector of v1beta1. */
function selectsNothing({ matchLabels, matchExpressions }: JsonObject): boolean {
  const labels = isJsonObject(matchLabels) ? Object.keys(matchLabels) : [];
  const [first, ...others] = Array.isArray(matchExpressions) ? matchExpressions : [];
  if (labels.length + others.length > 0 || !isJsonObject(first)) return false;
  return first.operator === "Exists" && (!Array.isArray(first.values) || first.values.length === 0);
}

export const podDisruptionBudget = defineResource({
  group: "policy",
  kind: "PodDisruptionBudget",
  scope: "Namespaced",
  shortNames: ["pdb"],
  versions: [{ version: "v1", roundTrip: roundTripBudget }],
  columns: [
    NAME,
    column`Min Available: ${(object) => intOrPercent(object, "spec.minAvailable")} The minimum number of pods that must be available.`,
    column`Max Unavailable: ${(object) => intOrPercent(object, "spec.maxUnavailable")} The maximum number of pods that may be unavailable.`,
    column`Allowed Disruptions: integer ${countAt("status.disruptionsAllowed")} Calculated number of pods that may be disrupted at this time.`,
    AGE,
  ],
  subresources: [
    status({ allowUnconditionalUpdate: false, repeatsMeta: [], ...validatesStatus(budgetStatusRules) }),
  ],
  strategy: {
    allowUnconditionalUpdate: false,
    kubeFinalizers: false,
    nameProblems: nameIsPathSegment,
    ...specAndStatus("policy/v1.PodDisruptionBudget"),
    ...validatesSpec(budgetRules),
    repeatsMeta: [],
    metaComesLast: true,
  },
});

/** The number or percentage at a path; `N/A` for other values. */
function intOrPercent(object: KubeObject, path: string): string {
  const value = at(object, path);
  return typeof value === "string" || typeof value === "number" ? String(value) : "N/A";
}
