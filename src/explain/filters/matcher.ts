import type { MatchCondition, WebhookHook } from "../../admission/hook.ts";
import type { MatchCriteria } from "../../admission/policy-hook.ts";
import type { CompiledSelector, NamedRule, Rule } from "../../admission/rule.ts";
import type { Path } from "../sources.ts";

/** The filters of a webhook, a policy or a binding, and where they stand. */
export interface Matcher {
  readonly namespaceSelector: CompiledSelector;
  readonly objectSelector: CompiledSelector;
  readonly rules: readonly (Rule & Pick<Partial<NamedRule>, "names">)[];
  readonly excluded: readonly NamedRule[];
  readonly equivalent: boolean;
  readonly conditions: readonly MatchCondition[];
  readonly failurePolicy: "Fail" | "Ignore";
  /** Where selectors, matchPolicy and rules are. */
  readonly base: Path;
  /** Where matchConditions are. */
  readonly conditionsBase: Path;
  readonly rulesKey: "rules" | "resourceRules";
  /** No rules are all rules: so it is with policies. */
  readonly takesAllWithoutRules: boolean;
}

/** `index`: its place in the configuration. */
export function webhookMatcher(hook: WebhookHook, index: number): Matcher {
  const { namespaceSelector, objectSelector, rules, equivalent, conditions, failurePolicy } = hook;
  const own = { namespaceSelector, objectSelector, rules, equivalent, conditions, failurePolicy };
  return {
    ...own,
    excluded: [],
    base: ["webhooks", index],
    conditionsBase: ["webhooks", index],
    rulesKey: "rules",
    takesAllWithoutRules: false,
  };
}

/** matchConstraints of a policy, matchResources of a binding; their conditions are asked elsewhere. */
export const criteriaMatcher = (criteria: MatchCriteria, base: Path): Matcher => ({
  ...criteria,
  conditions: [],
  failurePolicy: "Fail",
  base,
  conditionsBase: ["spec"],
  rulesKey: "resourceRules",
  takesAllWithoutRules: true,
});
