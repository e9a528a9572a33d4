import { randomUUID } from "node:crypto";
import type { Handler, ServerRequest, ServerResponse } from "../api/exchange/exchange.ts";
import { plainError, StatusError } from "../api/status.ts";
import { thenMaybe } from "../async/then-maybe.ts";
import { describeError } from "../report/describe-error.ts";
import { StorageError } from "../storage/storage.ts";
import { type Cors, isPreflight, withOrigin } from "./accept/cors.ts";
import { requestTimeout } from "./accept/deadline.ts";
import { isRead, type Leave } from "./accept/in-flight-limit.ts";
import { inTime, isLongRunning } from "./accept/in-time.ts";
import { type RequestInfo, requestInfoOf } from "./accept/request-info.ts";
import { internalServerError, unreadableUrl } from "./accept/unreadable-url.ts";
import {
  ANONYMOUS,
  type AnonymousAccess,
  type Authenticator,
  authenticate,
} from "./authenticate/authenticate.ts";
import { BLANKS_BEFORE_TOKEN, hasBlanksBeforeToken } from "./authenticate/bearer-token.ts";
import { headerText } from "./authenticate/header-values.ts";
import { createImpersonation, type Impersonate } from "./authenticate/impersonate.ts";
import { forbiddenRequest } from "./authorize/attributes.ts";
import type { RequestLimits } from "./flow-control/request-limits.ts";
import type { Endpoints } from "./handle/dispatch.ts";
import { dispatch } from "./handle/dispatch.ts";
import type { Log } from "./log.ts";
import { runSteps, type Step } from "./loop/run-steps.ts";
import type { Recorder } from "./record/recorder.ts";
import { beginContext, type RequestContext } from "./request-context.ts";
import type { Answer } from "./respond/answer.ts";
import { respond, respondError } from "./respond/respond.ts";

/** Dependencies of the stages before and after the endpoints. */
export interface Pipeline extends Endpoints {
  readonly recorder: Recorder;
  readonly log: Log;
  /** Default and upper bound of a request's time, in milliseconds. */
  readonly requestTimeoutMs: number;
}

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

/**
 * Answers a preflight request (CORS). It needs no credentials, and is charged like other anonymous requests.
 */
async function preflight(parts: Pipeline, context: RequestContext): Promise<ServerResponse> {
  try {
    await context.budget.anonymousTurn(context);
    return await respond(context, { kind: "raw", response: { status: 204, headers: {} } });
  } catch (error) {
    return respondError(context, asStatusError(parts, context, error));
  }
}

async function run(parts: Pipeline, stages: Stages, context: RequestContext): Promise<ServerResponse> {
  const passage = new Passage(parts, stages, context);
  try {
    await runSteps(STAGES, passage);
    return passage.made;
  } catch (error) {
    return respondError(context, asStatusError(parts, context, error));
  } finally {
    passage.leave?.();
  }
}

/** A request on its way through the stages. */
class Passage {
  readonly parts: Pipeline;
  readonly stages: Stages;
  readonly context: RequestContext;
  /** Frees the place of the request. */
  leave: Leave | undefined;
  answer: Answer | undefined;
  response: ServerResponse | undefined;

  constructor(parts: Pipeline, stages: Stages, context: RequestContext) {
    this.parts = parts;
    this.stages = stages;
    this.context = context;
  }

  get isDone(): boolean {
    return this.response !== undefined;
  }

  get made(): ServerResponse {
    if (this.response === undefined) throw new Error("the stages made no response");
    return this.response;
  }
}

/** Waits for the turn to read the head of the request. */
function waitToHear({ context }: Passage): void | Promise<void> {
  return turnOf(context, headBytes(context.request));
}

/** Answers a URL that cannot be read. */
function refuseUnreadable(passage: Passage): void {
  passage.response = unreadableUrl(passage.context);
}

/** Sets the time limit that the query names. */
function limitTime({ parts, context }: Passage): void {
  if (!isLongRunning(context.info))
    context.timeoutMs = requestTimeout(timeoutParameter(context.request), parts.requestTimeoutMs);
}

/** Finds the user. Refused credentials cost as much as an anonymous request. */
function identify({ stages, context }: Passage): void | Promise<void> {
  const refused = async (error: unknown): Promise<void> => {
    await anonymousTurn(context);
    throw error;
  };
  try {
    const user = authenticate(stages.authenticators, context.request, stages.anonymous);
    if (user instanceof Promise)
      return user.then((found) => {
        context.user = found;
      }, refused);
    context.user = user;
  } catch (error) {
    return refused(error);
  }
}

/** Waits for the turn of an anonymous request. */
function waitAsAnonymous({ context }: Passage): void | Promise<void> {
  if (context.user === ANONYMOUS) return anonymousTurn(context);
}

function anonymousTurn(context: RequestContext): Promise<void> | undefined {
  if (hasBlanksBeforeToken(context.request)) context.warnings.add(BLANKS_BEFORE_TOKEN);
  return context.budget.anonymousTurn(context);
}

/** Tells the recorders who asks; a request that cannot be recorded is not handled. */
function record(passage: Passage): void | Promise<void> {
  const { parts, context } = passage;
  return thenMaybe(parts.recorder.authenticated?.(context), (problem) => refuseFor(passage, problem));
}

function refuseFor(passage: Passage, problem: string | undefined): void {
  if (problem !== undefined) passage.response = internalServerError(passage.context, problem);
}

/** Replaces the user by the impersonated one. */
function impersonate({ stages, context }: Passage): void | Promise<void> {
  return asFilter(() => actForSomebodyElse(stages.impersonate, context));
}

