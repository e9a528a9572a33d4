import { readTextNow } from "../../../disk/read-text.ts";
import { quote } from "../../../go/quote.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { AuthInfo } from "../../../types/tables/clientcmd/v1-types.ts";
import { ANONYMOUS, type Credentials, type CredentialsFor, type CredentialsTarget } from "../credentials.ts";
import { goError } from "../go-error.ts";
import { execCredentials, type PluginOptions } from "./exec-plugin.ts";
import type { Kubeconfig } from "./kubeconfig.ts";
import { selectUser } from "./select-user.ts";

/** The environment is by default empty, so that only plugins with an absolute path are found. */
interface KubeconfigCredentialsOptions extends Partial<PluginOptions> {
  /** Current time, in milliseconds since 1970; default: the clock. */
  readonly now?: () => number;
}

/**
 * Returns the server's credentials for each webhook from a kubeconfig
 * (apiserver/pkg/util/webhook/authentication.go, restConfigFromKubeconfig). Without a kubeconfig, calls are
 * anonymous.
 */
export function kubeconfigCredentials(
  config: Kubeconfig | undefined,
  options: KubeconfigCredentialsOptions = {},
): CredentialsFor {
  return (hostPort, target) => {
    const selected = config === undefined ? undefined : selectUser(config, hostPort);
    return selected === undefined ? ANONYMOUS : userCredentials(selected.user, target, options);
  };
}

/** Credentials of one user. Throws with Go's text if they cannot work. */
export function userCredentials(
  user: AuthInfo,
  target: CredentialsTarget,
  { environment = {}, now = Date.now, ...plugins }: KubeconfigCredentialsOptions = {},
): Credentials {
  const bearer = bearerOf(user, now);
  if (user["auth-provider"] !== undefined) throw goError("auth provider not supported");
  const hasBasic = user.username !== "";
  if (hasBasic && bearer !== undefined)
    throw goError("username/password or bearer token may be set, but not both");
  const clientCertificate = certificateOf(user, now);
  const authorization = hasBasic
    ? () => basic(user)
    : bearer === undefined
      ? undefined
      : () => `Bearer ${bearer()}`;
  const impersonation = impersonationHeaders(user);
  const headers = () =>
    authorization === undefined
      ? impersonation
      : ["authorization", checked(authorization()), ...impersonation];
  if (authorization !== undefined || clientCertificate !== undefined || user.exec === undefined)
    return { headers, ...(clientCertificate === undefined ? {} : { clientCertificate }) };
  const plugin = execCredentials(user.exec, { ...plugins, target, environment, now });
  return { ...plugin, headers: async () => [...(await plugin.headers()), ...impersonation] };
}

/**
 * Token of a user. The file has precedence over the token, as long as it can be read. If it cannot be read
 * later, the token is used, or without a token the first content of the file.
 */
function bearerOf({ token, tokenFile }: AuthInfo, now: () => number): (() => string) | undefined {
  if (tokenFile === "") return token === "" ? undefined : () => token;
  const initial = token === "" ? readText(tokenFile) : token;
  let read = initial === "" ? refreshed(() => readToken(tokenFile), now) : undefined;
  return () => {
    try {
      read ??= refreshed(() => readToken(tokenFile), now);
      return read();
    } catch {
      return initial;
    }
  };
}

function basic({ username, password }: AuthInfo): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

function checked(value: string): string {
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if ((code < 0x20 && code !== 9) || code === 0x7f)
      throw goError('net/http: invalid header field value for "Authorization"');
  }
  return value;
}

/** Client certificate of a user; undefined: the certificate or its key is missing. */
function certificateOf(user: AuthInfo, now: () => number) {
  const textOf = (name: "client-certificate" | "client-key"): string =>
    user[`${name}-data`] || (user[name] === "" ? "" : readText(user[name]));
  const read = () => ({ cert: textOf("client-certificate"), key: textOf("client-key") });
  const { cert, key: first } = read();
  if (cert === "" || first === "") return undefined;
  return refreshed(read, now);
}

/** Headers of the user that requests are sent as (`as`, `as-uid`, `as-groups`, `as-user-extra`). */
function impersonationHeaders(user: AuthInfo): readonly string[] {
  if (user.as === "") return [];
  const headers = ["impersonate-user", user.as];
  if (user["as-uid"] !== "") headers.push("impersonate-uid", user["as-uid"]);
  for (const group of user["as-groups"]) headers.push("impersonate-group", group);
  for (const [key, values] of Object.entries(user["as-user-extra"])) {
    for (const value of values) headers.push(`impersonate-extra-${escapeKey(key)}`, value);
  }
  return headers;
}

/** Percent-encodes characters that a header name cannot contain, the percent sign included. */
function escapeKey(key: string): string {
  return [...Buffer.from(key.toLowerCase())]
    .map((byte) => {
      const c = String.fromCharCode(byte);
      return /[!#$&'*+\-.^_`|~0-9a-z]/.test(c) ? c : `%${byte.toString(16).padStart(2, "0")}`;
    })
    .join("");
}

/** Time for which the content of a file is valid, in milliseconds. */
const PERIOD = 60_000;
/** Time before the end of that period at which a file is read again. */
const LEEWAY = 10_000;

/** Reads a file; errors have Go's text. */
function readText(path: string): string {
  try {
    return readTextNow(path);
  } catch (error) {
    throw goError(`open ${path}: ${reason(error)}`, error);
  }
}

function reason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "no such file or directory";
  if (code === "EACCES") return "permission denied";
  if (code === "EISDIR") return "is a directory";
  return messageOf(error);
}

/**
 * Returns a function that returns the content of a file and reads it again about once a minute. Throws if the
 * file cannot be read at first; later the last content that could be read is used.
 */
function refreshed<T>(read: () => T, now: () => number): () => T {
  let value = read();
  let readAt = now();
  return () => {
    if (now() - readAt < PERIOD - LEEWAY) return value;
    readAt = now();
    try {
      value = read();
    } catch {
      // A file that is being replaced is missing only for a moment.
    }
    return value;
  };
}

/** Reads a token from a file, without the blanks around it. */
function readToken(path: string): string {
  const token = readText(path).trim();
  if (token === "") throw goError(`read empty token from file ${quote(path)}`);
  return token;
}
