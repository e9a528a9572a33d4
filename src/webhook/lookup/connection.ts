import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { readTextNow } from "../../disk/read-text.ts";
import { parseYaml } from "../../go-yaml/read-yaml.ts";
import { isJsonObject, type Json, type JsonObject, records } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";

/** The address of an API server, and the credentials for it. */
export interface Connection {
  /** For example `https://10.0.0.1:443`. */
  readonly server: string;
  /** PEM; absent: the certificate authorities of the system. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly insecure?: boolean;
  /** Returns the bearer token. Called for each request, because mounted tokens are renewed. */
  token(): string | undefined;
}

const ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";

/**
 * Returns the connection of the kubeconfig `file`. Without `file`: that of the service account in a pod,
 * otherwise that of the kubeconfig in `KUBECONFIG` or `~/.kube/config`. Throws an Error that names a missing
 * kubeconfig.
 */
export function findConnection(file?: string): Connection {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = "443", KUBECONFIG } = process.env;
  if (file === undefined && host !== undefined && existsSync(`${ACCOUNT}/token`)) return inPod(host, port);
  const path =
    file ?? (KUBECONFIG === undefined || KUBECONFIG === "" ? join(homedir(), ".kube/config") : KUBECONFIG);
  if (!existsSync(path))
    throw new Error(
      `no API server found: there is no kubeconfig ${path}, and this process does not run in a pod`,
    );
  return fromKubeconfig(readTextNow(path), path);
}

function inPod(host: string, port: string): Connection {
  return {
    server: `https://${host.includes(":") ? `[${host}]` : host}:${port}`,
    ca: readTextNow(`${ACCOUNT}/ca.crt`),
    token: () => readTextNow(`${ACCOUNT}/token`).trim(),
  };
}

function fromKubeconfig(text: string, path: string): Connection {
  const config = parsed(text, path);
  if (!isJsonObject(config)) throw new Error(`${path} is not a kubeconfig`);
  if (config["current-context"] === undefined || config["current-context"] === "")
    throw new Error(`${path}: it has no current-context (kubectl config use-context sets one)`);
  const context = entry(config, "contexts", config["current-context"], "context", path);
  const cluster = entry(config, "clusters", context.cluster, "cluster", path);
  const user = context.user === undefined ? {} : entry(config, "users", context.user, "user", path);
  if (user.exec !== undefined || user["auth-provider"] !== undefined)
    throw new Error(
      `${path}: users with exec or auth-provider are not supported: use a token (kubectl create token), a client certificate, or kubectl proxy and a kubeconfig with its address`,
    );
  const pem = (from: JsonObject, name: string) => pemOf(from, name, dirname(path));
  const ca = pem(cluster, "certificate-authority");
  const [cert, key] = [pem(user, "client-certificate"), pem(user, "client-key")];
  const { tokenFile } = user;
  const token = typeof user.token === "string" ? user.token : undefined;
  return {
    server: String(cluster.server).replace(/\/$/, ""),
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    insecure: cluster["insecure-skip-tls-verify"] === true,
    token: () =>
      typeof tokenFile === "string" ? readTextNow(resolve(dirname(path), tokenFile)).trim() : token,
  };
}

function parsed(text: string, path: string): Json {
  try {
    return parseYaml(text);
  } catch (error) {
    throw new Error(`${path}: ${messageOf(error)}`, { cause: error });
  }
}

function entry(
  config: JsonObject,
  list: string,
  name: Json | undefined,
  member: string,
  path: string,
): JsonObject {
  const found = records(config[list]).find((one) => one.name === name)?.[member];
  if (!isJsonObject(found)) throw new Error(`${path}: there is no ${member} ${JSON.stringify(name)}`);
  return found;
}

/** Reads PEM from the data field or, if there is none, from the named file. */
function pemOf(from: JsonObject, name: string, folder: string): string | undefined {
  const [data, file] = [from[`${name}-data`], from[name]];
  if (typeof data === "string") return Buffer.from(data, "base64").toString();
  return typeof file === "string" ? readTextNow(resolve(folder, file)) : undefined;
}
