import { isUtf8 } from "node:buffer";
import { parseMediaType } from "../../../../api/exchange/media-type.ts";
import { withAllKeysSorted } from "../../../../api/object/key-order.ts";
import { noObjectProblem } from "../../../../api/object/type-meta.ts";
import {
  badRequest,
  type StatusError,
  tooLarge,
  tooManyRequests,
  unsupportedMediaType,
} from "../../../../api/status.ts";
import { atOnce, type Steps } from "../../../../async/steps.ts";
import { quote } from "../../../../go/quote.ts";
import type { ReadYaml } from "../../../../go-yaml/read-yaml.ts";
import { readYamlAside, YamlLimitError } from "../../../../go-yaml/read-yaml-aside.ts";
import { isSameAsJson } from "../../../../go-yaml/same-as-json.ts";
import { utf8Problem } from "../../../../go-yaml/utf8-problem.ts";
import { YamlError } from "../../../../go-yaml/yaml-error.ts";
import { countValues, MAX_VALUES, TooManyValuesError } from "../../../../json/count-values.ts";
import type { NumberLiterals } from "../../../../json/parse/number-literals.ts";
import { type StrictlyParsedJson, type StrictOptions, strictSteps } from "../../../../json/parse/parse.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../json/value.ts";
import { messageOf } from "../../../../report/describe-error.ts";
import { openEnvelope, ProtobufError } from "../../../../types/protobuf/envelope.ts";
import { inTurns, noteSize } from "../../../loop/turns.ts";
import type { RequestContext } from "../../../request-context.ts";
import { isInternal } from "../is-internal.ts";

/** Limit of a body in bytes, as in the reference. */
const BODY_LIMIT = 3 * 1024 * 1024;

const PROTOBUF = "application/vnd.kubernetes.protobuf";
const UNKNOWN_FORMAT =
  "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf";

/** A body, parsed but not decoded as a kind. */
export interface ParsedBody {
  readonly value: JsonObject;
  /**
   * Errors about keys given twice, ready for warnings: `duplicate field "data.a"`, `line 4: key "a" already
   * set in map`.
   */
  readonly duplicates: readonly string[];
  readonly literals: NumberLiterals | undefined;
  readonly bytes: Uint8Array;
  readonly yaml: boolean;
  /** Protobuf message that is not decoded yet; `value` has its type. */
  readonly message?: Uint8Array;
}

/** Body that could not be read at all: the text behind `couldn't get version/kind; …`, and the bytes. */
export class UnreadableBody extends Error {
  readonly bytes: Uint8Array;
  constructor(message: string, bytes: Uint8Array) {
    super(message);
    this.name = "UnreadableBody";
    this.bytes = bytes;
  }
}

/** Reads the body. Throws 413 above `BODY_LIMIT`, and for too many values. */
export async function readBytes(context: RequestContext): Promise<Uint8Array> {
  const bytes = await context.request.body(BODY_LIMIT);
  context.budget.work(context);
  noteSize(context, bytes);
  if (bytes.byteLength > MAX_VALUES && !isInternal(context)) refuseManyValues(bytes);
  return bytes;
}

/** Refuses long JSON before the time to parse it is spent. Other bodies are checked when they are parsed. */
function refuseManyValues(bytes: Uint8Array): void {
  const first = bytes.find((c) => c > 0x20);
  if ((first === 0x7b || first === 0x5b) && countValues(bytes) > MAX_VALUES)
    throw tooLarge(new TooManyValuesError().message);
}

/** Returns the media type of a body: JSON without a Content-Type; "" for a malformed one. */
export function bodyType(contentType = ""): string {
  if (contentType === "") return "application/json";
  const parsed = parseMediaType(contentType);
  return parsed.kind === "type" ? parsed.type : "";
}

/**
 * Parses a body as one JSON object, from JSON, YAML or protobuf. `type` in the form of `bodyType`. Throws 415 and
 * UnreadableBody.
 */
export function parseObjectBody(
  context: RequestContext,
  bytes: Uint8Array,
  type: string,
  options: StrictOptions = {},
): ParsedBody | Promise<ParsedBody> {
  assertKnownType(type);
  if (type === PROTOBUF) return parseProtobufBody(bytes);
  return type === "application/yaml" ? parseYamlBody(bytes) : inTurns(context, jsonBodySteps(bytes, options));
}

/** Throws 415 for other types than JSON, YAML and protobuf. */
export function assertKnownType(type: string): void {
  if (type !== "application/json" && type !== "application/yaml" && type !== PROTOBUF)
    throw unsupportedMediaType(UNKNOWN_FORMAT);
}

/** Parses protobuf; never strict, because it has neither unknown nor repeated names. */
function parseProtobufBody(bytes: Uint8Array): ParsedBody {
  try {
    const { apiVersion, kind, raw } = openEnvelope(bytes);
    return {
      value: { apiVersion, kind },
      duplicates: [],
      literals: undefined,
      bytes,
      yaml: false,
      message: raw,
    };
  } catch (error) {
    throw refusal(error, bytes);
  }
}

