import { parseGroupVersion } from "../../api/group-version.ts";
import { withoutManagedFields } from "../../api/object/without-managed-fields.ts";
import { type JsonObject, record, records, text, texts } from "../../json/value.ts";
import { asSent, parametersOf } from "../as-sent.ts";
import { numberOrNull, objectOrNull, oneOf, textMembers } from "../members.ts";
import { ownWords } from "../own-words.ts";
import { OPERATIONS, readDecider, readUser } from "../read-request.ts";
import type {
  Decider,
  RecordedCall,
  RecordedDecision,
  RecordedOperation,
  RecordedRequest,
} from "../recording.ts";

/**
 * Returns the requests of one event of a server's `/explain/stream?detail=full`: one, or one for each object
 * of a deleted collection. None if the request did not reach admission, or the viewer may not see it.
 */
export function requestsInEvent(event: JsonObject): RecordedRequest[] {
  const detail = record(event.detail);
  const evaluations = records(detail.evaluations);
  if (event.verb !== "deletecollection") {
    // A retried write is one request: the last attempt counts.
    const last = evaluations.at(-1);
    return last === undefined ? [] : requestOf(event, detail, last);
  }
  return evaluations.flatMap((one, index) =>
    requestOf(event, detail, one).map((request) => ({
      ...request,
      id: `${request.id}#${index}`,
      ofCollection: true,
    })),
  );
}

function requestOf(event: JsonObject, detail: JsonObject, evaluation: JsonObject): RecordedRequest[] {
  const operation = OPERATIONS.find((one) => one === evaluation.operation);
  if (operation === undefined || text(record(evaluation.resource).resource) === "") return [];
  const answer = record(detail.answer);
  const allowed = event.allowed === true;
  const oldObject = withoutManagedFields(objectOrNull(evaluation.oldObject));
  const shown = withoutManagedFields(objectOrNull(evaluation.object));
  const object = allowed ? asSent(shown, oldObject) : shown;
  const namespaceLabels = objectOrNull(evaluation.namespaceLabels);
  return [
    {
      id: text(event.id),
      time: text(event.time),
      user: readUser(record(detail.user)),
      ...(text(detail.userAgent) !== "" && { userAgent: text(detail.userAgent) }),
      operation,
      ...placeOf(operation, evaluation, object),
      object: operation === "CREATE" || operation === "UPDATE" ? object : null,
      oldObject,
      stored: null,
      patch: null,
      options: objectOrNull(evaluation.options),
      parameters: operation === "CONNECT" ? parametersOf(object) : {},
      dryRun: evaluation.dryRun === true,
      ofCollection: false,
      namespaceState: namespaceLabels && { labels: textMembers(namespaceLabels), terminating: false },
      decision: decisionOf(operation, evaluation, answer, allowed),
      calls: records(evaluation.webhooks)
        .filter(({ called }) => called === true)
        .map(callOf),
      lacks: [],
      milliseconds: numberOrNull(event.milliseconds),
    },
  ];
}

type Placed = Pick<RecordedRequest, "resource" | "subresource" | "namespace" | "name">;

/** Returns the names of a request's object. `object` is the object that was sent. */
function placeOf(operation: RecordedOperation, evaluation: JsonObject, object: JsonObject | null): Placed {
  const { resource: given, ...place } = evaluation;
  const { group, version, resource } = resourceNames(record(given));
  const subresource = text(place.subresource);
  const isNamespace = resource === "namespaces" && group === "";
  const isNew = operation === "CREATE" && subresource === "";
  return {
    // Objects in events are in their storage version.
    resource: { group, version: versionOf(object, group) ?? version, resource },
    subresource,
    namespace: isNamespace ? "" : text(place.namespace),
    name: isNew ? text(record(object?.metadata).name) : text(place.name),
  };
}

const resourceNames = ({ group, version, resource }: JsonObject) => ({
  group: text(group),
  version: text(version),
  resource: text(resource),
});

function decisionOf(
  operation: RecordedOperation,
  evaluation: JsonObject,
  answer: JsonObject,
  allowed: boolean,
): RecordedDecision {
  const hasResult = allowed && operation !== "DELETE" && operation !== "CONNECT";
  return {
    allowed,
    code: numberOrNull(answer.code) ?? 0,
    reason: allowed ? "" : text(answer.reason),
    message: allowed ? "" : text(answer.message),
    warnings: texts(evaluation.warnings),
    by: allowed ? [] : decidersOf(evaluation, text(answer.reason)),
    result: hasResult ? withoutManagedFields(objectOrNull(evaluation.final)) : null,
  };
}

function versionOf(object: JsonObject | null, group: string): string | undefined {
  const own = parseGroupVersion(text(object?.apiVersion));
  return own.version !== "" && own.group === group ? own.version : undefined;
}

function callOf(call: JsonObject): RecordedCall {
  const outcome = oneOf(call.outcome, ["allowed", "denied", "failed"], "failed");
  return {
    configuration: text(call.configuration),
    webhook: text(call.name),
    phase: oneOf(call.phase, ["mutating", "validating"], "validating"),
    round: numberOrNull(call.round) ?? 0,
    outcome,
    code: outcome === "allowed" ? 0 : (numberOrNull(call.code) ?? 0),
    reason: "",
    message: ownWords(text(call.message), text(call.name)),
    patch: records(call.patch),
    warnings: texts(call.warnings),
    milliseconds: numberOrNull(call.milliseconds),
  };
}

/** Returns the hooks that refused the request; the server itself if no hook did. */
function decidersOf({ refusedBy }: JsonObject, reason: string): Decider[] {
  const found = records(refusedBy).map(readDecider);
  return found.length > 0 ? found : [{ kind: "server", of: "", name: reason }];
}
