import {
  formatGroupVersion,
  type GroupVersion,
  type GroupVersionKind,
  parseGroupVersion,
} from "../../../../api/group-version.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { INTERNAL, isMetaKind, isUnversioned, notRegistered } from "../../../../api/meta-kinds.ts";
import { keepNotes } from "../../../../api/object/notes.ts";
import { badRequest, StatusError, unsupportedMediaType } from "../../../../api/status.ts";
import type { Steps } from "../../../../async/steps.ts";
import { quote } from "../../../../go/quote.ts";
import { unstructuredNumbers } from "../../../../go-yaml/yaml-numbers.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { messageOf } from "../../../../report/describe-error.ts";
import type { KindDefinition } from "../../../../resources/kind.ts";
import { conversionProblem, internalType, isRegistered } from "../../../../resources/scheme/scheme.ts";
import { decodeRaw, ProtobufError } from "../../../../types/protobuf/envelope.ts";
import { sentMessageType } from "../../../../types/protobuf/message-types.ts";
import { wireProblem } from "../../../../types/protobuf/wire-problem.ts";
import { inTurns } from "../../../loop/turns.ts";
import type { RequestContext } from "../../../request-context.ts";
import { bodyType } from "./body-type.ts";
import { inGoOrder } from "./order-problems.ts";
import {
  assertKnownType,
  describeRepeated,
  type ParsedBody,
  parseObjectBody,
  readBytes,
  UnreadableBody,
  unrecognizedBody,
} from "./read-body.ts";
import {
  isSameKind,
  SaidKindError,
  saidKind,
  withDefaultKind,
  withDefaultOfEnvelope,
} from "./stated-kind.ts";
import { StrictProblems } from "./strict-problems.ts";
import type { FieldValidation } from "./write-options.ts";

/** Finds a kind before its objects can be read: a body may name any GVK. */
export type KindLookup = (group: string, version: string, kind: string) => KindDefinition | undefined;

/**
 * Reads the body of a create or update as an object of the kind: typed, pruned, defaulted. Unknown and
 * duplicate fields become warnings, or refuse the request, by `fieldValidation`. Custom resources need no
 * `lookup`: their kind decodes any body and refuses other versions itself.
 */
export async function readObject(
  context: RequestContext,
  kind: KindDefinition,
  validation: FieldValidation,
  lookup: KindLookup | undefined,
): Promise<KubeObject> {
  const bytes = await readObjectBytes(context, lookup === undefined);
  const body = await parseObject(context, kind, bytes, lookup === undefined);
  return inTurns(context, decodeObject(context, { kind, validation, lookup, body }));
}

/** Reads the bytes of a body. Throws 415 for a type from which no object can be read. */
export function readObjectBytes(context: RequestContext, custom: boolean): Promise<Uint8Array> {
  const type = bodyType(context.request.headers["content-type"]);
  if (custom) refuseProtobuf(type);
  assertKnownType(type);
  return readBytes(context);
}

/** Parses the bytes of a body. Throws 400 with the text about a kind for what cannot be parsed. */
export function parseObject(
  context: RequestContext,
  { kind }: KindDefinition,
  bytes: Uint8Array,
  custom: boolean,
): ParsedBody | Promise<ParsedBody> {
  const refuse = (error: unknown): never => {
    throw error instanceof UnreadableBody ? unrecognizedBody(kind, error) : error;
  };
  const type = bodyType(context.request.headers["content-type"]);
  try {
    const parsed = parseObjectBody(context, bytes, type, { mergeRepeated: !custom });
    return parsed instanceof Promise ? parsed.catch(refuse) : parsed;
  } catch (error) {
    return refuse(error);
  }
}

/** A parsed body, and the kind as which it is decoded. `lookup`: undefined for a custom resource. */
interface Decoding {
  readonly kind: KindDefinition;
  readonly validation: FieldValidation;
  readonly lookup: KindLookup | undefined;
  readonly body: ParsedBody;
}

/** Decodes a parsed body, with the defaults of its kind. */
export function* decodeObject(
  context: RequestContext,
  { kind, validation, lookup, body }: Decoding,
): Steps<KubeObject> {
  if (body.yaml && lookup === undefined) unstructuredNumbers(body.value);
  const actual = lookup === undefined ? ownKind(kind, body) : bodyKind(body, kind, lookup);
  yield;
  const problems =
    validation === "Ignore" ? undefined : new StrictProblems(body.duplicates, lookup === undefined);
  const report = (): void => {
    const texts = problems?.texts ?? [];
    const ordered = lookup === undefined ? texts : inGoOrder(texts, body, actual.readAs?.shape);
    // A custom resource has the type that its body names by then (transformDecodeError of apiserver's
    // handlers/rest.go).
    const expected = lookup === undefined ? actual.kind : kind.kind;
    reportProblems(context, ordered, validation, body, actual, expected);
  };
  const object = decodeAs(body, actual, kind.kind, problems, report);
  if (lookup !== undefined) assertSameKind(actual, kind);
  report();
  assertSameVersion(actual, kind);
  const typed = withType(object, actual);
  yield;
  kind.applyDefaults(typed);
  return typed;
}

/**
 * Returns the object with its type as the first members, if the body did not have them: lists remove them
 * there.
 */
function withType(object: KubeObject, actual: BodyKind): KubeObject {
  const type = { apiVersion: formatGroupVersion(actual), kind: actual.kind };
  if (object.apiVersion !== undefined && object.kind !== undefined) return Object.assign(object, type);
  const typed = { ...type, ...object, ...type };
  keepNotes(object, typed);
  return typed;
}

