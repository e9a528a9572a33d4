import { formatGroupVersion, type GroupVersionKind } from "../../../../api/group-version.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { INTERNAL, isMetaKind, isUnversioned } from "../../../../api/meta-kinds.ts";
import { keepNotes } from "../../../../api/object/notes.ts";
import { badRequest, StatusError, unsupportedMediaType } from "../../../../api/status.ts";
import type { Steps } from "../../../../async/steps.ts";
import { unstructuredNumbers } from "../../../../go-yaml/yaml-numbers.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { messageOf } from "../../../../report/describe-error.ts";
import type { KindDefinition } from "../../../../resources/kind.ts";
import { internalType } from "../../../../resources/scheme/scheme.ts";
import { decodeRaw, ProtobufError } from "../../../../types/protobuf/envelope.ts";
import { sentMessageType } from "../../../../types/protobuf/message-types.ts";
import { wireProblem } from "../../../../types/protobuf/wire-problem.ts";
import type { RequestContext } from "../../../request-context.ts";
import {
  assertSameKind,
  assertSameVersion,
  type BodyKind,
  bodyKind,
  cannotBeHandled,
  type KindLookup,
  ownKind,
} from "./body-kind.ts";
import {
  assertKnownType,
  bodyType,
  describeRepeated,
  type ParsedBody,
  parseObjectBody,
  UnreadableBody,
  unrecognizedBody,
} from "./read-body.ts";
import { inGoOrder, StrictProblems } from "./strict-problems.ts";
import type { FieldValidation } from "./write-options.ts";

/** Throws 415 for a type of body from which no object of the kind can be read. */
export function assertReadableType({ request }: RequestContext, { custom }: KindDefinition): void {
  const type = bodyType(request.headers["content-type"]);
  if (custom) refuseProtobuf(type);
  assertKnownType(type);
}

/** Parses the bytes of a body. Throws 400 with the text about a kind for what cannot be parsed. */
export function parseObject(
  context: RequestContext,
  { kind, custom }: KindDefinition,
  bytes: Uint8Array,
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

/**
 * A parsed body, and the kind as which it is decoded. A custom kind needs no `lookup`: it decodes any body and refuses
 * other versions itself.
 */
interface Decoding {
  readonly kind: KindDefinition;
  readonly validation: FieldValidation;
  readonly lookup: KindLookup;
  readonly body: ParsedBody;
}

/** Decodes a parsed body, with the defaults of its kind. Unknown and repeated fields become warnings, or refuse the request. */
export function* decodeObject(context: RequestContext, decoding: Decoding): Steps<KubeObject> {
  const { kind, validation, lookup, body } = decoding;
  const custom = kind.custom === true;
  if (body.yaml && custom) unstructuredNumbers(body.value);
  const actual = custom ? ownKind(kind, body) : bodyKind(body, kind, lookup);
  yield;
  const problems = validation === "Ignore" ? undefined : new StrictProblems(body.duplicates, custom);
  const report = (): void => reportProblems(context, decoding, problems?.texts ?? [], actual);
  const object = decodeAs(body, actual, kind.kind, problems, report);
  if (!custom) assertSameKind(actual, kind);
  report();
  assertSameVersion(actual, kind);
  const typed = withType(object, actual);
  yield;
  kind.applyDefaults(typed);
  return typed;
}

/** Returns the object with its type, as the first members if the body had none: lists remove them there. */
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

function reportProblems(
  context: RequestContext,
  { kind, validation, body }: Decoding,
  found: readonly string[],
  actual: BodyKind,
): void {
  const texts = kind.custom ? found : inGoOrder(found, body, actual.readAs?.shape);
  if (texts.length === 0) return;
  if (validation === "Warn") {
    for (const text of texts) context.warnings.add(text);
    return;
  }
  // For a custom resource, the reference reads the type from the object itself for the text of the refusal
  // (transformDecodeError of apiserver's handlers/rest.go).
  if (actual.version === "")
    throw badRequest("Object 'apiVersion' is missing in 'object has no apiVersion field'");
  const expected = kind.custom ? actual.kind : kind.kind;
  throw cannotBeHandled(actual, expected, `strict decoding error: ${describeStrict(texts, body)}`);
}

function describeStrict(problems: readonly string[], body: ParsedBody): string {
  if (!body.yaml || body.duplicates.length === 0) return problems.join(", ");
  const others = problems.slice(body.duplicates.length);
  return [describeRepeated(body.duplicates), ...others].join(", ");
}
