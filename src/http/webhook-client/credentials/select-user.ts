import type { Kubeconfig, KubeconfigUser } from "./kubeconfig.ts";

export interface SelectedUser {
  readonly name: string;
  readonly user: KubeconfigUser;
}

/**
 * Which user of a kubeconfig calls a `host:port` (apiserver/pkg/util/webhook/authentication.go, clientConfig);
 * undefined: nobody in particular.
 */
export function selectUser(config: Kubeconfig, hostPort: string): SelectedUser | undefined {
  const names = candidateNames(hostPort);
  const context = config.currentContext === "" ? undefined : config.contexts.get(config.currentContext);
  if (context !== undefined && context !== "") names.push(context);
  for (const name of names) {
    const user = config.users.get(name);
    if (user !== undefined) return { name, user };
  }
  return undefined;
}

/** From the most to the least particular name that means this target. */
function candidateNames(hostPort: string): string[] {
  const names = withWildcards(hostPort);
  if (hostPort.endsWith(":443"))
    names.push(...withWildcards(hostPort.slice(0, -4).replace(/^\[(.*)\]$/, "$1")));
  return [...names, "*"];
}

/** `a.b.c` → itself, `*.b.c`, `*.c`. The port stays where it is. */
function withWildcards(name: string): string[] {
  const labels = name.split(".");
  return [name, ...labels.slice(1).map((_label, i) => `*.${labels.slice(i + 1).join(".")}`)];
}
