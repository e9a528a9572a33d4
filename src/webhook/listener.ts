import type { IncomingMessage, ServerResponse } from "node:http";
import { type CallerOptions, checkCallers } from "./callers.ts";
import { Deadline, timeoutOf } from "./deadline.ts";
import { answerOf, type Endpoint, endpointsByPath } from "./endpoints.ts";
import { logFailure, type OnFailure } from "./failure.ts";
import { type Call, createMetrics, type OnCall } from "./observe.ts";
import { MAX_BODY, readBody, tooLarge } from "./read-body.ts";
import { type OpenTelemetry, tracing } from "./trace.ts";

/** Options of `webhookListener` and `fastifyWebhooks`, and of every server of `serveWebhooks`. */
export interface ListenerOptions extends CallerOptions {
  /**
   * Largest size of a review in bytes; default 16 MiB. An update with an object of 3 MB contains it twice and
   * has 7 MB.
   */
  readonly maxBody?: number;
  /** Called after each call of a webhook, for logs and traces. */
  readonly onCall?: OnCall;
  /** Called with the error of a handler. The client gets only the UID of the request. Default: write to standard error. */
  readonly onFailure?: OnFailure;
  /** A span for each call: `await import("@opentelemetry/api")`. Default: none. */
  readonly openTelemetry?: OpenTelemetry;
  /** Returns the state for `/readyz`; default: always ready. */
  readonly isReady?: () => boolean;
}

/**
 * A listener for `http.createServer`, and for `app.use` of express and connect. With `next`, requests for
 * unknown paths are passed on.
 */
export type Listener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

const METRICS = "/metrics";

/** Returns status, content type and text. */
type Info = () => [number, string, string];

/**
 * Returns a listener for any server of Node: the webhooks at their paths, and `/healthz`, `/readyz` and
 * `/metrics`. If callers have to authenticate, they have to do so for `/metrics`, too. The other two never
 * need it, because the kubelet has no credentials.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { validating, webhookListener } from "sallyport/webhook";
 * const server = createServer(webhookListener([validating("/ok", () => true)]));
 * server.listening; // false
 * ```
 */
export function webhookListener(endpoints: readonly Endpoint[], options: ListenerOptions = {}): Listener {
  const byPath = endpointsByPath(endpoints);
  const { maxBody = MAX_BODY, isReady = () => true, onFailure = logFailure } = options;
  const metrics = createMetrics();
  const check = checkCallers(options);
  const inSpan = tracing(options.openTelemetry);
  const info: ReadonlyMap<string, Info> = new Map([
    ["/healthz", () => [200, "text/plain", "ok"]],
    ["/readyz", () => (isReady() ? [200, "text/plain", "ok"] : [503, "text/plain", "shutting down"])],
    [METRICS, () => [200, "text/plain; version=0.0.4", metrics.text()]],
  ]);
  /**
   * Closes the connection after the response if the server is not ready: the caller then opens its next
   * connection to another replica.
   */
  const endSoon = (response: ServerResponse): void => {
    if (!isReady()) response.shouldKeepAlive = false;
  };
  const call = async (endpoint: Endpoint, request: IncomingMessage, response: ServerResponse) => {
    const began = performance.now();
    const deadline = new Deadline(timeoutOf(request.url ?? ""));
    response.once("close", () => {
      if (!response.writableFinished) deadline.leave();
    });
    const body = await readBody(request, maxBody);
    if (body === undefined) return refuse(response, 413, tooLarge(maxBody));
    const answer = await inSpan(endpoint, request.headers, () =>
      answerOf(endpoint, body, { deadline, onFailure }),
    );
    endSoon(response);
    send(response, answer.status, answer.status === 200 ? "application/json" : "text/plain", answer.body);
    const done = { endpoint, answer, milliseconds: performance.now() - began };
    metrics.count(done);
    tell(options.onCall, done);
  };
  return (request, response, next) => {
    const path = pathOf(request.url ?? "/");
    const endpoint = byPath.get(path);
    if (endpoint === undefined && next !== undefined) return next();
    const refusal = endpoint === undefined && path !== METRICS ? undefined : check(request);
    if (refusal !== undefined) return refuse(response, 401, refusal);
    if (endpoint === undefined) {
      endSoon(response);
      return answerInfo(path, info.get(path), response);
    }
    if (request.method !== "POST") return refuse(response, 405, "send an AdmissionReview by POST\n");
    call(endpoint, request, response).catch(() => response.destroy());
  };
}

/** Returns the path without the query. express and connect remove the mount path from `url`. */
function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}

function answerInfo(path: string, info: Info | undefined, response: ServerResponse): void {
  if (info === undefined) refuse(response, 404, `there is no webhook at ${path}\n`);
  else send(response, ...info());
}

function tell(onCall: OnCall | undefined, call: Call): void {
  try {
    onCall?.(call);
  } catch {
    // The response has been sent; errors of `onCall` must not affect it.
  }
}

/** Refuses a request. The body is not read, so the connection is closed after the response. */
function refuse(response: ServerResponse, status: number, text: string): void {
  response.shouldKeepAlive = false;
  send(response, status, "text/plain", text);
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, { "content-type": contentType, "content-length": Buffer.byteLength(body) });
  response.end(body);
}
