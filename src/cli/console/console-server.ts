import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { JsonObject } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { Asset } from "./assets.ts";
import { createGate, type Gate, HELLO } from "./gate.ts";
import { Refused, refused } from "./refused.ts";
import { RequestFeed } from "./requests/request-feed.ts";
import { streamRows } from "./requests/row-stream.ts";
import { type Routes, routesOf, slowRoutesOf } from "./routes.ts";
import type { Upstream } from "./upstream.ts";
import type { WhatIf } from "./what-if/what-if.ts";

interface ConsoleOptions {
  readonly upstream: Upstream;
  readonly assets: ReadonlyMap<string, Asset>;
  readonly token: string;
  /** The port under which browsers reach it. */
  readonly port: () => number;
}

/** Limit for a request body, in bytes (3 MiB): bodies contain manifests. */
const MOST_BODY_BYTES = 3 << 20;
const MOST_CONNECTIONS = 64;

/**
 * Creates the console server: a page, and the few requests that it makes. It uses plain HTTP, because the
 * port is open on loopback only.
 */
export function createConsoleServer(options: ConsoleOptions): Server {
  const gate = createGate(options.token, options.port);
  const feed = new RequestFeed(options.upstream);
  const routes = routesOf(options.upstream, feed);
  const slow = slowRoutesOf(options.upstream);
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 30_000, maxHeaderSize: 16 << 10 },
    (request, response) => {
      handle({ ...options, gate, routes, slow, feed }, request, response).catch((error) =>
        fail(request, response, error),
      );
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  server.on("close", () => feed.close());
  return server;
}

interface Parts extends ConsoleOptions {
  readonly gate: Gate;
  readonly routes: Routes;
  readonly slow: ReturnType<typeof slowRoutesOf>;
  readonly feed: RequestFeed;
}

async function handle(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  const url = URL.parse(request.url ?? "", "http://console");
  if (url === null) return sendText(response, 400, "This is no path.");
  const refusal = parts.gate.refusal(request, url);
  if (refusal !== undefined) return sendText(response, refusal.status, refusal.text);
  if (url.pathname === HELLO) return sendJson(response, 200, { session: parts.gate.session });
  if (url.pathname.startsWith("/api/")) return answer(parts, request, response, url);
  if (request.method !== "GET") return sendText(response, 405, "Only GET.");
  if (url.pathname === "/") return sendPage(parts, response);
  const asset = parts.assets.get(url.pathname);
  if (asset === undefined) return sendText(response, 404, "There is nothing.");
  // Their names change with what is in them.
  response.setHeader("cache-control", "private, max-age=31536000, immutable");
  sendAsset(request, response, asset);
}

/** No other host, no code and no style but the console's own, in no frame. */
const HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");

function sendPage({ assets }: Parts, response: ServerResponse): void {
  const page = assets.get("/index.html");
  if (page === undefined) {
    sendText(response, 500, "The page was not built.");
    return;
  }
  // For the styles that the editor creates.
  const nonce = randomBytes(16).toString("base64");
  response.setHeader("content-security-policy", policy(nonce));
  response.setHeader("content-type", page.type);
  response.end(page.bytes.toString().replace("NONCE", nonce));
}

function sendAsset(request: IncomingMessage, response: ServerResponse, asset: Asset): void {
  response.setHeader("content-type", asset.type);
  response.setHeader("vary", "accept-encoding");
  if (!/\bgzip\b/.test(String(request.headers["accept-encoding"] ?? "")))
    return void response.end(asset.bytes);
  response.setHeader("content-encoding", "gzip");
  response.end(asset.gzip);
}

async function answer(
  { routes, slow, feed }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  if (url.pathname === "/api/stream" && request.method === "GET")
    return streamRows(feed, request, response, url);
  const slowRoute = slow[`${request.method} ${url.pathname}`];
  if (slowRoute !== undefined) return answerSlowly(slowRoute, await readBody(request), response);
  const route = routes[`${request.method} ${url.pathname}`];
  if (route === undefined) return sendJson(response, 404, { message: "There is nothing." });
  const body = request.method === "POST" ? await readBody(request) : {};
  sendJson(response, 200, await route(body, url.searchParams));
}

/** Sends lines of JSON: the progress, `{"progress": …}`, and then the answer or `{"error": …}`. */
async function answerSlowly(route: WhatIf, body: unknown, response: ServerResponse): Promise<void> {
  const left = new AbortController();
  response.once("close", () => left.abort());
  const send = (value: object): void => {
    if (!response.headersSent) response.writeHead(200, { "content-type": "application/x-ndjson" });
    if (!left.signal.aborted) response.write(`${JSON.stringify(value)}\n`);
  };
  try {
    send(await route(body, (progress) => send({ progress }), left.signal));
  } catch (error) {
    // An answer without a line yet has a status.
    if (!response.headersSent) throw error;
    send({ error: errorOf(error) });
  }
  response.end();
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/.test(request.headers["content-type"] ?? ""))
    throw refused(415, "A body has to be JSON.");
  const pieces: Buffer[] = [];
  let bytes = 0;
  // The connection stays open for the answer.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    bytes += piece.length;
    if (bytes > MOST_BODY_BYTES) throw refused(413, `A body may have ${MOST_BODY_BYTES} bytes.`);
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString());
  } catch {
    throw refused(400, "The body is no JSON.");
  }
}

function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  // The rest of a body is not read: the next request on this connection would wait behind it.
  if (!request.complete) {
    response.shouldKeepAlive = false;
    request.resume();
  }
  const { status = 502 } = error as { status?: number };
  sendJson(response, status, errorOf(error));
}

const errorOf = (error: unknown): JsonObject => ({
  message: messageOf(error),
  problems: error instanceof Refused ? error.problems.map((one) => ({ ...one })) : [],
});

function sendJson(response: ServerResponse, status: number, value: JsonObject): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" });
  response.end(`${text}\n`);
}
