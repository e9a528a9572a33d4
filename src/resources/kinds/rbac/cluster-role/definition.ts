import type { ClusterRole as Role } from "../../../../types/tables/rbac/v1-types.ts";
import { CREATED_AT, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { rbac } from "../shared/strategy.ts";
import { checkClusterRole } from "./validate.ts";

export const clusterRole = defineResource({
  group: "rbac.authorization.k8s.io",
  kind: "ClusterRole",
  scope: "Cluster",
  versions: [{ version: "v1" }],
  columns: [NAME, CREATED_AT],
  strategy: rbac<Role>(checkClusterRole),
});
