import { isJsonObject, type Json, type JsonObject, record } from "../../api/json.ts";
import { objectOrNull, textMembers, textOf, textsOf } from "../members.ts";
import { readUser } from "../read-request.ts";
import type { RecordedUser } from "../recording.ts";

/** What counts of an event of audit.k8s.io/v1 (apiserver/pkg/apis/audit/v1/types.go, Event). */
export interface AuditEvent {
  readonly id: string;
  readonly level: string;
  readonly stage: string;
  readonly verb: string;
  readonly query: URLSearchParams;
  readonly user: RecordedUser;
  /** Undefined: the request is not about a resource. */
  readonly target: AuditTarget | undefined;
  readonly code: number;
  readonly status: JsonObject;
  readonly requestObject: Json | undefined;
  readonly responseObject: JsonObject | null;
  readonly receivedAt: string;
  readonly stageAt: string;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface AuditTarget {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/** Undefined: it is no event. */
export function readAuditEvent(value: Json): AuditEvent | undefined {
  if (!isJsonObject(value) || value.kind !== "Event" || !textOf(value.apiVersion).startsWith("audit.k8s.io/"))
    return undefined;
  const uri = textOf(value.requestURI);
  const mark = uri.indexOf("?");
  const status = record(value.responseStatus);
  return {
    id: textOf(value.auditID),
    level: textOf(value.level),
    stage: textOf(value.stage),
    verb: textOf(value.verb),
    query: new URLSearchParams(mark < 0 ? "" : uri.slice(mark + 1)),
    user: readUser(record(objectOrNull(value.impersonatedUser) ?? value.user)),
    target: isJsonObject(value.objectRef) ? readTarget(value.objectRef) : undefined,
    code: typeof status.code === "number" ? status.code : 0,
    status,
    requestObject: value.requestObject,
    responseObject: objectOrNull(value.responseObject),
    receivedAt: textOf(value.requestReceivedTimestamp),
    stageAt: textOf(value.stageTimestamp),
    annotations: textMembers(value.annotations),
  };
}

/** Of a deletion with a body the query does not count. */
export function isDryRun({ verb, query, requestObject }: AuditEvent): boolean {
  const isDelete = verb === "delete" || verb === "deletecollection";
  return isDelete && isJsonObject(requestObject)
    ? textsOf(requestObject.dryRun).includes("All")
    : query.get("dryRun") === "All";
}

const readTarget = (ref: JsonObject): AuditTarget => ({
  group: textOf(ref.apiGroup),
  version: textOf(ref.apiVersion),
  resource: textOf(ref.resource),
  subresource: textOf(ref.subresource),
  namespace: textOf(ref.namespace),
  name: textOf(ref.name),
});
