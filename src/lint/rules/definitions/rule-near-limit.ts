import {
  RULE_LIMIT,
  TOTAL_LIMIT,
} from "../../../resources/kinds/apiextensions/custom-resource-definition/schema/rule-costs.ts";
import type { CompiledExpression } from "../../../schema/rules/compile-rules.ts";
import { type DeclaredRule, declaredRules } from "../../definitions/declared-rules.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Share of the limit from which on a rule is reported. */
const NEAR = 0.8;

/** A higher bound of a list or a text anywhere in the schema can then make the server refuse the definition. */
export const ruleNearLimit: Rule = {
  id: "rule-near-limit",
  severity: "info",
  summary:
    "The estimated cost of a rule of a CustomResourceDefinition, or of all rules of a version, is near the limit of the API server",
  check: (model) => {
    const versions = new Map<object, DeclaredRule[]>();
    for (const rule of declaredRules(model))
      versions.set(rule.root, [...(versions.get(rule.root) ?? []), rule]);
    return [...versions.values()].flatMap((rules) => [...rules.flatMap(ofRule), ...ofVersion(rules)]);
  },
};

const costOf = (expression: CompiledExpression | undefined): number =>
  expression?.kind === "program" ? expression.maxCost : 0;

function ofRule({ of, path, compiled, times }: DeclaredRule): Problem[] {
  const cost = costOf(compiled.expression) * times;
  return near(cost / RULE_LIMIT, "the rule", { of, path: [...path, "rule"] });
}

function ofVersion(rules: readonly DeclaredRule[]): Problem[] {
  const [first] = rules;
  const costs = rules.map(
    ({ compiled, times }) => costOf(compiled.expression) * times + costOf(compiled.message),
  );
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  if (first === undefined) return [];
  const path = first.path.slice(0, first.path.indexOf("openAPIV3Schema") + 1);
  return near(total / TOTAL_LIMIT, "all rules of the version together", { of: first.of, path });
}

function near(share: number, subject: string, at: Pick<Problem, "of" | "path">): Problem[] {
  if (share < NEAR || share > 1) return [];
  const message = `the estimated cost of ${subject} is ${Math.floor(share * 100)} % of the limit: a larger maxItems, maxProperties or maxLength makes the API server refuse the definition`;
  return [{ ...at, message, fix: "use fewer loops, or smaller bounds" }];
}
