import { posix } from "node:path";
import type { WebhookClientConfig, WebhookService } from "../../api/webhook-client-config.ts";
import { encodePath } from "../../go/url-encode.ts";

/**
 * Parsed client configuration: address and names of the webhook (apiserver/pkg/util/webhook/client.go,
 * HookClient).
 */
export interface Target {
  /** `https://host:port`, with the host as written: the beginning of the URL in messages. */
  readonly origin: string;
  /** Cleaned and encoded path; begins with `/`. */
  readonly path: string;
  /** Value of the `Host` header. */
  readonly host: string;
  /** Host with its port, always given: the key for credentials. */
  readonly hostPort: string;
  /** Name that the server's certificate has to have: a DNS name, or an address without brackets. */
  readonly serverName: string;
  readonly service?: Required<Omit<WebhookService, "path">>;
}

/** Returns the target, or the text about the error that makes it unusable. Registration has checked the rest. */
export function targetOf(config: WebhookClientConfig): Target | string {
  if (config.service !== undefined) return serviceTarget(config.service);
  if (config.url !== undefined && config.url !== "") return urlTarget(config.url);
  return "webhook configuration must have either service or URL";
}

function serviceTarget({ namespace, name, path = "", port = 443 }: WebhookService): Target | string {
  if (namespace === "" || name === "" || port === 0)
    return "cannot resolve an empty service name or namespace or port";
  const serverName = `${name}.${namespace}.svc`;
  const host = `${serverName}:${port}`;
  const service = { namespace, name, port };
  return {
    origin: `https://${host}`,
    path: encodePath(cleanPath(path)),
    host,
    hostPort: host,
    serverName,
    service,
  };
}

function urlTarget(url: string): Target | string {
  const parts = /^(https?):\/\/([^/?#]*)([^?#]*)/i.exec(url);
  if (parts === null) return `Unparsable URL: parse ${JSON.stringify(url)}: invalid URI`;
  const scheme = (parts[1] ?? "").toLowerCase();
  const host = (parts[2] ?? "").replace(/^.*@/, "");
  const path = decodePath(parts[3] ?? "");
  if (path === undefined) return `Unparsable URL: parse ${JSON.stringify(url)}: invalid URL escape`;
  const withoutPort = host.replace(/:\d+$/, "");
  const hasPort = withoutPort !== host && (withoutPort.includes("]") || !withoutPort.includes(":"));
  const bare = hasPort ? withoutPort : host;
  return {
    origin: `${scheme}://${host}`,
    path: encodePath(cleanPath(path)),
    host,
    hostPort: hasPort ? host : `${host}:443`,
    serverName: bare.replace(/^\[(.*)\]$/, "$1"),
  };
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Removes double slashes, `.` and `..` segments, and a slash at the end. */
function cleanPath(path: string): string {
  const clean = posix.normalize(`/${path}`);
  return clean.length > 1 && clean.endsWith("/") ? clean.slice(0, -1) : clean;
}
