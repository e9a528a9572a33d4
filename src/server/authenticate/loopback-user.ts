import type { UserInfo } from "../../api/meta.ts";

/** As whom the server makes requests to itself, as kube-apiserver names it (its server.NewLoopbackClientConfig). The uid is one process's. */
export const loopbackUser = (uid: string): UserInfo => ({
  username: "system:apiserver",
  uid,
  groups: ["system:authenticated", "system:masters"],
});
