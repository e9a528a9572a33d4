import type { Dispatcher } from "undici";
import { messageOf } from "../../report/describe-error.ts";
import type { PostOptions, WebhookAnswer, WebhookFailure } from "./answer.ts";
import { type CallOptions, call, type Outcome } from "./call.ts";
import type { Credentials } from "./credentials.ts";
import { decodeBody } from "./decode-body.ts";
import type { Facts } from "./observed.ts";
import { redirectOf } from "./redirect.ts";
import { answeredStatus, responseError } from "./response-error.ts";
import type { Target } from "./target.ts";
import type { TimerWheel } from "./timer-wheel.ts";

/** Client for one webhook. */
export interface WebhookClient {
  /** `https://host:port/path`, as in messages. */
  readonly url: string;
  /** Sends one review. Never rejects. */
  post(body: Uint8Array | string, options: PostOptions): Promise<WebhookAnswer>;
}

interface ClientOptions {
  readonly target: Target;
  readonly credentials: Credentials;
  /** Returns the connections to an origin. */
  dispatcher(origin: string): Dispatcher;
  readonly wheel: TimerWheel;
  readonly facts: WeakMap<Error, Facts>;
  readonly maxBody: number;
}

/** User agent of kube-apiserver towards webhooks. */
export const USER_AGENT = "kube-apiserver-admission";

/** Timeout of one request of the client, in milliseconds, also if the deadline is later. */
const CLIENT_TIMEOUT = 30_000;
const CLIENT_OVERRUN = [
  " (Client.Timeout exceeded while awaiting headers)",
  " (Client.Timeout or context cancellation while reading body)",
] as const;
const NO_OVERRUN = ["", ""] as const;
const MAX_RETRIES = 10;
const MAX_REDIRECTS = 10;

/** Creates a client whose errors have kube-apiserver's texts. */
export function createClient(options: ClientOptions): WebhookClient {
  const { target, credentials } = options;
  const url = target.origin + target.path;
  const fixed = [
    "host",
    target.host,
    "user-agent",
    USER_AGENT,
    "accept",
    "application/json, */*",
    "accept-encoding",
    "gzip",
    "content-type",
    "application/json",
  ];
  return {
    url,
    post: async (body, post) => {
      const query = queryOf(post.timeoutParam);
      try {
        const own = credentials.headers();
        const granted = Array.isArray(own) ? own : await own;
        const headers =
          granted.length === 0 && post.headers === undefined
            ? fixed
            : [...fixed, ...granted, ...(post.headers ?? [])];
        return await withRetries(options, { path: target.path + query, headers, body, post });
      } catch (error) {
        const message = messageOf(error);
        return failure(`Post "${url}${query}": ${message}`, target, {});
      }
    },
  };
}

/** Returns the query of the URL. Nearly every call has a duration such as `10s`, which needs no encoding. */
function queryOf(timeout: string | undefined): string {
  if (timeout === undefined) return "";
  return `?timeout=${/^[0-9a-z.]+$/.test(timeout) ? timeout : encodeURIComponent(timeout)}`;
}

interface Sending {
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: Uint8Array | string;
  readonly post: PostOptions;
}

/**
 * Sends the request. Responses 429 and 5xx with a number of seconds in `Retry-After` are retried, at most ten
 * times, until the deadline.
 */
async function withRetries(options: ClientOptions, sending: Sending): Promise<WebhookAnswer> {
  for (let attempt = 0; ; attempt++) {
    const { outcome, url } = await withRedirects(options, sending);
    if (outcome.kind === "failure") return describeFailure(outcome, url, options.target);
    const { status, head } = outcome;
    if (status === 401) options.credentials.rejected?.();
    const wait = status === 429 || status >= 500 ? retryDelay(head.retryAfter) : undefined;
    if (wait === undefined || attempt === MAX_RETRIES) return read(outcome, options);
    await pause(wait * 1000, sending.post, options.wheel);
  }
}

function retryDelay(header: string): number | undefined {
  return /^[+-]?\d+$/.test(header) ? Math.max(0, Number(header)) : undefined;
}

/**
 * Waits for `delay` milliseconds. The wait ends early at the deadline or with the caller's signal; the next
 * attempt then reports it.
 */