/** Finds the priority level of the request. */
function classify({ stages, context }: Passage): void {
  if (isClassified(context.info)) context.flow = stages.limits.classify(context.info, context.user);
}

/** Waits until this server has the writes of others that the request may depend on. */
function catchUp({ parts, context }: Passage): void | Promise<void> {
  if (!isRead(context.info)) return parts.replicas.catchUp();
}

/** Checks the right to make the request. */
function checkRight(passage: Passage): void | Promise<void> {
  const { parts, context } = passage;
  return thenMaybe(
    asFilter(() => authorize(parts, context)),
    (problem) => refuseFor(passage, problem),
  );
}

/** Waits for the turn to handle the request, whose body has the announced length. */
function waitToWork({ context }: Passage): void | Promise<void> {
  return turnOf(context, Number(context.request.headers["content-length"] ?? 0));
}

/** Waits for a place of the priority level, or answers that there is none. */
function takePlace(passage: Passage): void | Promise<void> {
  return thenMaybe(passage.stages.limits.takePlace(passage.context), (taken) => {
    if (typeof taken !== "function") return respondWith(passage, taken);
    passage.leave = taken;
  });
}

/** Calls the handler of the endpoint. */
function handle(passage: Passage): void | Promise<void> {
  const { parts, context } = passage;
  parts.loop.work(context);
  return thenMaybe(dispatch(parts, context), (answer) => {
    passage.answer = answer;
  });
}

/** Encodes the answer. */
function encode(passage: Passage): void | Promise<void> {
  passage.parts.loop.work(passage.context);
  if (passage.answer !== undefined) return respondWith(passage, passage.answer);
}

function respondWith(passage: Passage, answer: Answer): void | Promise<void> {
  return thenMaybe(respond(passage.context, answer), (response) => {
    passage.response = response;
  });
}

/** The stages in their order. */
const STAGES: readonly Step<Passage>[] = [
  waitToHear,
  refuseUnreadable,
  limitTime,
  identify,
  waitAsAnonymous,
  record,
  impersonate,
  classify,
  catchUp,
  checkRight,
  waitToWork,
  takePlace,
  handle,
  encode,
];

/**
 * Waits for the request's turn on the event loop, in proportion to `bytes`; long-running requests have no
 * turns. Undefined: no wait.
 */
const turnOf = (context: RequestContext, bytes: number): Promise<void> | undefined =>
  isLongRunning(context.info) ? undefined : context.budget.turn(context, bytes);

function headBytes({ path, rawQuery, headers }: ServerRequest): number {
  let bytes = path.length + rawQuery.length;
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0);
  return bytes;
}

/** Dependencies of the first stages. */
interface Stages {
  readonly authenticators: readonly Authenticator[];
  readonly anonymous: AnonymousAccess;
  readonly impersonate: Impersonate;
  readonly limits: RequestLimits;
}

/** True if the request has a priority level: all but long-running ones, and watches. */
const isClassified = (info: RequestInfo): boolean => info.verb === "watch" || !isLongRunning(info);

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
    // Applies also while the request waits for its turn, before its query is read.
    timeoutMs: isLongRunning(info) ? 0 : parts.requestTimeoutMs,
    budget: parts.loop,
  });
}

const timeoutParameter = (request: ServerRequest): string | null =>
  request.rawQuery.includes("timeout=") ? request.query.get("timeout") : null;

/** Replaces the user by the impersonated one. Undefined: the request impersonates no user. */
function actForSomebodyElse(impersonate: Impersonate, context: RequestContext): Promise<void> | undefined {
  return impersonate(context.request, context.info, context.user)?.then((other) => {
    context.impersonator = context.user;
    context.impersonation = other.constraint;
    context.user = other.user;
  });
}

/**
 * Authorizes the request. Returns the error if no authorizer allows the request and one of them failed.
 * Throws 403.
 */
function authorize(
  parts: Pipeline,
  context: RequestContext,
): string | undefined | Promise<string | undefined> {
  const attributes = { ...context.info, user: context.user };
  return thenMaybe(parts.authorize(attributes), ({ decision, reason, error }) => {
    if (decision !== "allow" && error !== undefined) return error;
    context.authorization = { decision: decision === "allow" ? "allow" : "forbid", reason };
    if (decision !== "allow") throw forbiddenRequest(attributes, reason);
    return undefined;
  });
}

/** Adds `nosniff` to refusals before the request is handled (apiserver, responsewriters.RespondWithError). */
function asFilter<T>(act: () => T | Promise<T>): T | Promise<T> {
  const refused = (error: unknown): never => {
    if (!(error instanceof StatusError)) throw error;
    const headers = { ...error.headers, "x-content-type-options": "nosniff" };
    throw new StatusError(error.status, { cause: error.cause, headers });
  };
  try {
    const result = act();
    return result instanceof Promise ? result.catch(refused) : result;
  } catch (error) {
    return refused(error);
  }
}

/**
 * Converts any error to a StatusError. The cause of an unexpected error is logged and not sent to the client.
 */
function asStatusError(parts: Pipeline, context: RequestContext, error: unknown): StatusError {
  if (error instanceof StatusError) return error;
  if (error instanceof StorageError) return storageFailure(parts, context, error);
  parts.log("error", "request failed", {
    path: context.info.path,
    verb: context.info.verb,
    error: describeError(error),
  });
  return new StatusError(
    { message: "Internal error occurred: internal error", reason: "InternalError", code: 500 },
    { cause: error },
  );
}

function storageFailure(parts: Pipeline, context: RequestContext, error: StorageError): StatusError {
  parts.log("error", "storage failed", {
    path: context.info.path,
    code: error.code,
    error: describeError(error),
  });
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
