import { withoutManagedFields } from "../../api/object/without-managed-fields.ts";
import { isJsonObject, type Json, type JsonObject, record, records, text } from "../../json/value.ts";
import { MAX_KNOWN_BYTES } from "../limits.ts";
import { textMembers } from "../members.ts";
import type { Lack, RecordedNamespace, RecordedPatch, RecordedRequest } from "../recording.ts";
import type { AuditCounts } from "./audit-counts.ts";
import { type AuditEvent, type AuditTarget, isDryRun } from "./audit-event.ts";
import { callsInEvent, decidersInEvent } from "./calls-in-event.ts";
import { createKnownObjects, type KnownObjects } from "./known-objects.ts";
import { CONNECTS, placeOf, remember } from "./remember.ts";

/** Converts events to requests, one after the other, and remembers their objects. */
export interface EventReader {
  /**
   * Returns the requests of an event: none if it is not to be recorded, which is counted; many for the
   * deletion of a collection.
   */
  read(event: AuditEvent): RecordedRequest[];
}

/** Returns a reader that counts in `counts`. */
export function createEventReader(counts: AuditCounts): EventReader {
  const known = createKnownObjects(MAX_KNOWN_BYTES);
  return {
    read(event) {
      const { target } = event;
      if (event.stage === "RequestReceived" || event.stage === "ResponseStarted")
        return count(counts, "otherStages");
      if (target === undefined) return count(counts, "reads");
      const requests = requestsOf(event, target, known, counts);
      remember(event, target, known);
      for (const { lacks } of requests) {
        counts.recorded += 1;
        if (lacks.includes("oldObject")) counts.withoutOldObject += 1;
        if (lacks.includes("result")) counts.withoutResult += 1;
      }
      return requests;
    },
  };
}

function count(counts: AuditCounts, what: keyof AuditCounts): [] {
  counts[what] += 1;
  return [];
}

const WRITES: ReadonlySet<string> = new Set(["create", "update", "patch", "delete", "deletecollection"]);
/**
 * Status codes that do not depend on admission: not authenticated, timeout, too many requests, or errors of
 * the server itself.
 */
const UNANSWERED: ReadonlySet<number> = new Set([0, 408, 429, 502, 504]);

function requestsOf(
  event: AuditEvent,
  target: AuditTarget,
  known: KnownObjects,
  counts: AuditCounts,
): RecordedRequest[] {
  const isConnect = CONNECTS.has(target.subresource);
  if (!isConnect && !WRITES.has(event.verb)) return count(counts, "reads");
  if (event.code === 401 || event.annotations["authorization.k8s.io/decision"] === "forbid")
    return count(counts, "unauthorized");
  if (event.stage === "Panic" || UNANSWERED.has(event.code)) return count(counts, "unanswered");
  if (event.level !== "Request" && event.level !== "RequestResponse") return count(counts, "metadataOnly");
  if (event.verb === "deletecollection") return deletedItems(event, target, known, counts);
  const parts = isConnect ? connected(event, target, known) : partsOf(event, target, known);
  return parts === undefined
    ? count(counts, "unknownObject")
    : [{ ...common(event, target, known), ...parts }];
}

type Common = Omit<RecordedRequest, "operation">;
type Parts = Pick<RecordedRequest, "operation"> & Partial<RecordedRequest>;

function common(event: AuditEvent, target: AuditTarget, known: KnownObjects): Common {
  const { group, version, resource, subresource, namespace, name } = target;
  const shown = event.responseObject;
  const isObject = event.code < 300 && shown !== null && shown.kind !== "Status" && event.verb !== "delete";
  return {
    id: event.id,
    time: event.receivedAt,
    user: event.user,
    ...(event.userAgent !== "" && { userAgent: event.userAgent }),
    resource: { group, version, resource },
    subresource,
    namespace,
    name,
    object: null,
    oldObject: null,
    stored: null,
    patch: null,
    options: optionsOf(event),
    parameters: {},
    dryRun: isDryRun(event),
    ofCollection: false,
    namespaceState: namespaceState(target, known),
    decision: {
      allowed: event.code < 400,
      code: event.code,
      reason: text(event.status.reason),
      message: event.code < 400 ? "" : text(event.status.message),
      warnings: [],
      by: decidersInEvent(event),
      result: isObject ? withoutManagedFields(shown) : null,
    },
    calls: callsInEvent(event),
    lacks: event.level === "Request" ? ["result"] : [],
    milliseconds: millisecondsOf(event),
  };
}

/** Returns the objects of a write; undefined if not enough is known. */
function partsOf(event: AuditEvent, target: AuditTarget, known: KnownObjects): Parts | undefined {
  const before = known.get(placeOf(target));
  const { requestObject } = event;
  switch (event.verb) {
    case "create":
      return isJsonObject(requestObject) ? created(event, target, requestObject, before) : undefined;
    case "update":
      return isJsonObject(requestObject) ? updated(event, target, requestObject, before) : undefined;
    case "patch":
      return requestObject === undefined ? undefined : patched(event, target, requestObject, before);
    default:
      return deleted(event, before);
  }
}

function created(
  { code, status }: AuditEvent,
  { subresource }: AuditTarget,
  object: JsonObject,
  before: JsonObject | undefined,
): Parts {
  const isThere = code === 409 && status.reason === "AlreadyExists";
  const stored = before ?? (isThere ? object : undefined);
  return {
    operation: "CREATE",
    object: withoutManagedFields(object),
    stored: stored !== undefined && (isThere || subresource !== "") ? withoutManagedFields(stored) : null,
  };
}

