import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";

/** Address of a webhook in a configuration or definition: either a URL or a Service. */
export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: WebhookService;
  /** PEM certificates, decoded from base64; absent or empty: the system's roots. */
  readonly caBundle?: string;
}

/** The Service of a webhook. */
export interface WebhookService {
  readonly namespace: string;
  readonly name: string;
  readonly path?: string;
  /** Port; default: 443. */
  readonly port?: number;
}

/** Reads the `clientConfig` of an API object. Missing fields were reported when the object was created. */
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

/** URL of a webhook as the errors of a failed call show it. */
export function calledAt({ url, service }: WebhookClientConfig): string {
  if (service === undefined) return url ?? "";
  const { name, namespace, port = 443, path = "/" } = service;
  return `https://${name}.${namespace}.svc:${port}${path.startsWith("/") ? path : `/${path}`}`;
}
