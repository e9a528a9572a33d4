import { isJsonObject, type Json, type JsonObject, record } from "../api/json.ts";
import {
  listOf,
  numberOrNull,
  objectOrNull,
  objectsOf,
  oneOf,
  textListMembers,
  textMembers,
  textOf,
  textsOf,
} from "./members.ts";
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

/** A request from a line that anybody may have written: what is missing or of the wrong type is nothing. Undefined: it is no request. */
export function readRequest(line: Json): RecordedRequest | undefined {
  if (!isJsonObject(line)) return undefined;
  const operation = OPERATIONS.find((one) => one === line.operation);
  const { group, version, resource } = record(line.resource);
  if (operation === undefined || textOf(resource) === "" || textOf(version) === "") return undefined;
  return {
    id: textOf(line.id),
    time: textOf(line.time),
    user: readUser(record(line.user)),
    operation,
    resource: { group: textOf(group), version: textOf(version), resource: textOf(resource) },
    subresource: textOf(line.subresource),
    namespace: textOf(line.namespace),
    name: textOf(line.name),
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
    calls: objectsOf(line.calls).map(readCall),
    lacks: textsOf(line.lacks).filter((one) => one === "oldObject" || one === "result"),
    milliseconds: numberOrNull(line.milliseconds),
  };
}

export function readUser({ username, groups, uid, extra }: JsonObject): RecordedUser {
  return {
    username: textOf(username),
    groups: textsOf(groups),
    ...(textOf(uid) !== "" && { uid: textOf(uid) }),
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
    reason: textOf(reason),
    message: textOf(message),
    warnings: textsOf(warnings),
    by: listOf(by).filter(isJsonObject).map(readDecider),
    result: objectOrNull(result),
  };
}

export const readDecider = ({ kind, of, name }: JsonObject): Decider => ({
  kind: oneOf(kind, ["webhook", "policy", "plugin", "server"], "server"),
  of: textOf(of),
  name: textOf(name),
});

const readCall = (call: JsonObject): RecordedCall => ({
  configuration: textOf(call.configuration),
  webhook: textOf(call.webhook),
  phase: oneOf(call.phase, ["mutating", "validating"], "validating"),
  round: numberOrNull(call.round) ?? 0,
  outcome: oneOf(call.outcome, ["allowed", "denied", "failed"], "allowed"),
  code: numberOrNull(call.code) ?? 0,
  reason: textOf(call.reason),
  message: textOf(call.message),
  patch: objectsOf(call.patch),
  warnings: textsOf(call.warnings),
  milliseconds: numberOrNull(call.milliseconds),
});
