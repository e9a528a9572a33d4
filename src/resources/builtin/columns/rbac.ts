import { AGE, type ColumnTable, CREATED_AT, column, NAME, wide } from "./column.ts";

/** Columns of the group rbac.authorization.k8s.io, by plural; names, types and descriptions are what clients see. */
export const rbacColumns: ColumnTable = {
  clusterrolebindings: [
    NAME,
    column(
      "Role",
      "RoleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.",
    ),
    AGE,
    wide("Users", "Users in the clusterRoleBinding"),
    wide("Groups", "Groups in the clusterRoleBinding"),
    wide("ServiceAccounts", "ServiceAccounts in the clusterRoleBinding"),
  ],
  clusterroles: [NAME, CREATED_AT],
  rolebindings: [
    NAME,
    column(
      "Role",
      "RoleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer must return an error.",
    ),
    AGE,
    wide("Users", "Users in the roleBinding"),
    wide("Groups", "Groups in the roleBinding"),
    wide("ServiceAccounts", "ServiceAccounts in the roleBinding"),
  ],
  roles: [NAME, CREATED_AT],
};
