import type { JsonObject } from "../../../api/json.ts";
import { each, within, zero } from "../../define/fill.ts";
import type { ApplyDefaults, DefaultsTable } from "./defaults-types.ts";

const GROUP = "rbac.authorization.k8s.io";

const fillBinding: ApplyDefaults = (binding) => {
  within(binding, "roleRef", (role) => zero(role, "apiGroup", GROUP));
  each(binding, "subjects", fillSubject);
};

function fillSubject(subject: JsonObject): void {
  if (subject.kind === "User" || subject.kind === "Group") zero(subject, "apiGroup", GROUP);
}

export const rbacDefaults: DefaultsTable = { ClusterRoleBinding: fillBinding, RoleBinding: fillBinding };
