import { statSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { readTextNow } from "../../../disk/read-text.ts";
import { quote } from "../../../go/quote.ts";
import { messageOf } from "../../../report/describe-error.ts";
import { decodeFile } from "../../../types/files/decode-file.ts";
import type {
  AuthInfo,
  Cluster,
  Config,
  Context,
  ExecConfig,
} from "../../../types/tables/clientcmd/v1-types.ts";
import { goError } from "../go-error.ts";
import { EXEC_GROUP } from "./exec-credential.ts";

/** Entries of a kubeconfig by their names. Paths are absolute, and data are PEM. */
export interface Kubeconfig {
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly users: ReadonlyMap<string, AuthInfo>;
  readonly contexts: ReadonlyMap<string, Context>;
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
  const { contexts, clusters, currentContext } = loadKubeconfig(path);
  const context = contexts.get(currentContext);
  if (currentContext !== "" && context === undefined)
    throw goError(`invalid configuration: context was not found for specified context: ${currentContext}`);
  const cluster = clusters.get(context?.cluster ?? "");
  if (cluster === undefined || cluster.server === "")
    throw goError("invalid configuration: no server found for cluster in the current context");
  if (cluster["insecure-skip-tls-verify"])
    throw goError("insecure-skip-tls-verify is not supported here; set certificate-authority");
  return { url: cluster.server, caBundle: authorityOf(cluster), user: context?.user || undefined };
}

/** PEM of the authorities of a cluster; empty: the system's roots. */
export const authorityOf = (cluster: Cluster): string => {
  const { "certificate-authority": file, "certificate-authority-data": data } = cluster;
  return data !== "" || file === "" ? data : readTextNow(file);
};

/** Reads a kubeconfig (client-go/tools/clientcmd/loader.go, Load). Throws with kube-apiserver's text. */
export function loadKubeconfig(path: string): Kubeconfig {
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    throw goError(`stat ${path}: no such file or directory`);
  try {
    return parseKubeconfig(readTextNow(path), dirname(path));
  } catch (error) {
    throw goError(`error loading config file ${quote(path)}: ${messageOf(error)}`, error);
  }
}

/** Parses a kubeconfig. `directory`: base of its relative paths. Unknown fields are ignored. */
export const parseKubeconfig = (source: string, directory: string): Kubeconfig =>
  kubeconfigIn(parse(source), directory);

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
  const clusters = byName(config.clusters, "Cluster");
  const users = byName(config.users, "AuthInfo");
  const contexts = byName(config.contexts, "Context");
  return {
    clusters: mapped(clusters, ({ cluster }) => clusterOf(cluster, directory)),
    users: mapped(users, ({ user }) => userOf(user, directory)),
    contexts: mapped(contexts, ({ context }) => context),
    currentContext: config["current-context"],
  };
}

const mapped = <T, U>(entries: ReadonlyMap<string, T>, to: (entry: T) => U): ReadonlyMap<string, U> =>
  new Map([...entries].map(([name, entry]) => [name, to(entry)]));

function byName<T extends { readonly name: string }>(
  list: readonly T[],
  type: string,
): ReadonlyMap<string, T> {
  const entries = new Map<string, T>();
  for (const entry of list) {
    if (entries.has(entry.name))
      throw goError(
        `error converting *[]Named${type} into *map[string]*api.${type}: duplicate name ${quote(entry.name)} in list`,
      );
    entries.set(entry.name, entry);
  }
  return entries;
}

const clusterOf = (cluster: Cluster, directory: string): Cluster => ({
  ...cluster,
  "certificate-authority": absolute(cluster["certificate-authority"], directory),
  "certificate-authority-data": pem(cluster["certificate-authority-data"]),
});

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
  command: isPath(exec.command) ? absolute(exec.command, directory) : exec.command,
  interactiveMode: exec.interactiveMode || (OLDER.has(exec.apiVersion) ? "IfAvailable" : ""),
});

/** A name without a slash is searched for in PATH. */
export const isPath = (command: string): boolean => basename(command) !== command;

/** API versions without an interactive mode (client-go/tools/clientcmd/api/v1/defaults.go). */
const OLDER: ReadonlySet<string> = new Set(
  ["v1alpha1", "v1beta1"].map((version) => `${EXEC_GROUP}/${version}`),
);

const absolute = (path: string, directory: string): string =>
  path === "" || isAbsolute(path) ? path : join(directory, path);

const pem = (base64: string): string => Buffer.from(base64, "base64").toString("utf8");
