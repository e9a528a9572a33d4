import { statSync } from "node:fs";
import { type Kubeconfig, loadKubeconfig } from "../../http/webhook-client/credentials/kubeconfig.ts";
import type { AuthInfo, Cluster } from "../../types/tables/clientcmd/v1-types.ts";

/** The current context of kubeconfigs. */
export interface CurrentContext {
  readonly cluster: Cluster;
  readonly clusterName: string;
  /** Undefined: the context has no user. */
  readonly user: AuthInfo | undefined;
  readonly userName: string;
}

/**
 * Reads kubeconfigs. The first one that has an entry or a current context decides it, as in client-go
 * (client-go/tools/clientcmd/loader.go, Load). Throws an Error that names the file and what it lacks.
 */
export function readKubeconfigs(paths: readonly string[]): CurrentContext {
  const named = paths.join(", ");
  const present = paths.filter(isThere);
  if (present.length === 0) throw new Error(`there is no kubeconfig ${named}`);
  return currentOf(merged(present.map(loadKubeconfig)), named);
}

/** Throws an Error for a folder. */
function isThere(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) throw new Error(`${path} is a folder: name the kubeconfig, a file`);
  return stats !== undefined;
}

function merged(configs: readonly Kubeconfig[]): Kubeconfig {
  const last = configs.toReversed();
  const byName = <T>(entries: (config: Kubeconfig) => ReadonlyMap<string, T>) =>
    new Map(last.flatMap((config) => [...entries(config)]));
  return {
    clusters: byName(({ clusters }) => clusters),
    users: byName(({ users }) => users),
    contexts: byName(({ contexts }) => contexts),
    currentContext: configs.find(({ currentContext }) => currentContext !== "")?.currentContext ?? "",
  };
}

function currentOf({ clusters, users, contexts, currentContext }: Kubeconfig, named: string): CurrentContext {
  if (currentContext === "")
    throw new Error(`${named}: it has no current-context (kubectl config use-context sets one)`);
  const entry = <T>(entries: ReadonlyMap<string, T>, kind: string, name: string): T => {
    const found = entries.get(name);
    if (found === undefined) throw new Error(`${named}: there is no ${kind} ${JSON.stringify(name)}`);
    return found;
  };
  const context = entry(contexts, "context", currentContext);
  const cluster = entry(clusters, "cluster", context.cluster);
  const user = context.user === "" ? undefined : entry(users, "user", context.user);
  return { cluster, clusterName: context.cluster, user, userName: context.user };
}
