import type { UserInfo } from "../../api/meta.ts";

/**
 * The user of the server's requests to itself, with the name that kube-apiserver uses (its
 * server.NewLoopbackClientConfig). Each process has its own uid.
 */
export const loopbackUser = (uid: string): UserInfo => ({
  username: "system:apiserver",
  uid,
  groups: ["system:authenticated", "system:masters"],
});
