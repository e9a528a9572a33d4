import type { CallOptions, TransportResult } from "../admission/ports.ts";
import { type Handler, isStream, type ServerResponse, wholeBody } from "../api/exchange/exchange.ts";
import { memoryRequest } from "../api/exchange/memory-request.ts";
import type { WebhookClientConfig } from "../api/webhook-client-config.ts";
import { anySignal } from "../async/any-signal.ts";
import { signalOf } from "../async/cancellation.ts";
import { USER_AGENT } from "../http/webhook-client/client.ts";
import { responseError } from "../http/webhook-client/response-error.ts";
import { targetOf } from "../http/webhook-client/target.ts";

/** Access of the server to its own API. */
export interface OwnServer {
  handle(): Handler;
  /** Bearer token of the server's own user. */
  readonly token: string;
}

const OWN_SERVICE = "kubernetes.default.svc:443";

/**
 * Returns the path of a webhook that is this server, or is served behind it; undefined for other webhooks.
 * The server calls itself with its own rights (apiserver/pkg/util/webhook/authentication.go,
 * NewDefaultAuthenticationInfoResolverWrapper).
 */
export function ownPathOf(config: WebhookClientConfig): string | undefined {
  if (config.service?.name !== "kubernetes") return undefined;
  const target = targetOf(config);
  return typeof target === "object" && target.hostPort === OWN_SERVICE ? target.path : undefined;
}

/** Makes one POST request in memory, without a connection. */
export async function callOwn(
  { handle, token }: OwnServer,
  path: string,
  body: Uint8Array | string,
  { timeoutMs, timeoutParam, signal }: CallOptions,
): Promise<TransportResult> {
  const url = timeoutParam === undefined ? path : `${path}?timeout=${encodeURIComponent(timeoutParam)}`;
  const over = AbortSignal.timeout(timeoutMs);
  const ended = signal === undefined ? over : anySignal([over, signalOf(signal)]);
  const headers = {
    authorization: `Bearer ${token}`,
    accept: "application/json, */*",
    "content-type": "application/json",
    "user-agent": USER_AGENT,
  };
  const request = memoryRequest({ method: "POST", url, headers, body, signal: ended });
  const answer = await Promise.race([answered(handle(), request), aborted(ended)]);
  if (answer !== undefined) return answer;
  const why = over.aborted ? "context deadline exceeded" : "context canceled";
  const message = `Post "https://${OWN_SERVICE}${url}": ${why}`;
  return { kind: "error", message, code: 503, canceled: !over.aborted, timedOut: over.aborted };
}

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });

async function answered(handle: Handler, request: Parameters<Handler>[0]): Promise<TransportResult> {
  const response = await handle(request);
  const { status } = response;
  const body = await bytesOf(response.body);
  const contentType = contentTypeOf(response);
  if (status >= 200 && status <= 206) return { kind: "answer", status, contentType, body };
  const { message, code } = responseError(status, contentType, body);
  const said = { status, contentType };
  return { kind: "error", message, code, canceled: false, timedOut: false, answered: said };
}

function contentTypeOf({ headers }: ServerResponse): string {
  const [, value = ""] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type") ?? [];
  return typeof value === "string" ? value : (value[0] ?? "");
}

async function bytesOf(body: ServerResponse["body"]): Promise<Buffer> {
  if (!isStream(body)) return Buffer.from((await wholeBody(body)) ?? "");
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}
