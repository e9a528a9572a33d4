import type { FieldReport } from "../../../../api/validation/field-report.ts";
import type { PolicyRule, ClusterRole as Role } from "../../../../types/tables/rbac/v1-types.ts";

/** Checks the rules of a role; one in a namespace cannot have paths (ValidatePolicyRule). */
export function checkRules({ rules }: Role, namespaced: boolean, at: FieldReport): void {
  at.eachOf("rules", rules, (rule, here) => checkRule(rule, namespaced, here));
}

function checkRule(rule: PolicyRule, namespaced: boolean, at: FieldReport): void {
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  at.declared.require("verbs", rule.verbs, "verbs must contain at least one value");
  const urls = at.child("nonResourceURLs");
  if (nonResourceURLs.length === 0) {
    at.require("apiGroups", apiGroups, "resource rules must supply at least one api group");
    at.require("resources", resources, "resource rules must supply at least one resource");
    return;
  }
  if (namespaced) urls.invalid(nonResourceURLs, "namespaced rules cannot apply to non-resource URLs");
  if (apiGroups.length + resources.length + resourceNames.length > 0)
    urls.invalid(nonResourceURLs, "rules cannot apply to both regular resources and non-resource URLs");
}
