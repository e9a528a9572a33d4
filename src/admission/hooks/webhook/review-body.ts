import { type GroupVersionKind, parseGroupVersion } from "../../../api/group-version.ts";
import { INTERNAL, isOfAllGroups, isUnversioned, metaType, notRegistered } from "../../../api/meta-kinds.ts";
import { noObjectProblem, saidTexts, typeMetaProblem } from "../../../api/object/type-meta.ts";
import type { NumberLiterals } from "../../../json/parse/number-literals.ts";
import { type ParsedJson, parseJson, parseJsonWithLiterals } from "../../../json/parse/parse.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import { decodeTyped } from "../../../types/decode/decode.ts";
import { builtinShape } from "../../../types/notation/shapes.ts";

/** Versions of AdmissionReview. */
export type ReviewVersion = "v1" | "v1beta1";

/** Kind of the review that a webhook received and has to return. */
export interface ReviewKind {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
  /** Types of this kind in the tables, by version. */
  readonly types: Readonly<Partial<Record<string, string>>>;
  /**
   * True if kube-apiserver knows another kind, which it still does not accept as a response. Default: only
   * meta kinds.
   */
  knows?(kind: GroupVersionKind): boolean;
}

/**
 * Reads the body of a webhook's response as an object of the kind that was sent; undefined: the body is null.
 * Throws an Error with the text of kube-apiserver's decoder.
 */
export function readReviewBody(
  body: Uint8Array,
  expected: ReviewKind,
  parseYaml: ((text: string) => Json) | undefined,
): JsonObject | undefined {
  return readReviewWithLiterals(body, expected, parseYaml).review;
}

/** The same, with the texts of unusual numbers in it (`literalOf`). */
export function readReviewWithLiterals(
  body: Uint8Array,
  expected: ReviewKind,
  parseYaml: ((text: string) => Json) | undefined,
): { readonly review: JsonObject | undefined; readonly literals: NumberLiterals | undefined } {
  const { value, literals } = parseBody(body, parseYaml);
  return { review: decodedReview(value, expected, literals), literals };
}

function decodedReview(
  value: Json,
  expected: ReviewKind,
  literals: NumberLiterals | undefined,
): JsonObject | undefined {
  if (value === null) return undefined;
  if (!isJsonObject(value)) throw new Error(versionKindError(noObjectProblem(value)));
  const problem = typeMetaProblem(value);
  if (problem !== undefined) throw new Error(problem);
  decodeAsSaid(value, expected, literals);
  return value;
}

/** Parses a body: JSON if it begins with a brace, otherwise YAML, even after a byte order mark. */
function parseBody(body: Uint8Array, parseYaml: ((text: string) => Json) | undefined): ParsedJson {
  if (beginsWithBrace(body)) return parseOrExplain(body);
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    .toString()
    .replace(/^\ufeff/, "");
  if (parseYaml !== undefined) return withoutLiterals(parseYaml(text));
  return text.trimStart().startsWith("{") ? parseOrExplain(text) : withoutLiterals(scalarOf(text));
}

const withoutLiterals = (value: Json): ParsedJson => ({ value, literals: undefined });

function beginsWithBrace(body: Uint8Array): boolean {
  const first = body.find((byte) => byte !== 0x20 && (byte < 0x09 || byte > 0x0d));
  return first === 0x7b;
}

function parseOrExplain(input: Uint8Array | string): ParsedJson {
  try {
    return parseJsonWithLiterals(input);
  } catch (error) {
    throw new Error(versionKindError(messageOf(error)), { cause: error });
  }
}

/** Used without a YAML parser: a text that is not JSON is one scalar. */
function scalarOf(text: string): Json {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  try {
    return parseJson(trimmed);
  } catch {
    return trimmed;
  }
}

const versionKindError = (detail: string): string => `couldn't get version/kind; json parse error: ${detail}`;

/**
 * Decodes a response, in place, as an object of the kind that it states. That kind has to be the one that was sent; its
 * missing parts are filled in from it.
 */
function decodeAsSaid(value: JsonObject, expected: ReviewKind, literals: NumberLiterals | undefined): void {
  const actual = saidKind(saidTexts(value), expected);
  const type = typeOf(actual, expected);
  if (type === undefined && !isKnown(actual, expected)) throw new Error(notRegistered(actual));
  if (type !== undefined) decodeTyped(value, builtinShape(type), undefined, literals);
  if (type !== undefined && type === expected.types[expected.version]) return;
  const said = metaType(actual) ?? `${actual.version}.${actual.kind}`;
  throw new Error(`converting (${said}) to (${expected.version}.${expected.kind}): unknown conversion`);
}

/**
 * Returns the stated kind, with missing parts from the kind that was sent (gvkWithDefaults of
 * apimachinery/pkg/runtime/serializer/json/json.go).
 */
function saidKind(said: { apiVersion: string; kind: string }, expected: ReviewKind): GroupVersionKind {
  if (said.apiVersion.split("/").length > 2)
    throw new Error(`unexpected GroupVersion string: ${said.apiVersion}`);
  const { group, version } = parseGroupVersion(said.apiVersion);
  const isFilled = version === "" && (group === "" || group === expected.group);
  const own = isFilled ? expected : { group, version };
  return { group: own.group, version: own.version, kind: said.kind || expected.kind };
}

/** Undefined: the kind or its fields are not known here. */
function typeOf({ group, version, kind }: GroupVersionKind, expected: ReviewKind): string | undefined {
  if (kind === "Status") return "meta/v1.Status";
  if (group !== expected.group || kind !== expected.kind) return undefined;
  return Object.hasOwn(expected.types, version) ? expected.types[version] : undefined;
}

/** True if kube-apiserver can decode the response as another kind, before it refuses it. */
function isKnown(actual: GroupVersionKind, expected: ReviewKind): boolean {
  if (isUnversioned(actual.kind) || expected.knows?.(actual) === true) return true;
  const isOwn = actual.version === INTERNAL || Object.hasOwn(expected.types, actual.version);
  return isOwn && actual.group === expected.group && isOfAllGroups(actual);
}
