import { randomUUID } from "node:crypto";
import type { Handler, ServerRequest, ServerResponse } from "../api/exchange/exchange.ts";
import { plainError, StatusError } from "../api/status.ts";
import { describeError } from "../report/describe-error.ts";
import { StorageError } from "../storage/storage.ts";
import { type Cors, isPreflight, withOrigin } from "./accept/cors.ts";
import { requestTimeout } from "./accept/deadline.ts";
import { inTime, isLongRunning } from "./accept/in-time.ts";
import { requestInfoOf } from "./accept/request-info.ts";
import { ANONYMOUS, type AnonymousAccess, type Authenticator } from "./authenticate/authenticate.ts";
import { headerText } from "./authenticate/header-values.ts";
import { createImpersonation } from "./authenticate/impersonate.ts";
import type { RequestLimits } from "./flow-control/request-limits.ts";
import type { Log } from "./log.ts";
import { runSteps } from "./loop/run-steps.ts";
import { beginContext, type RequestContext } from "./request-context.ts";
import { respond, respondError } from "./respond/respond.ts";
import { Passage, type Pipeline, STAGES, type Stages, timeoutParameter } from "./stages.ts";

/**
 * The stages of a request, from the first byte to the last: accept → authenticate → impersonate → classify →
 * authorize → wait for a turn and a place → handle → respond, with the recorders around it. Only `handle`
 * reads the body.
 */
export function createPipeline(
  parts: Pipeline,
  authenticators: readonly Authenticator[],
  {
    limits,
    anonymous,
    cors,
  }: {
    readonly limits: RequestLimits;
    readonly anonymous: AnonymousAccess;
    readonly cors: Cors;
  },
): Handler {
  const impersonate = createImpersonation(parts.authorize, parts.features);
  return async (request) => {
    const context = accept(parts, request);
    const end = parts.recorder.begin(context);
    const allowed = cors(request);
    const stages = { authenticators, anonymous, impersonate, limits };
    const work = isPreflight(request, allowed) ? preflight(parts, context) : run(parts, stages, context);
    const response = await (context.timeoutMs === 0 || parts.noWebhookTimeout ? work : inTime(context, work));
    parts.loop.finished(context, response);
    return end(allowed === undefined ? response : withOrigin(response, allowed));
  };
}

/** Answers a preflight request (CORS). It needs no credentials, and is charged like other anonymous requests. */
async function preflight(parts: Pipeline, context: RequestContext): Promise<ServerResponse> {
  try {
    await context.budget.anonymousTurn(context);
    return await respond(context, { kind: "raw", response: { status: 204, headers: {} } });
  } catch (error) {
    return respondError(context, asStatusError(parts.log, context, error));
  }
}

async function run(parts: Pipeline, stages: Stages, context: RequestContext): Promise<ServerResponse> {
  const passage = new Passage(parts, stages, context);
  try {
    await runSteps(STAGES, passage);
    return passage.made;
  } catch (error) {
    return respondError(context, asStatusError(parts.log, context, error));
  } finally {
    passage.leave?.();
  }
}

function accept(parts: Pipeline, request: ServerRequest): RequestContext {
  // The client's text is taken unchecked, as the reference does.
  const [given = ""] = request.headerValues("audit-id");
  const info = requestInfoOf(request);
  return beginContext({
    request,
    info,
    auditId: headerText(given) || randomUUID(),
    receivedAt: parts.now(),
    user: ANONYMOUS,
    timeoutMs: isLongRunning(info) ? 0 : timeLimit(request, parts.requestTimeoutMs),
    budget: parts.loop,
  });
}

/** Returns the time limit of the request in milliseconds; the longest one if the query has a malformed one. */
function timeLimit(request: ServerRequest, longest: number): number {
  try {
    return requestTimeout(timeoutParameter(request), longest);
  } catch {
    return longest;
  }
}

/** Converts any error to a StatusError. The cause of an unexpected error is logged and not sent to the client. */
function asStatusError(log: Log, context: RequestContext, error: unknown): StatusError {
  if (error instanceof StatusError) return error;
  if (error instanceof StorageError) return storageFailure(log, context, error);
  log("error", "request failed", {
    path: context.info.path,
    verb: context.info.verb,
    error: describeError(error),
  });
  return new StatusError(
    { message: "Internal error occurred: internal error", reason: "InternalError", code: 500 },
    { cause: error },
  );
}

function storageFailure(log: Log, context: RequestContext, error: StorageError): StatusError {
  log("error", "storage failed", { path: context.info.path, code: error.code, error: describeError(error) });
  if (error.code === "Closed")
    return new StatusError(
      { message: "the server is shutting down", reason: "ServiceUnavailable", code: 503 },
      { cause: error },
    );
  // The text of kube-apiserver when etcd's quota is exhausted; the log has the cause.
  if (error.code === "NoSpace") return plainError("etcdserver: mvcc: database space exceeded", error);
  return new StatusError(
    {
      message: `Internal error occurred: ${error.message}`,
      reason: "InternalError",
      details: { causes: [{ message: error.message }] },
      code: 500,
    },
    { cause: error },
  );
}
