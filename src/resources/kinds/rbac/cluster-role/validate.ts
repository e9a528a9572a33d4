import { collectErrors, type FieldReport } from "../../../../api/validation/field-report.ts";
import { checkLabelSelector, type LabelSelectorLike } from "../../../../api/validation/label-selector.ts";
import type { ClusterRole as Role } from "../../../../types/tables/rbac/v1-types.ts";
import { trySelector } from "../../shared/workload/workload.ts";
import { checkRules } from "../shared/rules.ts";

/** Checks the rules and the selectors of an aggregated role (ValidateClusterRole). */
export function checkClusterRole(role: Role, old: Role | undefined, at: FieldReport): void {
  checkRules(role, false, at);
  if (role.aggregationRule === undefined) return;
  const { clusterRoleSelectors: selectors = [] } = role.aggregationRule;
  const rule = at.child("aggregationRule");
  const wanted = "at least one clusterRoleSelector required if aggregationRule is non-nil";
  rule.require("clusterRoleSelectors", selectors, wanted);
  const allowInvalidValues = old?.aggregationRule?.clusterRoleSelectors?.some(isInvalidSelector) ?? false;
  rule.eachOf("clusterRoleSelectors", selectors, (selector, path) => {
    checkLabelSelector(selector, path, { allowInvalidValues });
    if (trySelector(selector) === undefined) path.invalid(null, "invalid label selector.");
  });
}

const isInvalidSelector = (selector: LabelSelectorLike): boolean =>
  collectErrors("", (at) => checkLabelSelector(selector, at)).length > 0;
