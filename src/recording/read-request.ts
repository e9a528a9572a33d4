import { isJsonObject, type Json, type JsonObject, record, records, text, texts } from "../json/value.ts";
import { listOf, numberOrNull, objectOrNull, oneOf, textListMembers, textMembers } from "./members.ts";
import type {
  Decider,
  RecordedCall,
  RecordedDecision,
  RecordedNamespace,
  RecordedOperation,
  RecordedPatch,
  RecordedRequest,
  RecordedUser,
} from "./recording.ts";

export const OPERATIONS: readonly RecordedOperation[] = ["CREATE", "UPDATE", "DELETE", "CONNECT"];

/**
 * Reads a request from an untrusted line. Members that are missing or of the wrong type are treated as empty.
 * Undefined if the line is not a request.
 */
export function readRequest(line: Json): RecordedRequest | undefined {
  if (!isJsonObject(line)) return undefined;
  const operation = OPERATIONS.find((one) => one === line.operation);
  const { group, version, resource } = record(line.resource);
  if (operation === undefined || text(resource) === "" || text(version) === "") return undefined;
  return {
    id: text(line.id),
    time: text(line.time),
    user: readUser(record(line.user)),
    ...(text(line.userAgent) !== "" && { userAgent: text(line.userAgent) }),
    operation,
    resource: { group: text(group), version: text(version), resource: text(resource) },
    subresource: text(line.subresource),
    namespace: text(line.namespace),
    name: text(line.name),
    object: objectOrNull(line.object),
    oldObject: objectOrNull(line.oldObject),
    stored: objectOrNull(line.stored),
    patch: readPatch(line.patch),
    options: objectOrNull(line.options),
    parameters: textMembers(line.parameters),
    dryRun: line.dryRun === true,
    ofCollection: line.ofCollection === true,
    namespaceState: readNamespace(line.namespaceState),
    decision: readDecision(record(line.decision)),
    calls: records(line.calls).map(readCall),
    lacks: texts(line.lacks).filter((one) => one === "oldObject" || one === "result"),
    milliseconds: numberOrNull(line.milliseconds),
  };
}

/** Reads a user. Members of a wrong type are empty or absent. */
export function readUser({ username, groups, uid, extra }: JsonObject): RecordedUser {
  return {
    username: text(username),
    groups: texts(groups),
    ...(text(uid) !== "" && { uid: text(uid) }),
    ...(isJsonObject(extra) && { extra: textListMembers(extra) }),
  };
}

const PATCHES: readonly RecordedPatch["type"][] = ["json", "merge", "strategic", "apply"];

function readPatch(value: Json | undefined): RecordedPatch | null {
  if (!isJsonObject(value) || value.body === undefined) return null;
  return { type: oneOf(value.type, PATCHES, "merge-or-strategic"), body: value.body };
}

function readNamespace(value: Json | undefined): RecordedNamespace | null {
  if (!isJsonObject(value)) return null;
  return { labels: textMembers(value.labels), terminating: value.terminating === true };
}

function readDecision({
  allowed,
  code,
  reason,
  message,
  warnings,
  by,
  result,
}: JsonObject): RecordedDecision {
  return {
    allowed: allowed === true,
    code: numberOrNull(code) ?? 0,
    reason: text(reason),
    message: text(message),
    warnings: texts(warnings),
    by: listOf(by).filter(isJsonObject).map(readDecider),
    result: objectOrNull(result),
  };
}

/** Reads the decider of a request; `server` if its kind is not known. */
export const readDecider = ({ kind, of, name }: JsonObject): Decider => ({
  kind: oneOf(kind, ["webhook", "policy", "plugin", "server"], "server"),
  of: text(of),
  name: text(name),
});

const readCall = (call: JsonObject): RecordedCall => ({
  configuration: text(call.configuration),
  webhook: text(call.webhook),
  phase: oneOf(call.phase, ["mutating", "validating"], "validating"),
  round: numberOrNull(call.round) ?? 0,
  outcome: oneOf(call.outcome, ["allowed", "denied", "failed"], "allowed"),
  code: numberOrNull(call.code) ?? 0,
  reason: text(call.reason),
  message: text(call.message),
  patch: records(call.patch),
  warnings: texts(call.warnings),
  milliseconds: numberOrNull(call.milliseconds),
});
