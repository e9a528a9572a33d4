import { RULE_LIMIT } from "../../../resources/kinds/apiextensions/custom-resource-definition/schema/rule-costs.ts";
import { type DeclaredRule, declaredRules } from "../../definitions/declared-rules.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Share of the limit from which on a rule is reported. */
const NEAR = 0.8;

/** A higher bound of a list or a text anywhere in the schema can then make the server refuse the definition. */
export const ruleNearLimit: Rule = {
  id: "rule-near-limit",
  severity: "info",
  summary: "The estimated cost of a rule of a CustomResourceDefinition is near the limit of the API server",
  check: (model) => declaredRules(model).flatMap(problemsOf),
};

function problemsOf({ of, path, compiled, times }: DeclaredRule): Problem[] {
  const { expression } = compiled;
  const share = expression?.kind === "program" ? (expression.maxCost * times) / RULE_LIMIT : 0;
  if (share < NEAR || share > 1) return [];
  const message = `the estimated cost of the rule is ${Math.floor(share * 100)} % of the limit: a larger maxItems, maxProperties or maxLength makes the API server refuse the definition`;
  return [{ of, path: [...path, "rule"], message, fix: "use fewer loops, or smaller bounds" }];
}