function updated(
  event: AuditEvent,
  target: AuditTarget,
  object: JsonObject,
  before: JsonObject | undefined,
): Parts {
  if (event.code === 201) return { operation: "CREATE", object: withoutManagedFields(object) };
  return { operation: "UPDATE", object: withoutManagedFields(object), ...old(event, target, before, object) };
}

function patched(
  event: AuditEvent,
  target: AuditTarget,
  body: Json,
  before: JsonObject | undefined,
): Parts | undefined {
  const patch = { type: patchType(event, body), body };
  if (event.code === 201) {
    const object = patch.type === "apply" && isJsonObject(body) ? body : event.responseObject;
    return object === null ? undefined : { operation: "CREATE", object: withoutManagedFields(object) };
  }
  if (before !== undefined || event.code === 404)
    return { operation: "UPDATE", patch, ...old(event, target, before, undefined, patch.type === "apply") };
  const shown = event.code < 300 ? event.responseObject : null;
  if (shown === null) return undefined;
  return {
    operation: "UPDATE",
    object: withoutManagedFields(shown),
    ...old(event, target, undefined, shown),
  };
}

/**
 * Returns the old object: the latest one in the log; if there is none, and the response shows that the object
 * existed, the new object.
 */
function old(
  { code, level }: AuditEvent,
  { subresource }: AuditTarget,
  before: JsonObject | undefined,
  object: JsonObject | undefined,
  keepManagers = false,
): Partial<RecordedRequest> {
  const lacks: Lack[] = level === "Request" ? ["result"] : [];
  if (before === undefined) {
    if (code === 404) return {};
    const isWhole = object !== undefined && subresource !== "scale";
    return { oldObject: isWhole ? withoutManagedFields(object) : null, lacks: [...lacks, "oldObject"] };
  }
  return { oldObject: keepManagers ? before : withoutManagedFields(before) };
}

function deleted({ code }: AuditEvent, before: JsonObject | undefined): Parts | undefined {
  if (before !== undefined) return { operation: "DELETE", oldObject: withoutManagedFields(before) };
  return code === 404 ? { operation: "DELETE" } : undefined;
}

function connected({ query }: AuditEvent, target: AuditTarget, known: KnownObjects): Parts {
  const before = known.get(placeOf(target));
  return {
    operation: "CONNECT",
    options: null,
    parameters: Object.fromEntries(query),
    stored: before === undefined ? null : withoutManagedFields(before),
    ...(before === undefined && { lacks: ["oldObject"] as const }),
  };
}

/** Returns the deletions of a collection, from the objects in the response; each was admitted separately. */
function deletedItems(
  event: AuditEvent,
  target: AuditTarget,
  known: KnownObjects,
  counts: AuditCounts,
): RecordedRequest[] {
  const { items, kind, apiVersion } = event.responseObject ?? {};
  const found = records(items);
  if (found.length === 0) {
    if (!Array.isArray(items)) counts.unknownObject += 1;
    return [];
  }
  const itemKind = text(kind).slice(0, -"List".length);
  return found.map((item, index): RecordedRequest => {
    const { name, namespace } = record(item.metadata);
    const place = { ...target, name: text(name), namespace: text(namespace) };
    return {
      ...common(event, place, known),
      id: `${event.id}#${index}`,
      operation: "DELETE",
      oldObject: withoutManagedFields({ kind: itemKind, apiVersion: apiVersion ?? "", ...item }),
      ofCollection: true,
    };
  });
}

/** Returns the type of a patch, which is not in the log. An apply has the kind of the object and its manager. */
function patchType({ query }: AuditEvent, body: Json): RecordedPatch["type"] {
  if (Array.isArray(body)) return "json";
  const { apiVersion, kind } = record(body);
  const isApply = text(apiVersion) !== "" && text(kind) !== "" && query.has("fieldManager");
  return isApply ? "apply" : "merge-or-strategic";
}

const DELETE_PARAMETERS = ["propagationPolicy", "gracePeriodSeconds", "orphanDependents"] as const;

/** Returns the options from the query, or from the body of a deletion. */
function optionsOf({ verb, query, requestObject }: AuditEvent): JsonObject | null {
  const options: JsonObject = {};
  for (const name of ["fieldManager", "fieldValidation", "force"]) {
    const value = query.get(name);
    if (value !== null) options[name] = value;
  }
  if (verb !== "delete" && verb !== "deletecollection")
    return Object.keys(options).length === 0 ? null : options;
  // If there is a body, the query is ignored.
  if (isJsonObject(requestObject)) return requestObject;
  for (const name of DELETE_PARAMETERS) {
    const value = query.get(name);
    if (value !== null) options[name] = name === "gracePeriodSeconds" ? Number(value) : value;
  }
  return Object.keys(options).length === 0 ? null : options;
}

function namespaceState(
  { namespace, resource, group }: AuditTarget,
  known: KnownObjects,
): RecordedNamespace | null {
  if (namespace === "" || (group === "" && resource === "namespaces")) return null;
  const found = known.get(placeOf({ ...NAMESPACE, name: namespace }));
  if (found === undefined) return null;
  const metadata = record(found.metadata);
  return { labels: textMembers(metadata.labels), terminating: metadata.deletionTimestamp !== undefined };
}

const NAMESPACE = {
  group: "",
  version: "v1",
  resource: "namespaces",
  subresource: "",
  namespace: "",
  name: "",
};

function millisecondsOf({ receivedAt, stageAt }: AuditEvent): number | null {
  const milliseconds = Date.parse(stageAt) - Date.parse(receivedAt);
  return Number.isFinite(milliseconds) ? milliseconds : null;
}
