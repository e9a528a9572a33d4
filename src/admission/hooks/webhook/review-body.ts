import { messageOf } from "../../../api/describe-error.ts";
import { formatGroupVersion, type GroupVersionKind, parseGroupVersion } from "../../../api/group-version.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";
import { quote } from "../../../api/quote.ts";
import type { NumberLiterals } from "../../../json/number-literals.ts";
import { type ParsedJson, parseJson, parseJsonWithLiterals } from "../../../json/parse.ts";
import { noObjectProblem, saidTexts, typeMetaProblem } from "../../../json/type-meta.ts";
import { checkGoType, type GoType } from "./go-type.ts";
import { STATUS_SHAPE } from "./review-shape.ts";

export type ReviewVersion = "v1" | "v1beta1";

/** What a webhook was sent, and has to answer with. */
export interface ReviewKind {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
  /** Of this kind, by version. */
  readonly shapes: Readonly<Partial<Record<string, GoType>>>;
  /** Whether the reference knows another kind, though it does not take it for an answer. Default: none but Status. */
  knows?(kind: GroupVersionKind): boolean;
}

/**
 * The body of a webhook's answer as an object of the kind that was sent; undefined: it says nothing. Throws an Error with
 * the text of the reference's decoder.
 */
export function readReviewBody(
  body: Uint8Array,
  expected: ReviewKind,
  parseYaml: ((text: string) => Json) | undefined,
): JsonObject | undefined {
  const { value, literals } = parseBody(body, parseYaml);
  if (value === null) return undefined;
  if (!isJsonObject(value)) throw new Error(versionKindError(noObjectProblem(value)));
  const problem = typeMetaProblem(value);
  if (problem !== undefined) throw new Error(problem);
  checkReview(value, expected, literals);
  return value;
}

/** What begins with a brace is JSON, all else is taken for YAML, a byte order mark included. */
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
    throw new Error(versionKindError(messageOf(error)), {
      cause: error,
    });
  }
}

/** Without a YAML reader: what is no JSON is one plain text. */
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

/** What the body claims to be, filled up from what was sent, is what it is read as; that has to be what was sent. */
function checkReview(value: JsonObject, expected: ReviewKind, literals: NumberLiterals | undefined): void {
  const said = saidTexts(value);
  const { group, version } = parseGroupVersion(said.apiVersion);
  const isUnset = group === "" && version === "";
  const actual = {
    group: isUnset ? expected.group : group,
    version: isUnset ? expected.version : version,
    kind: said.kind || expected.kind,
  };
  const shape = shapeOf(actual, expected);
  if (shape === undefined && expected.knows?.(actual) !== true)
    throw new Error(
      `no kind ${quote(actual.kind)} is registered for version ${quote(formatGroupVersion(actual))} in scheme "pkg/runtime/scheme.go:111"`,
    );
  if (shape !== undefined) checkGoType(value, shape, literals);
  if (shape !== expected.shapes[expected.version])
    throw new Error(
      `converting (${actual.version}.${actual.kind}) to (${expected.version}.${expected.kind}): unknown conversion`,
    );
}

/** Undefined: the reference does not know it here. */
function shapeOf({ group, version, kind }: GroupVersionKind, expected: ReviewKind): GoType | undefined {
  if (group === "" && version === "v1" && kind === "Status") return STATUS_SHAPE;
  if (group !== expected.group || kind !== expected.kind) return undefined;
  return Object.hasOwn(expected.shapes, version) ? expected.shapes[version] : undefined;
}
