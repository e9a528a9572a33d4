import { formatGroupVersion, parseGroupVersion } from "../../../api/group-version.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";
import { goTypeName } from "../../../json/go-type-name.ts";
import { parseJson } from "../../../json/parse.ts";
import type { TransportResult } from "../../ports.ts";
import { checkGoType } from "./go-type.ts";
import { mediaTypeProblem } from "./media-type.ts";
import { reviewShape } from "./review-shape.ts";

export type ReviewVersion = "v1" | "v1beta1";

export type Decoded =
  /** `review` is checked: what it has of the known fields has the right type. */
  | { readonly kind: "review"; readonly review: JsonObject }
  | { readonly kind: "error"; readonly message: string; readonly code: number };

type Answer = TransportResult & { kind: "answer" };

const SHAPES = { v1: reviewShape("v1"), v1beta1: reviewShape("v1beta1") };
const DECODE_ERROR = 503;
const EMPTY: JsonObject = Object.freeze({});
const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** A webhook's answer as an AdmissionReview of the version that was sent (admission.md 7.1). */
export function decodeReview(
  answer: Answer,
  version: ReviewVersion,
  parseYaml: ((text: string) => Json) | undefined,
): Decoded {
  const contentType = answer.contentType === "" ? "application/json" : answer.contentType;
  const problem = mediaTypeProblem(contentType);
  if (problem !== undefined) return failed(`Internal error occurred: ${problem}`, 500);
  if (answer.body.byteLength === 0) {
    return failed(`0-length response with status code: ${answer.status} and content type: ${contentType}`);
  }
  try {
    return readReview(parseBody(answer.body, parseYaml), version);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

const failed = (message: string, code = DECODE_ERROR): Decoded => ({ kind: "error", message, code });

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

function readReview(value: Json, version: ReviewVersion): Decoded {
  if (value === null) return { kind: "review", review: EMPTY };
  if (!isJsonObject(value)) {
    return failed(
      versionKindError(`json: cannot unmarshal ${goTypeName(value)} into Go value of type ${TYPE_META}`),
    );
  }
  const mismatch = typeMetaProblem(value) ?? kindProblem(value, version);
  if (mismatch !== undefined) return failed(mismatch);
  checkGoType(value, SHAPES[version]);
  return { kind: "review", review: value };
}

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
function kindProblem(value: JsonObject, version: ReviewVersion): string | undefined {
  const { group, version: v } = parseGroupVersion(String(value.apiVersion ?? ""));
  const kind =
    value.kind === undefined || value.kind === null || value.kind === ""
      ? "AdmissionReview"
      : String(value.kind);
  const unset = group === "" && v === "";
  const actual = unset ? { group: "admission.k8s.io", version } : { group, version: v };
  const review = actual.group === "admission.k8s.io" && kind === "AdmissionReview";
  if (review && actual.version === version) return undefined;
  const known =
    (review && (actual.version === "v1" || actual.version === "v1beta1")) || isStatus(actual, kind);
  return known
    ? `converting (${actual.version}.${kind}) to (${version}.AdmissionReview): unknown conversion`
    : `no kind "${kind}" is registered for version "${formatGroupVersion(actual)}" in scheme "pkg/runtime/scheme.go:111"`;
}

const isStatus = ({ group, version }: { group: string; version: string }, kind: string): boolean =>
  group === "" && version === "v1" && kind === "Status";
