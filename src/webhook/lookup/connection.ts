import { existsSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import { readTextNow } from "../../disk/read-text.ts";
import { parseYaml } from "../../go-yaml/read-yaml.ts";
import { isJsonObject, type JsonObject, records, text } from "../../json/value.ts";
import { inContext } from "../../report/in-context.ts";

/** The address of an API server, and how its certificate is verified. */
export interface ServerTrust {
  /** For example `https://10.0.0.1:443`. */
  readonly server: string;
  /** PEM; absent: the certificate authorities of the system. */
  readonly ca?: string;
  /** True: the certificate is not verified. */
  readonly insecure?: boolean;
  /** Name in the certificate; absent or empty: the host of the address. */
  readonly serverName?: string;
}

/** The address of an API server, and the credentials for it. */
export interface Connection extends ServerTrust {
  readonly cert?: string;
  readonly key?: string;
  /** Returns the bearer token. Called for each request, because mounted tokens are renewed. */
  token(): string | undefined;
}

/** False for a server such as `kubectl proxy`, which needs no TLS. */
export const isSecure = ({ server }: ServerTrust): boolean => server.startsWith("https:");

/** Options of Node's TLS for this server. */
export const tlsOptions = ({ ca, insecure = false, serverName = "" }: ServerTrust) => ({
  ...(ca !== undefined && { ca }),
  rejectUnauthorized: !insecure,
  ...(serverName !== "" && {
    // An address is not sent as a name.
    servername: isIP(serverName) === 0 ? serverName : "",
    checkServerIdentity: (_host: string, shown: PeerCertificate) => checkServerIdentity(serverName, shown),
  }),
});

const ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";

/**
 * Returns the connection of the kubeconfig `file`. Without `file`: that of the service account in a pod,
 * otherwise that of the kubeconfigs in `KUBECONFIG` or `~/.kube/config`. Throws an Error that names a missing
 * kubeconfig.
 */
export function findConnection(file?: string): Connection {
  const pod = file === undefined ? podConnection() : undefined;
  if (pod !== undefined) return pod;
  const named = (process.env.KUBECONFIG ?? "").split(delimiter).filter((path) => path !== "");
  const home = named.length === 0 ? [join(homedir(), ".kube/config")] : named;
  const paths = file === undefined ? home : [file];
  const there = paths.filter((path) => existsSync(path));
  if (there.length === 0)
    throw new Error(
      `no API server found: there is no kubeconfig ${paths.join(", ")}, and this process does not run in a pod`,
    );
  return fromKubeconfigs(there);
}

/** Returns the connection of the service account; undefined: this process does not run in a pod. */
export function podConnection(): Connection | undefined {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = "443" } = process.env;
  if (host === undefined || !existsSync(`${ACCOUNT}/token`)) return undefined;
  return {
    server: `https://${host.includes(":") ? `[${host}]` : host}:${port}`,
    ca: readTextNow(`${ACCOUNT}/ca.crt`),
    token: () => readTextNow(`${ACCOUNT}/token`).trim(),
  };
}

/** An entry of a list of a kubeconfig, with the folder of its relative paths. */
interface Entry {
  readonly value: JsonObject;
  readonly folder: string;
}

/** The first file that has an entry or a current context decides it. */
function fromKubeconfigs(paths: readonly string[]): Connection {
  const named = paths.join(", ");
  const configs = paths.map((path) => ({ config: parsed(readConfig(path), path), folder: dirname(path) }));
  const current = configs.map(({ config }) => text(config["current-context"])).find((name) => name !== "");
  if (current === undefined)
    throw new Error(`${named}: it has no current-context (kubectl config use-context sets one)`);
  const entry = (list: string, member: string, name: string): Entry => {
    for (const { config, folder } of configs) {
      const value = records(config[list]).find((one) => one.name === name)?.[member];
      if (isJsonObject(value)) return { value, folder };
    }
    throw new Error(`${named}: there is no ${member} ${JSON.stringify(name)}`);
  };
  const context = entry("contexts", "context", current).value;
  const cluster = entry("clusters", "cluster", text(context.cluster));
  const user =
    text(context.user) === "" ? { value: {}, folder: "" } : entry("users", "user", text(context.user));
  for (const { value } of [cluster, user]) refuseOthers(value, named);
  const ca = pemOf(cluster, "certificate-authority");
  const [cert, key] = [pemOf(user, "client-certificate"), pemOf(user, "client-key")];
  const { token, tokenFile } = user.value;
  return {
    server: String(cluster.value.server).replace(/\/$/, ""),
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    insecure: cluster.value["insecure-skip-tls-verify"] === true,
    serverName: text(cluster.value["tls-server-name"]),
    token: () =>
      typeof tokenFile === "string"
        ? readTextNow(resolve(user.folder, tokenFile)).trim()
        : text(token) || undefined,
  };
}

/** Fields that change who asks, or the way to the server. */
const NOT_SUPPORTED = ["exec", "auth-provider", "username", "as", "proxy-url"];

function refuseOthers(value: JsonObject, named: string): void {
  const found = NOT_SUPPORTED.find((field) => (value[field] ?? "") !== "");
  if (found !== undefined)
    throw new Error(
      `${named}: ${found} is not supported here: use a token (kubectl create token), a client certificate, or kubectl proxy and a kubeconfig with its address`,
    );
}

function readConfig(path: string): string {
  if (statSync(path).isDirectory()) throw new Error(`${path} is a folder: name the kubeconfig, a file`);
  return readTextNow(path);
}

function parsed(source: string, path: string): JsonObject {
  const value = inContext(path, () => parseYaml(source));
  if (!isJsonObject(value)) throw new Error(`${path} is not a kubeconfig`);
  return value;
}

/** Reads PEM from the data field or, if there is none, from the named file. */
function pemOf({ value, folder }: Entry, name: string): string | undefined {
  const [data, file] = [value[`${name}-data`], value[name]];
  if (typeof data === "string") return Buffer.from(data, "base64").toString();
  return typeof file === "string" ? readTextNow(resolve(folder, file)) : undefined;
}
