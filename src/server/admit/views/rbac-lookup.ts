import type { KubeObject } from "../../../api/meta.ts";
import { groupBy } from "../../../async/groups.ts";
import type { RbacLookup } from "../../authorize/rbac.ts";
import type { Views } from "./views.ts";

/** Returns a lookup of roles and bindings. Bindings of a namespace are grouped once per change. */
export function rbacLookup(views: Views): RbacLookup {
  const roles = views.of("roles");
  const bindings = views.of("rolebindings");
  const clusterRoles = views.of("clusterroles");
  const clusterBindings = views.of("clusterrolebindings");
  let grouped: Map<string, KubeObject[]> | undefined;
  bindings.onChange(() => {
    grouped = undefined;
  });
  let cluster: readonly KubeObject[] | undefined;
  clusterBindings.onChange(() => {
    cluster = undefined;
  });
  return {
    role: (namespace, name) => roles.get(namespace, name),
    clusterRole: (name) => clusterRoles.get("", name),
    roleBindings(namespace) {
      grouped ??= groupBy(bindings.list(), ({ metadata }) => metadata.namespace ?? "");
      return grouped.get(namespace) ?? NONE;
    },
    clusterRoleBindings() {
      cluster ??= clusterBindings.list();
      return cluster;
    },
  };
}

const NONE: readonly KubeObject[] = [];
