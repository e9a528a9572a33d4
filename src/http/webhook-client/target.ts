import { posix } from "node:path";
import { encodePath } from "../../api/go-url-encode.ts";
import type { WebhookClientConfig, WebhookService } from "../../api/webhook-client-config.ts";

/** A configuration read: what to call, and under which names (apiserver/pkg/util/webhook/client.go, HookClient). */
export interface Target {
  /** `https://host:port`, the host as written: the beginning of the URL in messages. */
  readonly origin: string;
  /** Cleaned and encoded; begins with `/`. */
  readonly path: string;
  /** The `Host` header. */
  readonly host: string;
  /** With the port always there: what credentials are looked up by. */
  readonly hostPort: string;
  /** What the server's certificate must be for: a DNS name or an address without brackets. */
  readonly serverName: string;
  readonly service?: Required<Omit<WebhookService, "path">>;
}

/** The target, or the text of what makes it unusable. Registration has checked the rest. */
export function targetOf(config: WebhookClientConfig): Target | string {
  if (config.service !== undefined) return serviceTarget(config.service);
  if (config.url !== undefined && config.url !== "") return urlTarget(config.url);
  return "webhook configuration must have either service or URL";
}

function serviceTarget({ namespace, name, path = "", port = 443 }: WebhookService): Target | string {
  if (namespace === "" || name === "" || port === 0) {
    return "cannot resolve an empty service name or namespace or port";
  }
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

/** No doubled slashes, no dots, no slash at the end. */
function cleanPath(path: string): string {
  const clean = posix.normalize(`/${path}`);
  return clean.length > 1 && clean.endsWith("/") ? clean.slice(0, -1) : clean;
}
