import { isJsonObject, type Json } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import type {
  Evaluation,
  PolicyDecision,
  RequestDetail,
  WebhookDecision,
} from "../explain/stream/request-detail.ts";
import type { RequestEvent } from "../explain/stream/request-event.ts";
import type { Decider, RecordedCall, RecordedOperation, RecordedRequest } from "../recording/recording.ts";

/** What `/explain/stream?detail=full` sends. */
export type DetailedEvent = RequestEvent & { readonly detail: RequestDetail };

const OPERATIONS: readonly RecordedOperation[] = ["CREATE", "UPDATE", "DELETE", "CONNECT"];

/** Of an event of the stream of requests what admission was asked about: of a deleted collection each object. */
export function requestsInEvent(event: DetailedEvent): RecordedRequest[] {
  const { evaluations } = event.detail;
  const ofCollection = event.verb === "deletecollection";
  return (ofCollection ? evaluations : evaluations.slice(-1)).flatMap((evaluation) => {
    const operation = OPERATIONS.find((one) => one === evaluation.operation);
    return operation === undefined ? [] : [recorded(event, evaluation, operation, ofCollection)];
  });
}

function recorded(
  event: DetailedEvent,
  evaluation: Evaluation,
  operation: RecordedOperation,
  ofCollection: boolean,
): RecordedRequest {
  const { detail } = event;
  const { resource, subresource, namespace, name, oldObject, options, dryRun, warnings } = evaluation;
  const labels = evaluation.namespaceLabels;
  const object = operation === "DELETE" ? null : sentObject(detail, evaluation);
  return {
    id: event.id,
    time: event.time,
    user: detail.user,
    operation,
    resource,
    subresource,
    namespace,
    name: operation === "CREATE" && subresource === "" ? (object?.metadata?.name ?? "") : name || event.name,
    object,
    oldObject,
    stored: null,
    patch: null,
    options,
    parameters: {},
    dryRun,
    ofCollection,
    namespaceState: labels === null ? null : { labels, terminating: false },
    decision: {
      allowed: event.allowed,
      code: event.code,
      reason: event.reason,
      message: detail.answer.message,
      warnings,
      by: event.allowed ? [] : decidersIn(evaluation, event.reason),
      result: null,
    },
    calls: evaluation.webhooks.flatMap(callIn),
    lacks: ["result"],
    milliseconds: event.milliseconds,
  };
}

/** As admission saw it, where that is the version of the URL, else as it was sent; without what the server wrote into it since. */
function sentObject({ sent }: RequestDetail, { object, oldObject, kind }: Evaluation): KubeObject | null {
  const { group, version } = kind;
  const apiVersion = group === "" ? version : `${group}/${version}`;
  const fits = (one: Json): one is KubeObject =>
    isJsonObject(one) &&
    one.apiVersion === apiVersion &&
    one.kind === kind.kind &&
    isJsonObject(one.metadata);
  const given = fits(object) || !fits(sent) ? object : sent;
  if (given === null) return null;
  const { resourceVersion: _version, uid: _uid, creationTimestamp: _time, ...metadata } = given.metadata;
  const { resourceVersion } = oldObject?.metadata ?? {};
  return { ...given, metadata: { ...metadata, ...(resourceVersion !== undefined && { resourceVersion }) } };
}

const KINDS = { mutating: "Mutating", validating: "Validating" } as const;
const DENIED: ReadonlySet<string | undefined> = new Set(["denied", "error"]);

function decidersIn({ webhooks, policies }: Evaluation, reason: string): Decider[] {
  const refused = ({ outcome, ignored }: WebhookDecision): boolean =>
    DENIED.has(outcome) || (outcome === "failed" && ignored !== true);
  const denied = ({ actions }: PolicyDecision): boolean => actions.includes("deny");
  const by: Decider[] = [
    ...webhooks.filter(refused).map(
      ({ phase, configuration, name }): Decider => ({
        kind: "webhook",
        of: `${KINDS[phase]}WebhookConfiguration/${configuration}`,
        name,
      }),
    ),
    ...policies.filter(denied).map(
      ({ phase, name, binding }): Decider => ({
        kind: "policy",
        of: `${KINDS[phase]}AdmissionPolicy/${name}`,
        name: binding,
      }),
    ),
  ];
  return by.length > 0 ? by : [{ kind: "server", of: "", name: reason }];
}

function callIn({ outcome, called, ...call }: WebhookDecision): RecordedCall[] {
  if (!called || outcome === undefined || outcome === "error") return [];
  const { name, configuration, phase, round, code = 200, message = "", patch = [], warnings = [] } = call;
  const answer = { code, reason: "", message: ownWords(message, name), patch, warnings };
  return [
    {
      configuration,
      webhook: name,
      phase,
      round,
      outcome,
      ...answer,
      milliseconds: call.milliseconds ?? null,
    },
  ];
}

/** What the webhook said, without what the server put before it. */
function ownWords(message: string, name: string): string {
  const before = [
    `admission webhook "${name}" denied the request: `,
    `admission webhook "${name}" denied the request without explanation`,
    "failed to call webhook: ",
  ].find((one) => message.startsWith(one));
  return before === undefined ? message : message.slice(before.length);
}
