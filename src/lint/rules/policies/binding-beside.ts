import type { Rule as MatchRule } from "../../../admission/rule.ts";
import { isDead } from "../../../explain/filters/never-matches.ts";
import type { Problem, Rule } from "../../rule.ts";

/** The server evaluates a policy for requests that the rules of both match. */
export const bindingBeside: Rule = {
  id: "binding-beside",
  severity: "error",
  summary: "A binding matches other resources or operations than its policy, so that it never applies",
  check: ({ bindings, policies, registry }) =>
    bindings.flatMap(({ of, phase, binding: { policyName, criteria } }): Problem[] => {
      const policy = policies.find((one) => one.phase === phase && one.name === policyName);
      const rules = criteria?.rules ?? [];
      const own = policy?.policy.criteria.rules ?? [];
      if (rules.length === 0 || own.length === 0 || rules.some((a) => own.some((b) => isCommon(a, b))))
        return [];
      // Other rules report what matches nothing at all.
      if ([rules, own].some((all) => isDead({ rules: all, equivalent: true }, registry))) return [];
      const told = (all: readonly MatchRule[]): string =>
        all.map((one) => `${one.operations.join(", ")} of ${one.resources.join(", ")}`).join("; ");
      const message = `${policyName} is about ${told(own)}, and the binding about ${told(rules)}: no request is both, and the policy is never evaluated with it`;
      const path = ["spec", "matchResources", "resourceRules"];
      return [{ of, path, message, fix: "rules that are a part of those of the policy, or none" }];
    }),
};

const isCommon = (a: MatchRule, b: MatchRule): boolean =>
  a.operations.some((one) => one === "*" || b.operations.some((other) => other === "*" || other === one)) &&
  a.resources.some((one) => b.resources.some((other) => overlaps(one, other)));

/** True if two entries name a common resource or subresource: `pods/*` and `*\/exec`. */
function overlaps(one: string, other: string): boolean {
  const [[a = "", sub = ""], [b = "", under = ""]] = [one.split("/"), other.split("/")];
  const isMain = a === "*" || b === "*" || a === b;
  const isAll = one === "*/*" || other === "*/*";
  return isMain && (isAll || sub === under || (sub === "*" && under !== "") || (under === "*" && sub !== ""));
}
