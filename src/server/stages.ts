import type { ServerRequest, ServerResponse } from "../api/exchange/exchange.ts";
import { StatusError } from "../api/status.ts";
import { thenMaybe } from "../async/then-maybe.ts";
import { requestTimeout } from "./accept/deadline.ts";
import { isRead, type Leave } from "./accept/in-flight-limit.ts";
import { isLongRunning } from "./accept/in-time.ts";
import type { RequestInfo } from "./accept/request-info.ts";
import { internalServerError, unreadableUrl } from "./accept/unreadable-url.ts";
import {
  ANONYMOUS,
  type AnonymousAccess,
  type Authenticator,
  authenticate,
} from "./authenticate/authenticate.ts";
import { BLANKS_BEFORE_TOKEN, hasBlanksBeforeToken } from "./authenticate/bearer-token.ts";
import type { Impersonate } from "./authenticate/impersonate.ts";
import { forbiddenRequest } from "./authorize/attributes.ts";
import type { RequestLimits } from "./flow-control/request-limits.ts";
import { dispatch, type Endpoints } from "./handle/dispatch.ts";
import type { Log } from "./log.ts";
import type { Step } from "./loop/run-steps.ts";
import type { Recorder } from "./record/recorder.ts";
import type { RequestContext } from "./request-context.ts";
import type { Answer } from "./respond/answer.ts";
import { respond } from "./respond/respond.ts";

/** Dependencies of the stages before and after the endpoints. */
export interface Pipeline extends Endpoints {
  readonly recorder: Recorder;
  readonly log: Log;
  /** Default and upper bound of a request's time, in milliseconds. */
  readonly requestTimeoutMs: number;
}

/** A request on its way through the stages. */
export class Passage {
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

/** Refuses a time limit in the query that is malformed. */
function checkTimeLimit({ parts, context: { info, request } }: Passage): void {
  if (!isLongRunning(info)) requestTimeout(timeoutParameter(request), parts.requestTimeoutMs);
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

/** The stages of a request in their order. */
export const STAGES: readonly Step<Passage>[] = [
  waitToHear,
  refuseUnreadable,
  checkTimeLimit,
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
export interface Stages {
  readonly authenticators: readonly Authenticator[];
  readonly anonymous: AnonymousAccess;
  readonly impersonate: Impersonate;
  readonly limits: RequestLimits;
}

/** True if the request has a priority level: all but long-running ones, and watches. */
const isClassified = (info: RequestInfo): boolean => info.verb === "watch" || !isLongRunning(info);

export const timeoutParameter = (request: ServerRequest): string | null =>
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
  const attributes = { user: context.user, ...context.info };
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
