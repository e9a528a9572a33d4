import { isJsonObject, type Json, type JsonObject } from "./json.ts";

/** Where a registration or a definition says that a webhook is: one of url and service. */
export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: WebhookService;
  /** PEM, already out of its base64; absent or empty: the system's roots. */
  readonly caBundle?: string;
}

/** The Service of a webhook. */
export interface WebhookService {
  readonly namespace: string;
  readonly name: string;
  readonly path?: string;
  /** Default 443. */
  readonly port?: number;
}

/** The `clientConfig` of an API object. What it lacks has been said when it was registered. */
export function readClientConfig(given: Json | undefined): WebhookClientConfig {
  if (!isJsonObject(given)) return {};
  const { url, service, caBundle } = given;
  return {
    ...(typeof url === "string" ? { url } : {}),
    ...(isJsonObject(service) ? { service: readService(service) } : {}),
    ...(typeof caBundle === "string" && caBundle !== ""
      ? { caBundle: Buffer.from(caBundle, "base64").toString() }
      : {}),
  };
}

function readService({ namespace, name, port, path }: JsonObject): WebhookService {
  return {
    namespace: typeof namespace === "string" ? namespace : "",
    name: typeof name === "string" ? name : "",
    ...(typeof path === "string" ? { path } : {}),
    ...(typeof port === "number" ? { port } : {}),
  };
}

/** Where a webhook is called, as the errors of a failed call name it. */
export function calledAt({ url, service }: WebhookClientConfig): string {
  if (service === undefined) return url ?? "";
  const { name, namespace, port = 443, path = "/" } = service;
  return `https://${name}.${namespace}.svc:${port}${path.startsWith("/") ? path : `/${path}`}`;
}
