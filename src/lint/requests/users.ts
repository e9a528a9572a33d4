import type { UserInfo } from "../../api/meta.ts";

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
