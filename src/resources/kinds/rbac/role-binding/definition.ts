import { text } from "../../../define/cell.ts";
import { AGE, column, NAME, wide } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { binding } from "../shared/binding.ts";
import { subjects } from "../shared/columns.ts";
import { fillBinding } from "../shared/defaults.ts";

export const roleBinding = defineResource({
  group: "rbac.authorization.k8s.io",
  kind: "RoleBinding",
  plural: "rolebindings",
  scope: "Namespaced",
  versions: [{ version: "v1", type: "rbac/v1.RoleBinding", defaults: fillBinding }],
  columns: [
    NAME,
    column(
      "Role",
      "RoleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.",
      (object) => `${text(object, "roleRef.kind")}/${text(object, "roleRef.name")}`,
    ),
    AGE,
    wide("Users", "Users in the roleBinding", (object) =>
      subjects(object, "User", (subject) => text(subject, "name")),
    ),
    wide("Groups", "Groups in the roleBinding", (object) =>
      subjects(object, "Group", (subject) => text(subject, "name")),
    ),
    wide("ServiceAccounts", "ServiceAccounts in the roleBinding", (object) =>
      subjects(
        object,
        "ServiceAccount",
        (subject) => `${text(subject, "namespace")}/${text(subject, "name")}`,
      ),
    ),
  ],
  strategy: binding(["Role", "ClusterRole"]),
});
