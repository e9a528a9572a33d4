import { compileLabelSelector } from "../../api/selectors/label-selector.ts";
import { goTexts, type Json, type JsonObject, records } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { MatchCriteria } from "../policy-hook.ts";
import type { CompiledSelector, NamedRule, Rule } from "../rule.ts";

/** One rule of `rules` or `resourceRules`. */
export function compileRule(rule: JsonObject): Rule {
  const { scope } = rule;
  return {
    operations: goTexts(rule.operations),
    apiGroups: goTexts(rule.apiGroups),
    apiVersions: goTexts(rule.apiVersions),
    resources: goTexts(rule.resources),
    scope: typeof scope === "string" ? scope : undefined,
  };
}

function compileNamedRule(rule: JsonObject): NamedRule {
  const names = goTexts(rule.resourceNames);
  return { ...compileRule(rule), names: names.length === 0 ? undefined : new Set(names) };
}

/** Compiles a selector. A broken one fails requests when they are matched; it does not fail the plan. */
export function compileSelector(selector: Json | undefined): CompiledSelector {
  try {
    return { kind: "selector", selector: compileLabelSelector(selector) };
  } catch (error) {
    return { kind: "broken", message: messageOf(error) };
  }
}

/** Compiles matchConstraints of a policy or matchResources of a binding, as stored. */
export function compileCriteria(match: JsonObject): MatchCriteria {
  return {
    rules: records(match.resourceRules).map(compileNamedRule),
    excluded: records(match.excludeResourceRules).map(compileNamedRule),
    equivalent: match.matchPolicy === "Equivalent",
    namespaceSelector: compileSelector(match.namespaceSelector),
    objectSelector: compileSelector(match.objectSelector),
  };
}
