import { statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { readTextNow } from "../../../disk/read-text.ts";
import { quote } from "../../../go/quote.ts";
import { messageOf } from "../../../report/describe-error.ts";
import { decodeFile } from "../../../types/files/decode-file.ts";
import type { AuthInfo, Config, ExecConfig } from "../../../types/tables/clientcmd/v1-types.ts";
import { goError } from "../go-error.ts";
import { EXEC_GROUP } from "./exec-credential.ts";

/** Parts of a kubeconfig that decide the server's credentials for a webhook; clusters are not used. */
export interface Kubeconfig {
  /** Their paths are absolute, and their data are PEM. */
  readonly users: ReadonlyMap<string, AuthInfo>;
  /** Context → name of its user. */
  readonly contexts: ReadonlyMap<string, string>;
  readonly currentContext: string;
}

/** Server of the current context. */
export interface KubeconfigServer {
  readonly url: string;
  /** PEM of the authorities; empty: the system's roots. */
  readonly caBundle: string;
  /** User of the context; undefined: it has none. */
  readonly user: string | undefined;
}

/** Returns the server of a kubeconfig's current context. Throws with kube-apiserver's text. */
export function serverIn(path: string): KubeconfigServer {
  const { contexts, clusters, current } = loaded(path, (config) => ({
    contexts: contextsIn(config),
    clusters: byName(config.clusters, "*[]NamedCluster into *map[string]*api.Cluster"),
    current: config["current-context"],
  }));
  const context = contexts.get(current)?.context;
  if (current !== "" && context === undefined)
    throw goError(`invalid configuration: context was not found for specified context: ${current}`);
  const cluster = clusters.get(context?.cluster ?? "")?.cluster;
  if (cluster === undefined || cluster.server === "")
    throw goError("invalid configuration: no server found for cluster in the current context");
  if (cluster["insecure-skip-tls-verify"])
    throw goError("insecure-skip-tls-verify is not supported here; set certificate-authority");
  const data = pem(cluster["certificate-authority-data"]);
  const file = absolute(cluster["certificate-authority"], dirname(path));
  return {
    url: cluster.server,
    caBundle: data !== "" || file === "" ? data : readTextNow(file),
    user: context?.user || undefined,
  };
}

/** Reads the kubeconfig that an admission configuration names. Throws with kube-apiserver's text. */
export const loadKubeconfig = (path: string): Kubeconfig =>
  loaded(path, (config) => kubeconfigIn(config, dirname(path)));

/** Parses a kubeconfig. `directory`: base of its relative paths. Unknown fields are ignored. */
export const parseKubeconfig = (source: string, directory: string): Kubeconfig =>
  kubeconfigIn(parse(source), directory);

/** Parses a kubeconfig file and returns the result of `read` (client-go/tools/clientcmd/loader.go, Load). */
function loaded<T>(path: string, read: (config: Config) => T): T {
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    throw goError(`stat ${path}: no such file or directory`);
  try {
    return read(parse(readTextNow(path)));
  } catch (error) {
    throw goError(`error loading config file ${quote(path)}: ${messageOf(error)}`, error);
  }
}

const KIND = { apiVersion: "v1", kind: "Config" };

function parse(text: string): Config {
  try {
    const kinds = { "v1 Config": "clientcmd/v1.Config" };
    return decodeFile<Config>(text, kinds, { absent: KIND, isStrict: false }).value;
  } catch (error) {
    throw goError(messageOf(error), error);
  }
}

function kubeconfigIn(config: Config, directory: string): Kubeconfig {
  const users = byName(config.users, "*[]NamedAuthInfo into *map[string]*api.AuthInfo");
  return {
    users: new Map([...users].map(([name, { user }]) => [name, userOf(user, directory)])),
    contexts: new Map([...contextsIn(config)].map(([name, { context }]) => [name, context.user])),
    currentContext: config["current-context"],
  };
}

const contextsIn = ({ contexts }: Config) =>
  byName(contexts, "*[]NamedContext into *map[string]*api.Context");

function byName<T extends { readonly name: string }>(
  list: readonly T[],
  types: string,
): ReadonlyMap<string, T> {
  const entries = new Map<string, T>();
  for (const entry of list) {
    if (entries.has(entry.name))
      throw goError(`error converting ${types}: duplicate name ${quote(entry.name)} in list`);
    entries.set(entry.name, entry);
  }
  return entries;
}

const userOf = (user: AuthInfo, directory: string): AuthInfo => ({
  ...user,
  tokenFile: absolute(user.tokenFile, directory),
  "client-certificate": absolute(user["client-certificate"], directory),
  "client-certificate-data": pem(user["client-certificate-data"]),
  "client-key": absolute(user["client-key"], directory),
  "client-key-data": pem(user["client-key-data"]),
  exec: user.exec && execOf(user.exec, directory),
});

const execOf = (exec: ExecConfig, directory: string): ExecConfig => ({
  ...exec,
  // A name without a slash is searched for in PATH; a name with a slash is a path.
  command: exec.command.includes("/") ? absolute(exec.command, directory) : exec.command,
  interactiveMode: exec.interactiveMode || (OLDER.has(exec.apiVersion) ? "IfAvailable" : ""),
});

/** API versions without an interactive mode (client-go/tools/clientcmd/api/v1/defaults.go). */
const OLDER: ReadonlySet<string> = new Set(
  ["v1alpha1", "v1beta1"].map((version) => `${EXEC_GROUP}/${version}`),
);

const absolute = (path: string, directory: string): string =>
  path === "" || isAbsolute(path) ? path : join(directory, path);

const pem = (base64: string): string => Buffer.from(base64, "base64").toString("utf8");
