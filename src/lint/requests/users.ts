import type { UserInfo } from "../../api/meta.ts";

/** Returns a service account with its groups. */
export const account = (namespace: string, name: string): UserInfo => ({
  username: `system:serviceaccount:${namespace}:${name}`,
  groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
});

/** Returns the account of a controller in kube-controller-manager (`--use-service-account-credentials`). */
export const controller = (name: string): UserInfo => account("kube-system", name);

export const KUBELET: UserInfo = {
  username: "system:node:node",
  groups: ["system:nodes", "system:authenticated"],
};
export const SCHEDULER: UserInfo = { username: "system:kube-scheduler", groups: ["system:authenticated"] };
export const CONTROLLER_MANAGER: UserInfo = {
  username: "system:kube-controller-manager",
  groups: ["system:authenticated"],
};
/** The user who applies manifests. */
export const APPLIER: UserInfo = { username: "kubernetes-admin", groups: ["system:authenticated"] };
