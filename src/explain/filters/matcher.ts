import type { MatchCondition, WebhookHook } from "../../admission/hook.ts";
import type { MatchCriteria } from "../../admission/policy-hook.ts";
import type { CompiledSelector, NamedRule, Rule } from "../../admission/rule.ts";
import type { Path } from "../sources.ts";

/** The filters of a webhook, a policy or a binding, with their paths. */
export interface Matcher {
  readonly namespaceSelector: CompiledSelector;
  readonly objectSelector: CompiledSelector;
  readonly rules: readonly (Rule & Pick<Partial<NamedRule>, "names">)[];
  readonly excluded: readonly NamedRule[];
  readonly equivalent: boolean;
  readonly conditions: readonly MatchCondition[];
  readonly failurePolicy: "Fail" | "Ignore";
  /** Path of the object that has selectors, matchPolicy and rules. */
  readonly base: Path;
  /** Path of the object that has matchConditions. */
  readonly conditionsBase: Path;
  readonly rulesKey: "rules" | "resourceRules";
  /** True if an empty list of rules matches every request, as for policies; for webhooks it matches none. */
  readonly takesAllWithoutRules: boolean;
}

/** Returns the filters of a webhook. `index` is its position in the configuration. */
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

/**
 * Returns the filters in matchConstraints of a policy, or in matchResources of a binding. Conditions are
 * evaluated elsewhere.
 */
export const criteriaMatcher = (criteria: MatchCriteria, base: Path): Matcher => ({
  ...criteria,
  conditions: [],
  failurePolicy: "Fail",
  base,
  conditionsBase: ["spec"],
  rulesKey: "resourceRules",
  takesAllWithoutRules: true,
});
