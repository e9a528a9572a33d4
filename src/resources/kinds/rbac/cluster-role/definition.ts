import { collectErrors, type FieldReport } from "../../../../api/validation/field-report.ts";
import { checkLabelSelector, type LabelSelectorLike } from "../../../../api/validation/label-selector.ts";
import type { ClusterRole as Role } from "../../../../types/tables/rbac/v1-types.ts";
import { CREATED_AT, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { trySelector } from "../../shared/workload/workload.ts";
import { checkRules } from "../shared/rules.ts";
import { rbac } from "../shared/strategy.ts";

/** Checks the rules and the selectors of an aggregated role (ValidateClusterRole). */
function checkClusterRole(role: Role, old: Role | undefined, at: FieldReport): void {
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

export const clusterRole = defineResource({
  group: "rbac.authorization.k8s.io",
  kind: "ClusterRole",
  scope: "Cluster",
  versions: [{ version: "v1" }],
  columns: [NAME, CREATED_AT],
  strategy: rbac<Role>(checkClusterRole),
});
