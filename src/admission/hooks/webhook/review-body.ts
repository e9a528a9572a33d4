import { formatGroupVersion, parseGroupVersion } from "../../../api/group-version.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";
import { goTypeName } from "../../../json/go-type-name.ts";
import { parseJson } from "../../../json/parse.ts";

export type ReviewVersion = "v1" | "v1beta1";

/** What a webhook was sent, and has to answer with. */
export interface ReviewKind {
  readonly group: string;
  readonly kind: string;
  readonly version: ReviewVersion;
}

const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/**
 * The body of a webhook's answer as an object of the kind that was sent; undefined: it says nothing. Throws an Error with
 * the text of the reference's decoder.
 */
export function readReviewBody(
  body: Uint8Array,
  expected: ReviewKind,
  parseYaml: ((text: string) => Json) | undefined,
): JsonObject | undefined {
  const value = parseBody(body, parseYaml);
  if (value === null) return undefined;
  if (!isJsonObject(value))
    throw new Error(
      versionKindError(`json: cannot unmarshal ${goTypeName(value)} into Go value of type ${TYPE_META}`),
    );
  const mismatch = typeMetaProblem(value) ?? kindProblem(value, expected);
  if (mismatch !== undefined) throw new Error(mismatch);
  return value;
}

/** What begins with a brace is JSON, all else is taken for YAML, a byte order mark included. */
function parseBody(body: Uint8Array, parseYaml: ((text: string) => Json) | undefined): Json {
  if (beginsWithBrace(body)) return parseOrExplain(body);
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    .toString()
    .replace(/^\ufeff/, "");
  if (parseYaml !== undefined) return parseYaml(text);
  return text.trimStart().startsWith("{") ? parseOrExplain(text) : scalarOf(text);
}

function beginsWithBrace(body: Uint8Array): boolean {
  const first = body.find((byte) => byte !== 0x20 && (byte < 0x09 || byte > 0x0d));
  return first === 0x7b;
}

function parseOrExplain(input: Uint8Array | string): Json {
  try {
    return parseJson(input);
  } catch (error) {
    throw new Error(versionKindError(error instanceof Error ? error.message : String(error)), {
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

function typeMetaProblem(value: JsonObject): string | undefined {
  for (const key of ["apiVersion", "kind"]) {
    const field = value[key] ?? "";
    if (typeof field === "string") continue;
    return versionKindError(
      `json: cannot unmarshal ${goTypeName(field)} into Go struct field .${key} of type string`,
    );
  }
  return undefined;
}

/** What the body claims to be, filled up from what was sent, has to be what was sent. */
function kindProblem(value: JsonObject, expected: ReviewKind): string | undefined {
  const { group, version: v } = parseGroupVersion(String(value.apiVersion ?? ""));
  const kind =
    value.kind === undefined || value.kind === null || value.kind === "" ? expected.kind : String(value.kind);
  const unset = group === "" && v === "";
  const actual = unset ? { group: expected.group, version: expected.version } : { group, version: v };
  const review = actual.group === expected.group && kind === expected.kind;
  if (review && actual.version === expected.version) return undefined;
  const known =
    (review && (actual.version === "v1" || actual.version === "v1beta1")) || isStatus(actual, kind);
  return known
    ? `converting (${actual.version}.${kind}) to (${expected.version}.${expected.kind}): unknown conversion`
    : `no kind "${kind}" is registered for version "${formatGroupVersion(actual)}" in scheme "pkg/runtime/scheme.go:111"`;
}

const isStatus = ({ group, version }: { group: string; version: string }, kind: string): boolean =>
  group === "" && version === "v1" && kind === "Status";