/** Parses a JSON body without pauses. Throws UnreadableBody. */
export const parseJsonBody = (bytes: Uint8Array): ParsedBody => atOnce(jsonBodySteps(bytes, {}));

function* jsonBodySteps(bytes: Uint8Array, options: StrictOptions): Steps<ParsedBody> {
  const { value, duplicates, literals } = yield* readJson(bytes, options);
  const complaints = duplicates.map((path) => `duplicate field ${quote(path)}`);
  return { value: asObject(value, bytes), duplicates: complaints, literals, bytes, yaml: false };
}

function* readJson(bytes: Uint8Array, options: StrictOptions): Steps<StrictlyParsedJson> {
  try {
    return yield* strictSteps(bytes, options);
  } catch (error) {
    throw new UnreadableBody(`couldn't get version/kind; json parse error: ${messageOf(error)}`, bytes);
  }
}

function asObject(value: Json, bytes: Uint8Array): JsonObject {
  if (value === null) return {};
  if (isJsonObject(value)) return value;
  throw new UnreadableBody(`couldn't get version/kind; json parse error: ${noObjectProblem(value)}`, bytes);
}

/**
 * Parses YAML 1.1, as the reference does: `y` is a boolean; only the first document counts. A long one takes
 * several turns.
 */
export const parseYamlBody = (bytes: Uint8Array): ParsedBody | Promise<ParsedBody> =>
  atOnce(yamlBodySteps(bytes));

/** Parses YAML in steps. */
export function* yamlBodySteps(bytes: Uint8Array): Steps<ParsedBody | Promise<ParsedBody>> {
  const problem = utf8Problem(bytes);
  if (problem !== undefined) throw new UnreadableBody(`yaml: ${problem}`, bytes);
  return (yield* parsePlainJson(bytes)) ?? parseYamlText(bytes);
}

/** Parses YAML that is JSON, as most clients send it: the JSON parser is a hundred times faster. */
function* parsePlainJson(bytes: Uint8Array): Steps<ParsedBody | undefined> {
  if (bytes[0] !== 0x7b || !isSameAsJson(textOf(bytes))) return undefined;
  try {
    const { value, duplicates, literals } = yield* strictSteps(bytes);
    if (duplicates.length > 0 || literals !== undefined) return undefined;
    yield;
    const sorted = withAllKeysSorted(asObject(value, bytes));
    return { value: asObject(sorted, bytes), duplicates: [], literals, bytes, yaml: true };
  } catch {
    return undefined;
  }
}

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();

function parseYamlText(bytes: Uint8Array): ParsedBody | Promise<ParsedBody> {
  const parsed = ({ value, duplicates }: ReadYaml): ParsedBody => ({
    value: asObject(value, bytes),
    duplicates,
    literals: undefined,
    bytes,
    yaml: true,
  });
  const refuse = (error: unknown): never => {
    throw refusal(error, bytes);
  };
  try {
    const read = readYamlAside(bytes);
    return read instanceof Promise ? read.then(parsed, refuse) : parsed(read);
  } catch (error) {
    return refuse(error);
  }
}

function refusal(error: unknown, bytes: Uint8Array): unknown {
  if (error instanceof YamlError || error instanceof ProtobufError)
    return new UnreadableBody(error.message, bytes);
  if (error instanceof TooManyValuesError) return tooLarge(error.message);
  if (!(error instanceof YamlLimitError)) return error;
  return error.reason === "busy" ? tooManyRequests(error.message, 1) : tooLarge(error.message);
}

/** Returns the keys given twice in a YAML as one error. */
export const describeRepeated = (duplicates: readonly string[]): string =>
  `yaml: unmarshal errors:\n${duplicates.map((text) => `  ${text}`).join("\n")}`;

/** Builds the 400 for a body whose type cannot be recognised; quotes its first bytes as the reference does. */
export function unrecognizedBody(kind: string, error: UnreadableBody): StatusError {
  return badRequest(
    `the object provided is unrecognized (must be of type ${kind}): ${error.message} (${summarize(error.bytes)})`,
  );
}

function summarize(bytes: Uint8Array): string {
  if (bytes.length === 0) return "<empty>";
  const head = Buffer.from(bytes.subarray(0, 30));
  const text = bytes[0] === 0x7b ? goText(head) : head.toString("hex");
  return bytes.length > 30 ? `${text} ...` : text;
}

/** Replaces each byte that belongs to no character, also where several bytes begin a truncated one. */
function goText(bytes: Buffer): string {
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const end = [1, 2, 3, 4].map((size) => at + size).find((to) => isUtf8(bytes.subarray(at, to)));
    text += end === undefined ? "\ufffd" : bytes.toString("utf8", at, end);
    at = end ?? at + 1;
  }
  return text;
}
