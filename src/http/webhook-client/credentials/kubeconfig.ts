import { statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { readTextNow } from "../../../disk/read-text.ts";
import { isBase64 } from "../../../go/base64.ts";
import { quote } from "../../../go/quote.ts";
import { goTypeName } from "../../../go/type-name.ts";
import { parseYaml } from "../../../go-yaml/read-yaml.ts";
import { YamlError } from "../../../go-yaml/yaml-error.ts";
import { goTexts, isJsonObject, type Json, type JsonObject, text } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import { goError } from "../go-error.ts";
import { EXEC_GROUP } from "./exec-credential.ts";

/** One entry of `users`, with every type of credentials. Paths are absolute. */
export interface KubeconfigUser {
  readonly token: string;
  readonly tokenFile: string;
  readonly certificate: DataOrFile;
  readonly key: DataOrFile;
  readonly username: string;
  readonly password: string;
  readonly impersonate: Impersonation | undefined;
  readonly exec: ExecConfig | undefined;
  readonly hasAuthProvider: boolean;
}

/** Data, or the path of a file. Data has precedence; both are empty if not given. */
interface DataOrFile {
  readonly data: string;
  readonly file: string;
}

/** User that requests are sent as (`as`, `as-uid`, `as-groups`, `as-user-extra`). */
export interface Impersonation {
  readonly user: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Program that returns credentials (`exec`). */
export interface ExecConfig {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly apiVersion: string;
  readonly installHint: string;
  readonly provideClusterInfo: boolean;
  readonly interactiveMode: string;
}

/** Parts of a kubeconfig that decide the server's credentials for a webhook; clusters are not used. */
export interface Kubeconfig {
  readonly users: ReadonlyMap<string, KubeconfigUser>;
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
  const { contexts, clusters, current } = loaded(path, (root) => ({
    contexts: contextsIn(root),
    clusters: namedEntries(root.clusters, "cluster", "*[]NamedCluster into *map[string]*api.Cluster"),
    current: text(root["current-context"]),
  }));
  const context = contexts.get(current);
  if (current !== "" && context === undefined)
    throw goError(`invalid configuration: context was not found for specified context: ${current}`);
  const cluster = clusters.get(text(context?.cluster));
  if (cluster === undefined || text(cluster.server) === "")
    throw goError("invalid configuration: no server found for cluster in the current context");
  if (cluster["insecure-skip-tls-verify"] === true)
    throw goError("insecure-skip-tls-verify is not supported here; set certificate-authority");
  const data = Buffer.from(text(cluster["certificate-authority-data"]), "base64").toString();
  const file = text(cluster["certificate-authority"]);
  const caFile = file === "" || isAbsolute(file) ? file : join(dirname(path), file);
  return {
    url: text(cluster.server),
    caBundle: data !== "" || caFile === "" ? data : readTextNow(caFile),
    user: text(context?.user) || undefined,
  };
}

/** Reads the kubeconfig that an admission configuration names. Throws with kube-apiserver's text. */
export const loadKubeconfig = (path: string): Kubeconfig =>
  loaded(path, (root) => kubeconfigIn(root, dirname(path)));

/** Parses a kubeconfig. `directory`: base of its relative paths. Unknown fields are ignored. */
export const parseKubeconfig = (source: string, directory: string): Kubeconfig =>
  kubeconfigIn(parse(source), directory);

/** Parses a kubeconfig file and returns the result of `read` (client-go/tools/clientcmd/loader.go, Load). */
function loaded<T>(path: string, read: (root: JsonObject) => T): T {
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    throw goError(`stat ${path}: no such file or directory`);
  try {
    return read(parse(readTextNow(path)));
  } catch (error) {
    throw goError(`error loading config file ${quote(path)}: ${messageOf(error)}`, error);
  }
}

function kubeconfigIn(root: JsonObject, directory: string): Kubeconfig {
  const users = namedEntries(root.users, "user", "*[]NamedAuthInfo into *map[string]*api.AuthInfo");
  return {
    users: new Map([...users].map(([name, user]) => [name, userOf(user, directory)])),
    contexts: new Map([...contextsIn(root)].map(([name, context]) => [name, text(context.user)])),
    currentContext: text(root["current-context"]),
  };
}

const contextsIn = (root: JsonObject): ReadonlyMap<string, JsonObject> =>
  namedEntries(root.contexts, "context", "*[]NamedContext into *map[string]*api.Context");

function parse(text: string): JsonObject {
  const root = parseObject(text);
  if (root.kind === undefined || root.kind === "Config") return root;
  throw goError(
    `no kind ${quote(String(root.kind))} is registered for version ${quote(String(root.apiVersion ?? ""))} in scheme "pkg/runtime/scheme.go:111"`,
  );
}

function parseObject(text: string): JsonObject {
  try {
    const value: unknown = parseYaml(text) ?? {};
    if (isJsonObject(value)) return value;
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw goError(error.message, error);
  }
  throw goError("couldn't get version/kind; json parse error: the file does not contain an object");
}

function namedEntries(list: unknown, field: string, types: string): ReadonlyMap<string, JsonObject> {
  const entries = new Map<string, JsonObject>();
  for (const entry of Array.isArray(list) ? list : []) {
    if (!isJsonObject(entry)) continue;
    const name = text(entry.name);
    if (entries.has(name)) throw goError(`error converting ${types}: duplicate name ${quote(name)} in list`);
    const value = entry[field];
    entries.set(name, isJsonObject(value) ? value : {});
  }
  return entries;
}

const TEXT_FIELDS = [
  "token",
  "tokenFile",
  "client-certificate",
  "client-key",
  "username",
  "password",
  "as",
  "as-uid",
];

function userOf(user: JsonObject, directory: string): KubeconfigUser {
  for (const name of TEXT_FIELDS) checkText(user[name], name);
  const exec = user.exec;
  return {
    token: text(user.token),
    tokenFile: path(user.tokenFile, directory),
    certificate: {
      data: decoded(user["client-certificate-data"]),
      file: path(user["client-certificate"], directory),
    },
    key: { data: decoded(user["client-key-data"]), file: path(user["client-key"], directory) },
    username: text(user.username),
    password: text(user.password),
    impersonate: impersonationOf(user),
    exec: isJsonObject(exec) ? execOf(exec, directory) : undefined,
    hasAuthProvider: isJsonObject(user["auth-provider"]),
  };
}

function checkText(value: Json | undefined, name: string): void {
  if (value === undefined || value === null || typeof value === "string") return;
  throw goError(
    `json: cannot unmarshal ${goTypeName(value)} into Go struct field AuthInfo.users.user.${name} of type string`,
  );
}

function impersonationOf(user: JsonObject): Impersonation | undefined {
  if (text(user.as) === "") return undefined;
  const extra = user["as-user-extra"];
  return {
    user: text(user.as),
    uid: text(user["as-uid"]),
    groups: goTexts(user["as-groups"]),
    extra: Object.fromEntries(
      Object.entries(isJsonObject(extra) ? extra : {}).map(([key, values]) => [key, goTexts(values)]),
    ),
  };
}

function execOf(exec: JsonObject, directory: string): ExecConfig {
  const command = text(exec.command);
  return {
    // A name without a slash is searched for in PATH; a name with a slash is a path.
    command: command.includes("/") ? path(command, directory) : command,
    args: goTexts(exec.args),
    env: (Array.isArray(exec.env) ? exec.env : [])
      .filter(isJsonObject)
      .map(({ name, value }) => ({ name: text(name), value: text(value) })),
    apiVersion: text(exec.apiVersion),
    installHint: text(exec.installHint),
    provideClusterInfo: exec.provideClusterInfo === true,
    interactiveMode: text(exec.interactiveMode) || (OLDER.has(text(exec.apiVersion)) ? "IfAvailable" : ""),
  };
}

/** API versions without an interactive mode (client-go/tools/clientcmd/api/v1/defaults.go). */
const OLDER: ReadonlySet<string> = new Set(
  ["v1alpha1", "v1beta1"].map((version) => `${EXEC_GROUP}/${version}`),
);

function path(value: unknown, directory: string): string {
  const given = text(value);
  return given === "" || isAbsolute(given) ? given : join(directory, given);
}

function decoded(value: unknown): string {
  const base64 = text(value).replace(/[\r\n]/g, "");
  if (!isBase64(base64)) throw goError("illegal base64 data at input byte 0");
  return Buffer.from(base64, "base64").toString("utf8");
}
