import { defineResource } from "../../../define/define-resource.ts";
import { binding } from "../shared/binding.ts";
import { bindingColumns } from "../shared/columns.ts";
import { fillBinding } from "../shared/defaults.ts";

export const clusterRoleBinding = defineResource({
  group: "rbac.authorization.k8s.io",
  kind: "ClusterRoleBinding",
  scope: "Cluster",
  versions: [{ version: "v1", defaults: fillBinding }],
  columns: bindingColumns(
    "clusterRoleBinding",
    "roleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.",
  ),
  strategy: binding(["ClusterRole"]),
});
