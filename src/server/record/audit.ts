import { auditAnnotationsOf } from "../../admission/readers/audit-annotations.ts";
import { webhookLatencyOf } from "../../admission/readers/webhook-latency.ts";
import { isStream, type ServerResponse } from "../../api/exchange/exchange.ts";
import type { UserInfo } from "../../api/meta.ts";
import { withSortedKeys } from "../../api/object/key-order.ts";
import { formatMicroTime } from "../../api/time.ts";
import { trimEnd } from "../../go/trim-text.ts";
import { stringify } from "../../json/stringify.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { isLongRunning } from "../accept/in-time.ts";
import type { RequestContext } from "../request-context.ts";
import type { AuditDecision, AuditLevel, AuditStage } from "./audit-decision.ts";
import type { AuditPolicy } from "./audit-policy.ts";
import type { Recorder } from "./recorder.ts";
import { sourceIps, userAgent } from "./request-source.ts";
import { triedCredentials } from "./tried-credentials.ts";
import { untilDone } from "./until-done.ts";
import { withoutManagedFields } from "./without-managed-fields.ts";

/**
 * Duration in milliseconds from which the events of a request contain its duration and the time that it
 * waited for webhooks.
 */
const SLOW_MS = 500;

/**
 * Receives one event, as a line of JSON and as the object in it. False, or a promise of it, means that the
 * event could not be stored; a request that has only begun is then refused. The response to the client waits
 * for a promise.
 */
export type WriteAuditEvent = (line: string, event: JsonObject) => unknown;

/**
 * Recorder that writes audit.k8s.io/v1 events at the stages of the reference
 * (apiserver/pkg/endpoints/filters/audit.go, WithAudit). The policy is applied to the user of the
 * credentials, before impersonation.
 */
export function createAudit(policy: AuditPolicy, write: WriteAuditEvent): Recorder {
  const emit = (context: RequestContext, stage: AuditStage, response?: ServerResponse): unknown => {
    const decided = context.audited?.decided;
    if (decided === undefined || decided.level === "None" || decided.omitStages.has(stage)) return true;
    const event = eventOf(context, response, decided, stage);
    return write(`${stringify(event)}\n`, event);
  };
  return {
    begin(context) {
      context.audited = {};
      return (response) => {
        const { audited } = context;
        if (audited?.decided === undefined && response.status !== 401) return response;
        if (audited !== undefined && audited.decided === undefined) {
          audited.isUnknown = true;
          audited.decided = policy.decide({ ...context, user: undefined });
          return after(emit(context, "ResponseStarted", response), response);
        }
        const started = isLongRunning(context.info) ? emit(context, "ResponseStarted", response) : undefined;
        const complete = (): unknown => emit(context, "ResponseComplete", response);
        const { body } = response;
        if (isStream(body))
          return after(started, { ...response, body: untilDone(body, () => void complete()) });
        return after(started instanceof Promise ? started.then(complete) : complete(), response);
      };
    },
    authenticated(context) {
      const { audited } = context;
      if (audited === undefined) return undefined;
      audited.decided = policy.decide(context);
      const stored = emit(context, "RequestReceived");
      return stored instanceof Promise ? stored.then(problemOf) : problemOf(stored);
    },
  };
}

const problemOf = (stored: unknown): string | undefined =>
  stored === false ? "failed to store audit event" : undefined;

const after = (work: unknown, response: ServerResponse): ServerResponse | Promise<ServerResponse> =>
  work instanceof Promise ? work.then(() => response) : response;

function eventOf(
  context: RequestContext,
  response: ServerResponse | undefined,
  decided: AuditDecision,
  stage: AuditStage,
): JsonObject {
  const { level } = decided;
  const { request, info, impersonator } = context;
  const query = request.rawQuery === "" ? "" : `?${request.rawQuery}`;
  const [ips, agent] = [sourceIps(request), userAgent(request)];
  const user = context.audited?.isUnknown === true ? undefined : (impersonator ?? context.user);
  return {
    kind: "Event",
    apiVersion: "audit.k8s.io/v1",
    level,
    auditID: context.auditId,
    stage,
    requestURI: request.path + query,
    verb: info.verb,
    user: user === undefined ? {} : userOf(user),
    ...(impersonator === undefined ? {} : { impersonatedUser: userOf(context.user) }),
    ...(context.impersonation === ""
      ? {}
      : { authenticationMetadata: { impersonationConstraint: context.impersonation } }),
    ...(ips.length === 0 ? {} : { sourceIPs: [...ips] }),
    ...(agent === undefined ? {} : { userAgent: agent }),
    ...(info.isResource ? { objectRef: objectRef(context) } : {}),
    ...(response === undefined ? {} : { responseStatus: responseStatus(context, response) }),
    ...(response === undefined ? {} : bodies(context, decided)),
    requestReceivedTimestamp: formatMicroTime(context.receivedAt),
    stageTimestamp: formatMicroTime(stage === "RequestReceived" ? context.receivedAt : Date.now()),
    ...(response === undefined ? {} : annotationsOf(context, level)),
  };
}