function pause(delay: number, { deadline, signal }: PostOptions, wheel: TimerWheel): Promise<void> {
  return new Promise((resolve) => {
    const ticket = wheel.schedule({ expire: () => end() }, Math.min(delay, deadline - performance.now()));
    const end = () => {
      wheel.cancel(ticket);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    signal?.addEventListener("abort", end);
    if (signal?.aborted === true) end();
  });
}

async function withRedirects(
  options: ClientOptions,
  sending: Sending,
): Promise<{ outcome: Outcome; url: string }> {
  const { target } = options;
  let { path, headers } = sending;
  let origin = target.origin;
  let url = origin + path;
  let body: Uint8Array | string | null = sending.body;
  for (let hops = 0; ; hops++) {
    const outcome = await attempt(options, sending.post, {
      origin,
      path,
      method: body === null ? "GET" : "POST",
      headers,
      body,
    });
    if (outcome.kind === "failure" || outcome.status < 301 || outcome.status > 308) return { outcome, url };
    const { location } = outcome.head;
    const redirect = redirectOf(outcome.status, location, new URL(url));
    if (redirect === undefined) return { outcome, url };
    if (redirect.kind === "error") return { outcome: stopped(redirect.message), url: redirect.text ?? url };
    if (hops + 1 >= MAX_REDIRECTS) return { outcome: stopped("stopped after 10 redirects"), url: location };
    url = redirect.text;
    origin = redirect.url.origin;
    path = redirect.url.pathname + redirect.url.search;
    if (!redirect.keepsBody) body = null;
    headers = redirectedHeaders(sending.headers, redirect.url.host, body === null);
  }
}

const stopped = (message: string): Outcome => ({
  kind: "failure",
  message,
  inBody: false,
  canceled: false,
  timedOut: false,
});

function redirectedHeaders(headers: readonly string[], host: string, bodyless: boolean): readonly string[] {
  const out: string[] = [];
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i] ?? "";
    if (bodyless && name === "content-type") continue;
    out.push(name, name === "host" ? host : (headers[i + 1] ?? ""));
  }
  return out;
}

type Step = Pick<CallOptions, "origin" | "path" | "method" | "headers" | "body">;

function attempt(
  options: ClientOptions,
  { deadline, signal, noWebhookTimeout }: PostOptions,
  step: Step,
): Promise<Outcome> {
  const { wheel, facts, maxBody } = options;
  const cap = performance.now() + CLIENT_TIMEOUT;
  const capped = noWebhookTimeout !== true && cap < deadline;
  // The fields are copied one by one: spreading `step` costs more than the rest of the call.
  return call({
    origin: step.origin,
    path: step.path,
    method: step.method,
    headers: step.headers,
    body: step.body,
    dispatcher: options.dispatcher(step.origin),
    deadline: capped ? cap : deadline,
    overrun: capped ? CLIENT_OVERRUN : NO_OVERRUN,
    signal,
    wheel,
    facts,
    maxBody,
  });
}

async function read(
  outcome: Outcome & { kind: "response" },
  { maxBody, target }: ClientOptions,
): Promise<WebhookAnswer> {
  const { status, head } = outcome;
  const { contentEncoding } = head;
  const body =
    contentEncoding === "" ? outcome.body : await decodeBody(outcome.body, contentEncoding, maxBody);
  if (typeof body === "string") return failure(unreadable(body), target, {});
  if (status >= 200 && status <= 206) return { kind: "answer", status, contentType: head.contentType, body };
  const { message, code } = responseError(status, head.contentType, body);
  return { ...failure(message, target, { code }), answered: answeredStatus(status, head.contentType, body) };
}

function describeFailure(
  outcome: Outcome & { kind: "failure" },
  url: string,
  target: Target,
): WebhookFailure {
  const { message, inBody, canceled, timedOut } = outcome;
  return failure(inBody ? unreadable(message) : `Post "${url}": ${message}`, target, { canceled, timedOut });
}

const unreadable = (why: string): string =>
  `unexpected error when reading response body. Please retry. Original error: ${why}`;

function failure(
  message: string,
  target: Target,
  {
    code = 503,
    canceled = false,
    timedOut = false,
  }: { code?: number; canceled?: boolean; timedOut?: boolean },
): WebhookFailure {
  const base: WebhookFailure = { kind: "error", stage: "call", message, code, canceled, timedOut };
  const missingSan = message.includes("x509: certificate relies on legacy Common Name field");
  const insecure = message.indexOf("x509: cannot verify signature: insecure algorithm ");
  const sha1 = insecure >= 0 && message.includes("SHA1", insecure);
  return missingSan || sha1 ? { ...base, deprecated: { host: target.serverName, missingSan, sha1 } } : base;
}
