import type { ClusterRole as Role } from "../../../../types/tables/rbac/v1-types.ts";
import { CREATED_AT, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { checkRules } from "../shared/rules.ts";
import { rbac } from "../shared/strategy.ts";

export const role = defineResource({
  group: "rbac.authorization.k8s.io",
  kind: "Role",
  scope: "Namespaced",
  versions: [{ version: "v1" }],
  columns: [NAME, CREATED_AT],
  strategy: rbac<Role>((role, _old, at) => checkRules(role, true, at)),
});
