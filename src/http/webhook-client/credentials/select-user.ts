import type { AuthInfo } from "../../../types/tables/clientcmd/v1-types.ts";
import type { Kubeconfig } from "./kubeconfig.ts";

interface SelectedUser {
  readonly name: string;
  readonly user: AuthInfo;
}

/**
 * Returns the user of a kubeconfig for a `host:port` (apiserver/pkg/util/webhook/authentication.go,
 * clientConfig); undefined: no user matches, the call is anonymous.
 */
export function selectUser(config: Kubeconfig, hostPort: string): SelectedUser | undefined {
  const names = candidateNames(hostPort);
  const context = config.currentContext === "" ? undefined : config.contexts.get(config.currentContext)?.user;
  if (context !== undefined && context !== "") names.push(context);
  for (const name of names) {
    const user = config.users.get(name);
    if (user !== undefined) return { name, user };
  }
  return undefined;
}

/** Names that match a target, from the most to the least specific. */
function candidateNames(hostPort: string): string[] {
  const names = withWildcards(hostPort);
  if (hostPort.endsWith(":443"))
    names.push(...withWildcards(hostPort.slice(0, -4).replace(/^\[(.*)\]$/, "$1")));
  return [...names, "*"];
}

/** Returns `a.b.c` → itself, `*.b.c`, `*.c`. The port stays in its place. */
function withWildcards(name: string): string[] {
  const labels = name.split(".");
  return [name, ...labels.slice(1).map((_label, i) => `*.${labels.slice(i + 1).join(".")}`)];
}