/** Refuses protobuf, which custom resources do not have. */
function refuseProtobuf(type: string): void {
  if (type === "application/vnd.kubernetes.protobuf")
    throw unsupportedMediaType(
      "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml",
    );
}

/** Type that a body names. */
interface BodyKind extends GroupVersionKind {
  /** Undefined: the reference has this kind, but its fields do not matter. */
  readonly definition: KindDefinition | undefined;
  /** Kind that decodes the body: versions that are not served have nearly the fields of those that are. */
  readonly readAs: KindDefinition | undefined;
}

/** Returns the kind that the body names; missing parts are those of the endpoint. */
function bodyKind(body: ParsedBody, endpoint: KindDefinition, lookup: KindLookup): BodyKind {
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
function ownKind(kind: KindDefinition, body: ParsedBody): BodyKind {
  recognizedKind(body, kind);
  const { apiVersion, kind: said } = body.value;
  if (typeof said !== "string" || said === "")
    throw unrecognizedBody(kind.kind, new UnreadableBody(lacks("Kind", body), body.bytes));
  const version = typeof apiVersion === "string" ? parseGroupVersion(apiVersion).version : "";
  if (apiVersion === null)
    throw cannotBeHandled({ kind: said, version }, kind.kind, `.apiVersion accessor error: ${NO_TEXT}`);
  return { group: kind.group, version, kind: said, definition: kind, readAs: kind };
}

function decodeAs(
  body: ParsedBody,
  actual: BodyKind,
  endpointKind: string,
  problems: StrictProblems | undefined,
  report: () => void,
): KubeObject {
  try {
    const value = body.message === undefined ? body.value : readMessage(body.message, body.value, actual);
    if (actual.version === INTERNAL) for (const name of goNamesMissed(value)) problems?.unknown(name);
    return actual.readAs?.decode(value, problems, body.literals) ?? NOTHING;
  } catch (error) {
    if (error instanceof StatusError) {
      // The object was read; its unknown fields are reported nevertheless.
      report();
      throw error;
    }
    throw cannotBeHandled(actual, endpointKind, messageOf(error));
  }
}

/**
 * Returns the members that the reference's internal form of a kind does not have: all except the type,
 * because its names differ from those that clients send.
 */
const goNamesMissed = (value: JsonObject): string[] =>
  Object.keys(value).filter((name) => name !== "kind" && name !== "apiVersion");

const NOTHING: KubeObject = { metadata: {} };

function readMessage(message: Uint8Array, { apiVersion, kind }: JsonObject, actual: BodyKind): JsonObject {
  if (actual.version === INTERNAL && !isUnversioned(actual.kind))
    throw new ProtobufError(notMarshalable(actual));
  const type = sentMessageType(actual);
  const said = { kind: kind ?? "", apiVersion: apiVersion ?? "" };
  if (type === undefined) return said;
  // A message that cannot be converted only has to be readable: raw JSON in it is not parsed.
  if (actual.readAs !== undefined && !isMetaKind(actual.kind))
    return { ...said, ...decodeRaw(type, message) };
  const problem = wireProblem(type, message);
  if (problem !== undefined) throw new ProtobufError(problem);
  return said;
}

const notMarshalable = (gvk: GroupVersionKind): string =>
  `object *${internalType(gvk)} does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message`;

function cannotBeHandled(
  actual: { kind: string; version: string },
  endpointKind: string,
  why: string,
): StatusError {
  return badRequest(
    `${actual.kind} in version ${quote(actual.version)} cannot be handled as a ${endpointKind}: ${why}`,
  );
}

function reportProblems(
  context: RequestContext,
  texts: readonly string[],
  validation: FieldValidation,
  body: ParsedBody,
  actual: BodyKind,
  endpointKind: string,
): void {
  if (texts.length === 0) return;
  if (validation === "Warn") for (const text of texts) context.warnings.add(text);
  // Custom resources only: the reference reads the type from the object itself for the text of the refusal
  // (transformDecodeError).
  else if (actual.version === "")
    throw badRequest("Object 'apiVersion' is missing in 'object has no apiVersion field'");
  else throw cannotBeHandled(actual, endpointKind, `strict decoding error: ${describeStrict(texts, body)}`);
}

function describeStrict(problems: readonly string[], body: ParsedBody): string {
  if (!body.yaml || body.duplicates.length === 0) return problems.join(", ");
  const others = problems.slice(body.duplicates.length);
  return [describeRepeated(body.duplicates), ...others].join(", ");
}

/** Refuses a different kind, which cannot be converted; its missing fields are not reported. */
function assertSameKind(actual: BodyKind, endpoint: KindDefinition): void {
  const problem = isSameKind(actual, endpoint) ? undefined : conversionProblem(actual, endpoint);
  if (problem !== undefined) throw cannotBeHandled(actual, endpoint.kind, problem);
}

/** Refuses the same kind in another version by name. */
function assertSameVersion(actual: BodyKind, endpoint: KindDefinition): void {
  if (actual.definition !== endpoint) throw versionMismatch(formatGroupVersion(actual), endpoint);
}

const versionMismatch = (apiVersion: string, endpoint: GroupVersion): StatusError =>
  badRequest(
    `the API version in the data (${apiVersion}) does not match the expected API version (${formatGroupVersion(endpoint)})`,
  );
