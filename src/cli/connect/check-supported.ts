import type { AuthInfo, Cluster } from "../../types/tables/clientcmd/v1-types.ts";
import type { CurrentContext } from "./read-kubeconfigs.ts";

/** Texts about entries that are refused, by the test for them. The reference refuses all but the proxy. */
const CLUSTER_TEXTS: readonly (readonly [(cluster: Cluster) => boolean, string])[] = [
  [
    ({ server }) => !/^https?:\/\/[^/]/.test(server),
    "server is no URL: write https://, the host and the port",
  ],
  [
    (cluster) => cluster["proxy-url"] !== "",
    "proxy-url is not supported: run kubectl proxy, and give a kubeconfig with its address",
  ],
  [
    (cluster) =>
      cluster["insecure-skip-tls-verify"] &&
      cluster["certificate-authority"] + cluster["certificate-authority-data"] !== "",
    "insecure-skip-tls-verify and certificate-authority exclude each other: remove one of them",
  ],
];

const USER_TEXTS: readonly (readonly [(user: AuthInfo) => boolean, string])[] = [
  [
    (user) => user["auth-provider"] !== undefined,
    "clients do not know auth-provider any more: let the tool of the cloud write the kubeconfig again, with exec",
  ],
  [
    (user) =>
      user.as === "" &&
      (user["as-uid"] !== "" || user["as-groups"].length + Object.keys(user["as-user-extra"]).length > 0),
    "as-uid, as-groups and as-user-extra need as, the name of the user",
  ],
  [({ exec }) => exec?.command === "", "exec has no command"],
];

/** Throws an Error about what is refused in the current context. `named`: its kubeconfigs. */
export function checkSupported(
  { cluster, clusterName, user, userName }: CurrentContext,
  named: string,
): void {
  refuse(CLUSTER_TEXTS, cluster, `${named}: cluster ${JSON.stringify(clusterName)}`);
  if (user !== undefined) refuse(USER_TEXTS, user, `${named}: user ${JSON.stringify(userName)}`);
}

function refuse<T>(
  texts: readonly (readonly [(entry: T) => boolean, string])[],
  entry: T,
  where: string,
): void {
  const found = texts.find(([isRefused]) => isRefused(entry));
  if (found !== undefined) throw new Error(`${where}: ${found[1]}`);
}
