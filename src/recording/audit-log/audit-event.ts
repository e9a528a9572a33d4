import { isJsonObject, type Json, type JsonObject, record, text, texts } from "../../json/value.ts";
import { objectOrNull, textMembers } from "../members.ts";
import { readUser } from "../read-request.ts";
import type { RecordedUser } from "../recording.ts";

/** The used fields of an event of audit.k8s.io/v1 (apiserver/pkg/apis/audit/v1/types.go, Event). */
export interface AuditEvent {
  readonly id: string;
  readonly level: string;
  readonly stage: string;
  readonly verb: string;
  readonly query: URLSearchParams;
  readonly user: RecordedUser;
  /** The User-Agent of the client; empty if there is none. */
  readonly userAgent: string;
  /** Object of the request; undefined if the request is not for a resource. */
  readonly target: AuditTarget | undefined;
  readonly code: number;
  readonly status: JsonObject;
  readonly requestObject: Json | undefined;
  readonly responseObject: JsonObject | null;
  readonly receivedAt: string;
  readonly stageAt: string;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The object of a request (`objectRef`). */
export interface AuditTarget {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/** Reads an event; undefined if the value is not one. */
export function readAuditEvent(value: Json): AuditEvent | undefined {
  if (!isJsonObject(value) || value.kind !== "Event" || !text(value.apiVersion).startsWith("audit.k8s.io/"))
    return undefined;
  const uri = text(value.requestURI);
  const mark = uri.indexOf("?");
  const status = record(value.responseStatus);
  return {
    id: text(value.auditID),
    level: text(value.level),
    stage: text(value.stage),
    verb: text(value.verb),
    query: new URLSearchParams(mark < 0 ? "" : uri.slice(mark + 1)),
    user: readUser(record(objectOrNull(value.impersonatedUser) ?? value.user)),
    userAgent: text(value.userAgent),
    target: isJsonObject(value.objectRef) ? readTarget(value.objectRef) : undefined,
    code: typeof status.code === "number" ? status.code : 0,
    status,
    requestObject: value.requestObject,
    responseObject: objectOrNull(value.responseObject),
    receivedAt: text(value.requestReceivedTimestamp),
    stageAt: text(value.stageTimestamp),
    annotations: textMembers(value.annotations),
  };
}

/** True for a dry run. For a deletion with a body the query is ignored. */
export function isDryRun({ verb, query, requestObject }: AuditEvent): boolean {
  const isDelete = verb === "delete" || verb === "deletecollection";
  return isDelete && isJsonObject(requestObject)
    ? texts(requestObject.dryRun).includes("All")
    : query.get("dryRun") === "All";
}

const readTarget = (ref: JsonObject): AuditTarget => ({
  group: text(ref.apiGroup),
  version: text(ref.apiVersion),
  resource: text(ref.resource),
  subresource: text(ref.subresource),
  namespace: text(ref.namespace),
  name: text(ref.name),
});
