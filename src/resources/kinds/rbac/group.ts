import type { ResourceGroup } from "../../define/resource-group.ts";
import { clusterRole } from "./cluster-role/definition.ts";
import { clusterRoleBinding } from "./cluster-role-binding/definition.ts";
import { role } from "./role/definition.ts";
import { roleBinding } from "./role-binding/definition.ts";

export const rbac: ResourceGroup = {
  name: "rbac.authorization.k8s.io",
  priority: 17_000,
  resources: [clusterRoleBinding, clusterRole, roleBinding, role],
};
