import { defineResource } from "../../../define/define-resource.ts";
import { binding } from "../shared/binding.ts";
import { bindingColumns } from "../shared/columns.ts";
import { fillBinding } from "../shared/defaults.ts";

export const roleBinding = defineResource({
  group: "rbac.authorization.k8s.io",
  kind: "RoleBinding",
  scope: "Namespaced",
  versions: [{ version: "v1", defaults: fillBinding }],
  columns: bindingColumns(
    "roleBinding",
    "roleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.",
  ),
  strategy: binding(["Role", "ClusterRole"]),
});