function userOf({ username, uid, groups, extra }: UserInfo): JsonObject {
  return {
    username,
    ...(uid === undefined ? {} : { uid }),
    groups: [...groups],
    ...(extra === undefined ? {} : { extra: withSortedKeys(extra as unknown as JsonObject) }),
  };
}

function objectRef({ info, audited }: RequestContext): JsonObject {
  const metadata = audited?.metadata;
  const values: [string, string | undefined][] = [
    ["resource", info.resource],
    ["namespace", info.namespace || metadata?.namespace],
    ["name", info.name || metadata?.name],
    ["uid", metadata?.uid],
    ["apiGroup", info.group],
    ["apiVersion", info.version],
    ["resourceVersion", metadata?.resourceVersion],
    ["subresource", info.subresource],
  ];
  return Object.fromEntries(values.filter(([, v]) => v !== undefined && v !== ""));
}

function responseStatus(context: RequestContext, response: ServerResponse): JsonObject {
  const { responseObject, audited, request } = context;
  const status = responseObject as
    | { kind?: string; status?: string; message?: string; reason?: string; details?: Json }
    | undefined;
  if (status?.kind !== "Status")
    return {
      metadata: {},
      ...(audited?.isUnknown === true ? { message: triedCredentials(request) } : {}),
      code: response.status,
    };
  const { message, reason, details } = status;
  return {
    metadata: {},
    ...(status.status === undefined ? {} : { status: status.status }),
    ...(message === undefined ? {} : { message }),
    ...(reason === undefined ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code: response.status,
  };
}

function bodies(
  { audited, responseObject }: RequestContext,
  { level, omitManagedFields }: AuditDecision,
): JsonObject {
  if (level === "Metadata") return {};
  const shown = (value: Json): Json => (omitManagedFields ? withoutManagedFields(value) : value);
  const sent = audited?.object;
  // A patch is written as it was received. Metadata is known only for objects.
  const requestObject = audited?.metadata === undefined || sent === undefined ? sent : shown(sent);
  return {
    ...(requestObject === undefined ? {} : { requestObject }),
    ...(level === "RequestResponse" && responseObject !== undefined
      ? { responseObject: shown(responseObject) }
      : {}),
  };
}

const NO_ANNOTATIONS: readonly never[] = [];

function annotationsOf(context: RequestContext, level: AuditLevel): { annotations?: JsonObject } {
  const annotations: Record<string, string> = {};
  for (const verdict of context.verdicts)
    for (const [key, value] of Object.entries(auditAnnotationsOf(verdict, level))) annotations[key] ??= value;
  for (const [key, value] of context.auditAnnotations ?? NO_ANNOTATIONS) annotations[key] ??= value;
  Object.assign(annotations, latencies(context));
  if (context.authorization !== undefined) {
    annotations["authorization.k8s.io/decision"] = context.authorization.decision;
    annotations["authorization.k8s.io/reason"] = context.authorization.reason;
  }
  return Object.keys(annotations).length === 0 ? {} : { annotations: withSortedKeys(annotations) };
}

function latencies(context: RequestContext): Record<string, string> {
  const total = performance.now() - context.request.startedAt;
  if (total < SLOW_MS || context.info.verb === "watch") return {};
  const waits = context.verdicts.map(webhookLatencyOf);
  const mutating = waits.reduce((sum, w) => sum + w.mutating, 0);
  const validating = Math.max(0, ...waits.map((w) => w.validating));
  return {
    "apiserver.latency.k8s.io/total": seconds(total),
    ...(mutating > 0 ? { "apiserver.latency.k8s.io/mutating-webhook": seconds(mutating) } : {}),
    ...(validating > 0 ? { "apiserver.latency.k8s.io/validating-webhook": seconds(validating) } : {}),
  };
}

const seconds = (milliseconds: number): string =>
  `${trimEnd(trimEnd((milliseconds / 1000).toFixed(6), "0"), ".")}s`;
