import type { KubeObject } from "../../../../api/meta.ts";
import { isJsonObject, type JsonObject } from "../../../../json/value.ts";
import { part, parts } from "../../../define/fill.ts";

/** Label with which the internal version of the reference distinguished selectors of v1beta1 from those of v1. */
const V1BETA1 = "pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match";

/**
 * Removes expressions with the label, in place: clients cannot combine it with other expressions
 * (policy/v1/conversion.go, Convert_v1_PodDisruptionBudget_To_policy_PodDisruptionBudget).
 */
export function roundTripBudget(budget: KubeObject): void {
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
