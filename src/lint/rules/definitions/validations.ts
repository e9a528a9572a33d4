import { type Group, groupBy } from "../../../async/groups.ts";
import { isJsonObject, type JsonObject, record } from "../../../json/value.ts";
import {
  RULE_LIMIT,
  TOTAL_LIMIT,
} from "../../../resources/kinds/apiextensions/custom-resource-definition/schema/rule-costs.ts";
import type { CompiledExpression } from "../../../schema/rules/compile-rules.ts";
import { type DeclaredRule, declaredRules, type Step, stepsText } from "../../definitions/declared-rules.ts";
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
    const versions = groupBy(declaredRules(model), ({ root }) => root);
    return [...versions.values()].flatMap((rules) => [...rules.flatMap(ofRule), ...ofVersion(rules)]);
  },
};

const costOf = (expression: CompiledExpression | undefined): number =>
  expression?.kind === "program" ? expression.maxCost : 0;

function ofRule({ of, path, compiled, times }: DeclaredRule): Problem[] {
  const cost = costOf(compiled.expression) * times;
  return near(cost / RULE_LIMIT, "the rule", { of, path: [...path, "rule"] });
}

function ofVersion(rules: Group<DeclaredRule>): Problem[] {
  const [first] = rules;
  const costs = rules.map(
    ({ compiled, times }) => costOf(compiled.expression) * times + costOf(compiled.message),
  );
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  const path = first.path.slice(0, first.path.indexOf("openAPIV3Schema") + 1);
  return near(total / TOTAL_LIMIT, "all rules of the version together", { of: first.of, path });
}

function near(share: number, subject: string, at: Pick<Problem, "of" | "path">): Problem[] {
  if (share < NEAR || share > 1) return [];
  const message = `the estimated cost of ${subject} is ${Math.floor(share * 100)} % of the limit: a larger maxItems, maxProperties or maxLength makes the API server refuse the definition`;
  return [{ ...at, message, fix: "use fewer loops, or smaller bounds" }];
}

/** A rule with oldSelf at an optional field is evaluated only if the field is there before and after a change. */
export const unkeptValue: Rule = {
  id: "unkept-value",
  severity: "info",
  summary: "A rule keeps the value of an optional field, which can be removed and set again",
  check: (model) => {
    const rules = declaredRules(model);
    return rules.flatMap((rule) => problemsOf(rule, rules));
  },
};

function problemsOf(rule: DeclaredRule, all: readonly DeclaredRule[]): Problem[] {
  const { of, root, steps, path, compiled } = rule;
  const last = steps.at(-1);
  if (last?.kind !== "member" || !isKeeping(compiled.rule.rule) || compiled.rule.optionalOldSelf === true)
    return [];
  const parent = partAt(root, steps.slice(0, -1));
  const { required } = parent;
  const isRequired = Array.isArray(required) && required.includes(last.name);
  const hasDefault = record(record(parent.properties)[last.name]).default !== undefined;
  // A rule of an object around it can keep the field itself, or the whole object.
  const isKept = all.some(
    (other) =>
      other.of === of &&
      other.version === rule.version &&
      other.steps.length < steps.length &&
      stepsText(steps).startsWith(stepsText(other.steps)) &&
      (other.compiled.rule.rule.includes(last.name) || isKeeping(other.compiled.rule.rule)),
  );
  if (isRequired || hasDefault || isKept) return [];
  const around = steps.length === 1 ? "the object" : stepsText(steps.slice(0, -1)).slice(1);
  const message =
    "the field is optional, and this rule is evaluated only if it is there before and after a change: it can be removed and set again to another value";
  const fix = `a rule of ${around}: !has(oldSelf.${last.name}) || has(self.${last.name})`;
  return [{ of, path: [...path, "rule"], message, fix }];
}

/** True for a rule that only compares the value with the old one. */
const isKeeping = (rule: string): boolean =>
  ["self==oldSelf", "oldSelf==self"].includes(rule.replaceAll(" ", ""));

function partAt(schema: JsonObject, steps: readonly Step[]): JsonObject {
  return steps.reduce((part, step): JsonObject => {
    const inside =
      step.kind === "member"
        ? record(part.properties)[step.name]
        : step.kind === "item"
          ? part.items
          : part.additionalProperties;
    return isJsonObject(inside) ? inside : {};
  }, schema);
}
