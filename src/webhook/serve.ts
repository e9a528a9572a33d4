import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Webhook } from "./define.ts";
import { handleReview } from "./handle.ts";

export interface ServeWebhooksOptions {
  /** Default 0: a free one. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /**
   * PEM, or `self-signed`: a certificate made on the spot, whose authority is then in `caBundle`. API servers call
   * webhooks over TLS only; without it the port speaks plain HTTP, for use behind a proxy.
   */
  readonly tls?: { readonly cert: string; readonly key: string } | "self-signed";
  /** Bytes that a review may have; default 16 MiB. */
  readonly maxBody?: number;
}

export interface WebhookServer {
  /** `https://127.0.0.1:9443`. */
  readonly url: string;
  readonly port: number;
  /** Base64 of PEM, for `clientConfig.caBundle`; only with a self-signed certificate. */
  readonly caBundle?: string;
  close(): Promise<void>;
}

const MAX_BODY = 16 << 20;

/** Serves webhooks, each under its path. `/healthz` answers `ok`. Rejects when the port cannot be had. */
export async function serveWebhooks(
  webhooks: readonly Webhook[],
  options: ServeWebhooksOptions = {},
): Promise<WebhookServer> {
  const byPath = new Map(webhooks.map((webhook) => [webhook.path, webhook]));
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    void answer(byPath, request, response, options.maxBody ?? MAX_BODY);
  };
  const { host = "127.0.0.1", port = 0 } = options;
  const made = options.tls === "self-signed" ? await selfSigned(host) : undefined;
  const tls = options.tls === "self-signed" ? made?.serving : options.tls;
  const server =
    tls === undefined ? createServer(listener) : createTlsServer({ ...tls, minVersion: "TLSv1.2" }, listener);
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    ...(made === undefined ? {} : { caBundle: made.caBundle }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface SelfSigned {
  readonly serving: { readonly cert: string; readonly key: string };
  readonly caBundle: string;
}

/** The library that makes certificates is loaded only here. */
async function selfSigned(host: string): Promise<SelfSigned> {
  const { createAuthority, issueServing } = await import("../http/certificates/issue.ts");
  const now = Date.now();
  const authority = await createAuthority({ commonName: "webhook-ca", now });
  const serving = await issueServing(authority, {
    hosts: [...new Set([host, "localhost", "127.0.0.1"])],
    now,
  });
  return { serving, caBundle: Buffer.from(authority.cert).toString("base64") };
}

async function answer(
  byPath: ReadonlyMap<string, Webhook>,
  request: IncomingMessage,
  response: ServerResponse,
  maxBody: number,
): Promise<void> {
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  if (path === "/healthz") return send(response, 200, "text/plain", "ok");
  const webhook = byPath.get(path);
  if (webhook === undefined) return send(response, 404, "text/plain", `there is no webhook at ${path}\n`);
  if (request.method !== "POST")
    return send(response, 405, "text/plain", "send an AdmissionReview by POST\n");
  const body = await readBody(request, maxBody);
  if (body === undefined) return send(response, 413, "text/plain", `a review may have ${maxBody} bytes\n`);
  const result = await handleReview(webhook, body);
  send(response, result.status, result.status === 200 ? "application/json" : "text/plain", result.body);
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, { "content-type": contentType });
  response.end(body);
}

/** Undefined when it is too large. */
async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
