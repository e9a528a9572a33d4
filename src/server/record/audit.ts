import { auditAnnotationsOf } from "../../admission/readers/audit-annotations.ts";
import { webhookLatencyOf } from "../../admission/readers/webhook-latency.ts";
import { isStream, type ServerResponse } from "../../api/exchange.ts";
import type { Json, JsonObject } from "../../api/json.ts";
import type { UserInfo } from "../../api/meta.ts";
import { formatMicroTime } from "../../api/time.ts";
import { trimEnd } from "../../api/trim-text.ts";
import { withSortedKeys } from "../../json/key-order.ts";
import { stringify } from "../../json/stringify.ts";
import type { RequestContext } from "../request-context.ts";
import type { AuditLevel, AuditPolicy, AuditStage } from "./audit-policy.ts";
import type { Recorder } from "./recorder.ts";
import { withoutManagedFields } from "./without-managed-fields.ts";

/** Requests slower than this tell how long they waited for webhooks. */
const SLOW_MS = 500;

/** audit.k8s.io/v1 events, a JSON object a line, handed to `write` (apiserver/pkg/apis/audit/v1/types.go, Event). */
export function createAudit(policy: AuditPolicy, write: (line: string) => void): Recorder {
  return {
    begin(context) {
      context.audited = {};
      return (response) => {
        const { level, omitStages, omitManagedFields } = policy.decide(context);
        const decided = { level, omitManagedFields };
        if (level === "None") return response;
        const emit = (stage: AuditStage): void => {
          if (!omitStages.has(stage)) write(`${stringify(eventOf(context, response, decided, stage))}\n`);
        };
        emit("RequestReceived");
        if (!isStream(response.body)) {
          emit("ResponseComplete");
          return response;
        }
        emit("ResponseStarted");
        return { ...response, body: untilDone(response.body, () => emit("ResponseComplete")) };
      };
    },
  };
}

async function* untilDone(
  body: AsyncIterable<Uint8Array | string>,
  done: () => void,
): AsyncGenerator<Uint8Array | string> {
  try {
    yield* body;
  } finally {
    done();
  }
}

function eventOf(
  context: RequestContext,
  response: ServerResponse,
  decided: Decided,
  stage: AuditStage,
): JsonObject {
  const { level } = decided;
  const { request, info, impersonator } = context;
  const query = request.rawQuery === "" ? "" : `?${request.rawQuery}`;
  const done = stage !== "RequestReceived";
  return {
    kind: "Event",
    apiVersion: "audit.k8s.io/v1",
    level,
    auditID: context.auditId,
    stage,
    requestURI: request.path + query,
    verb: info.verb,
    user: userOf(impersonator ?? context.user),
    ...(impersonator === undefined ? {} : { impersonatedUser: userOf(context.user) }),
    ...(context.impersonation === ""
      ? {}
      : { authenticationMetadata: { impersonationConstraint: context.impersonation } }),
    ...(request.peer.address === "" ? {} : { sourceIPs: [request.peer.address] }),
    ...(request.headers["user-agent"] === undefined ? {} : { userAgent: request.headers["user-agent"] }),
    ...(info.isResource ? { objectRef: objectRef(context) } : {}),
    ...(done ? { responseStatus: responseStatus(context, response) } : {}),
    ...(done ? bodies(context, decided) : {}),
    requestReceivedTimestamp: formatMicroTime(context.receivedAt),
    stageTimestamp: formatMicroTime(stage === "RequestReceived" ? context.receivedAt : Date.now()),
    ...(done ? annotationsOf(context, level) : {}),
  };
}

function userOf({ username, uid, groups, extra }: UserInfo): JsonObject {
  return {
    username,
    ...(uid === undefined ? {} : { uid }),
    groups: [...groups],
    ...(extra === undefined ? {} : { extra: extra as unknown as Json }),
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

function responseStatus({ responseObject }: RequestContext, response: ServerResponse): JsonObject {
  const status = responseObject as
    | { kind?: string; status?: string; message?: string; reason?: string; details?: Json }
    | undefined;
  if (status?.kind !== "Status") return { metadata: {}, code: response.status };
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

/** How much of a request is written. */
interface Decided {
  readonly level: AuditLevel;
  readonly omitManagedFields: boolean;
}

function bodies(
  { audited, responseObject }: RequestContext,
  { level, omitManagedFields }: Decided,
): JsonObject {
  if (level === "Metadata") return {};
  const shown = (value: Json): Json => (omitManagedFields ? withoutManagedFields(value) : value);
  const sent = audited?.object;
  // A patch is written as it came; only of objects the metadata are known.
  const requestObject = audited?.metadata === undefined || sent === undefined ? sent : shown(sent);
  return {
    ...(requestObject === undefined ? {} : { requestObject }),
    ...(level === "RequestResponse" && responseObject !== undefined
      ? { responseObject: shown(responseObject) }
      : {}),
  };
}

function annotationsOf(context: RequestContext, level: AuditLevel): { annotations?: JsonObject } {
  const annotations: Record<string, string> = {};
  for (const verdict of context.verdicts)
    for (const [key, value] of Object.entries(auditAnnotationsOf(verdict, level))) annotations[key] ??= value;
  for (const [key, value] of context.auditAnnotations) annotations[key] ??= value;
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
