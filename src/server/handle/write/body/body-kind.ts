import {
  formatGroupVersion,
  type GroupVersion,
  type GroupVersionKind,
  parseGroupVersion,
} from "../../../../api/group-version.ts";
import { notRegistered } from "../../../../api/meta-kinds.ts";
import { badRequest, type StatusError } from "../../../../api/status.ts";
import { quote } from "../../../../go/quote.ts";
import type { KindDefinition } from "../../../../resources/kind.ts";
import { conversionProblem, isRegistered } from "../../../../resources/scheme/scheme.ts";
import { type ParsedBody, UnreadableBody, unrecognizedBody } from "./read-body.ts";
import {
  isSameKind,
  SaidKindError,
  saidKind,
  withDefaultKind,
  withDefaultOfEnvelope,
} from "./stated-kind.ts";

/** Finds a kind before its objects can be read: a body may name any GVK. */
export type KindLookup = (group: string, version: string, kind: string) => KindDefinition | undefined;

/** Type that a body names. */
export interface BodyKind extends GroupVersionKind {
  /** Undefined: the reference has this kind, but its fields do not matter. */
  readonly definition: KindDefinition | undefined;
  /** Kind that decodes the body: versions that are not served have nearly the fields of those that are. */
  readonly readAs: KindDefinition | undefined;
}

/** Returns the kind that the body names; missing parts are those of the endpoint. */
export function bodyKind(body: ParsedBody, endpoint: KindDefinition, lookup: KindLookup): BodyKind {
  const gvk = namedKind(body, endpoint);
  const { group, version, kind } = gvk;
  if (isSameKind(gvk, endpoint)) return { group, version, kind, definition: endpoint, readAs: endpoint };
  if (gvk.version === "") throw cannotBeHandled(gvk, endpoint.kind, lacks("apiVersion", body));
  if (!isRegistered(gvk, endpoint.group)) throw cannotBeHandled(gvk, endpoint.kind, notRegistered(gvk));
  const definition = lookup(gvk.group, gvk.version, gvk.kind);
  const isOtherVersion = gvk.group === endpoint.group && gvk.kind === endpoint.kind;
  // A message that cannot be converted is not searched for raw JSON.
  if (body.message !== undefined && conversionProblem(gvk, endpoint) !== undefined)
    return { ...gvk, definition, readAs: undefined };
  return { ...gvk, definition, readAs: definition ?? (isOtherVersion ? endpoint : undefined) };
}

function namedKind(body: ParsedBody, endpoint: KindDefinition): GroupVersionKind {
  const { value, message } = body;
  if (message !== undefined)
    return withDefaultOfEnvelope(
      { apiVersion: String(value.apiVersion), kind: String(value.kind) },
      endpoint,
    );
  return withDefaultKind(recognizedKind(body, endpoint), endpoint);
}

function recognizedKind({ value, bytes }: ParsedBody, endpoint: KindDefinition): GroupVersionKind {
  try {
    return saidKind(value);
  } catch (error) {
    if (!(error instanceof SaidKindError)) throw error;
    throw unrecognizedBody(endpoint.kind, new UnreadableBody(error.message, bytes));
  }
}

const NO_TEXT = "<nil> is of the type <nil>, expected string";

const lacks = (name: "apiVersion" | "Kind", { bytes }: ParsedBody): string =>
  `Object '${name}' is missing in '${Buffer.from(bytes).toString()}'`;

/**
 * Returns the type that the body of a custom resource names; a body without one is refused first (Decode of
 * apimachinery's serializer/json). Its kind is not checked before validation.
 */
export function ownKind(kind: KindDefinition, body: ParsedBody): BodyKind {
  recognizedKind(body, kind);
  const { apiVersion, kind: said } = body.value;
  if (typeof said !== "string" || said === "")
    throw unrecognizedBody(kind.kind, new UnreadableBody(lacks("Kind", body), body.bytes));
  const version = typeof apiVersion === "string" ? parseGroupVersion(apiVersion).version : "";
  if (apiVersion === null)
    throw cannotBeHandled({ kind: said, version }, kind.kind, `.apiVersion accessor error: ${NO_TEXT}`);
  return { group: kind.group, version, kind: said, definition: kind, readAs: kind };
}

export function cannotBeHandled(
  actual: { kind: string; version: string },
  endpointKind: string,
  why: string,
): StatusError {
  return badRequest(
    `${actual.kind} in version ${quote(actual.version)} cannot be handled as a ${endpointKind}: ${why}`,
  );
}

/** Refuses a different kind, which cannot be converted; its missing fields are not reported. */
export function assertSameKind(actual: BodyKind, endpoint: KindDefinition): void {
  const problem = isSameKind(actual, endpoint) ? undefined : conversionProblem(actual, endpoint);
  if (problem !== undefined) throw cannotBeHandled(actual, endpoint.kind, problem);
}

/** Refuses the same kind in another version by name. */
export function assertSameVersion(actual: BodyKind, endpoint: KindDefinition): void {
  if (actual.definition !== endpoint) throw versionMismatch(formatGroupVersion(actual), endpoint);
}

const versionMismatch = (apiVersion: string, endpoint: GroupVersion): StatusError =>
  badRequest(
    `the API version in the data (${apiVersion}) does not match the expected API version (${formatGroupVersion(endpoint)})`,
  );
