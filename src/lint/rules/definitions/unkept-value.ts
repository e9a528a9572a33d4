import { isJsonObject, type JsonObject, record } from "../../../json/value.ts";
import { type DeclaredRule, declaredRules } from "../../definitions/declared-rules.ts";
import { type Step, stepsText } from "../../definitions/steps.ts";
import type { Problem, Rule } from "../../rule.ts";

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
  // A rule of an object around it can keep the field itself.
  const isKept = all.some(
    (other) =>
      other.of === of &&
      other.version === rule.version &&
      other.steps.length < steps.length &&
      stepsText(steps).startsWith(stepsText(other.steps)) &&
      other.compiled.rule.rule.includes(last.name),
  );
  if (isRequired || hasDefault || isKept) return [];
  const around = steps.length === 1 ? "the object" : stepsText(steps.slice(0, -1)).slice(1);
  const message = `${last.name} is optional, and this rule is evaluated only if it is there before and after a change: it can be removed and set again to another value`;
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
