import type { IncomingMessage, ServerResponse } from "node:http";
import { Deadline, timeoutOf } from "./deadline.ts";
import { answerOf, type Endpoint, endpointsByPath } from "./endpoints.ts";
import { logFailure, type OnFailure } from "./failure.ts";
import { type ListenerOptions, webhookListener } from "./listener.ts";
import { MAX_BODY, readStream, tooLarge } from "./read-body.ts";

/** Options of `webhookFetch`. */
export interface FetchOptions {
  /** Largest size of a review in bytes; default 16 MiB. */
  readonly maxBody?: number;
  /** Called with the error of a handler. The client gets only the UID of the request. Default: write to standard error. */
  readonly onFailure?: OnFailure;
}

/**
 * Returns a handler for servers with WHATWG requests, such as hono: `app.all("*", (c) => handle(c.req.raw))`.
 * For an unknown path, the response is 404. The server has to authenticate callers.
 *
 * @example
 * ```ts
 * import { validating, webhookFetch } from "sallyport/webhook";
 * const handle = webhookFetch([validating("/ok", () => true)]);
 * const answer = await handle(new Request("https://localhost/elsewhere"));
 * answer.status; // 404
 * ```
 */
export function webhookFetch(
  endpoints: readonly Endpoint[],
  { maxBody = MAX_BODY, onFailure = logFailure }: FetchOptions = {},
): (request: Request) => Promise<Response> {
  const byPath = endpointsByPath(endpoints);
  return async (request) => {
    const endpoint = byPath.get(new URL(request.url).pathname);
    if (endpoint === undefined) return new Response("there is no such webhook\n", { status: 404 });
    if (request.method !== "POST") return new Response("send an AdmissionReview by POST\n", { status: 405 });
    const deadline = new Deadline(timeoutOf(request.url));
    request.signal.addEventListener("abort", () => deadline.leave(), { once: true });
    const sent = await readStream(request, maxBody);
    if (sent === undefined) return new Response(tooLarge(maxBody), { status: 413 });
    const { status, body } = await answerOf(endpoint, sent, { deadline, onFailure });
    const type = status === 200 ? "application/json" : "text/plain";
    return new Response(body, { status, headers: { "content-type": type } });
  };
}

/** The used members of a fastify instance. */
export interface FastifyLike {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    parser: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): void;
  post(path: string, handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => void): void;
}

/** The used members of a fastify request. */
export interface FastifyRequestLike {
  readonly raw: IncomingMessage;
}

/** The used members of a fastify reply. */
export interface FastifyReplyLike {
  readonly raw: ServerResponse;
  hijack(): unknown;
}

/** A plugin for fastify: `app.register(fastifyWebhooks([sidecar]))`. */
export function fastifyWebhooks(endpoints: readonly Endpoint[], options: ListenerOptions = {}) {
  const listener = webhookListener(endpoints, options);
  return async (fastify: FastifyLike): Promise<void> => {
    // fastify does not read the body: it can be larger than fastify allows, and the listener parses it.
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser("*", (_request, _payload, done) => done(null));
    for (const { path } of endpoints)
      fastify.post(path, (request, reply) => {
        reply.hijack();
        listener(request.raw, reply.raw);
      });
  };
}
