import { formatGroupVersionKind, parseGroupVersion } from "../../../api/group-version.ts";
import type { Status } from "../../../api/status.ts";
import { quote } from "../../../go/quote.ts";
import { isJsonObject, type JsonObject } from "../../../json/value.ts";
import { boundedText } from "../../../report/bounded-text.ts";
import type { ReviewVersion } from "./review-body.ts";

/** Response of a webhook, in either version. */
export interface ReviewResponse {
  readonly allowed: boolean;
  /** Used only if the request is denied. */
  readonly status: Partial<Status> | undefined;
  /** Decoded patch; undefined if there is none. */
  readonly patch: Uint8Array | undefined;
  /** Empty if there is no patch. */
  readonly patchType: string;
  readonly auditAnnotations: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

/** The response of a webhook, or the reason that it is not valid. */
export type Verified =
  | { readonly kind: "response"; readonly response: ReviewResponse }
  | { readonly kind: "invalid"; readonly message: string };

type Phase = "mutating" | "validating";

const invalidReview = (message: string): Verified => ({ kind: "invalid", message });

/**
 * Verifies a response by the rules of v1; v1beta1 only requires that there is a response
 * (apiserver/pkg/admission/plugin/webhook/request/admissionreview.go, VerifyAdmissionResponse).
 */
export function verifyReview(
  review: JsonObject,
  version: ReviewVersion,
  phase: Phase,
  uid: string,
): Verified {
  const response = review.response;
  if (!isJsonObject(response)) return invalidReview("webhook response was absent");
  const problem = version === "v1" ? v1Problem(review, response, phase, uid) : undefined;
  if (problem !== undefined) return invalidReview(problem);
  return { kind: "response", response: readResponse(response, version, phase) };
}

const REVIEW_KIND = { group: "admission.k8s.io", version: "v1", kind: "AdmissionReview" };

function v1Problem(review: JsonObject, response: JsonObject, phase: Phase, uid: string): string | undefined {
  const got = String(response.uid ?? "");
  if (got !== uid) return `expected response.uid=${quote(uid)}, got ${quote(got)}`;
  const kind = {
    ...parseGroupVersion(String(review.apiVersion ?? "")),
    kind: String(review.kind ?? ""),
  };
  const want = formatGroupVersionKind(REVIEW_KIND);
  const printed = formatGroupVersionKind(kind);
  if (printed !== want) return `expected webhook response of ${want}, got ${printed}`;
  const patch = patchBytes(response) !== undefined;
  const type = response.patchType;
  const typed = type !== undefined && type !== null;
  return phase === "mutating" ? pairProblem(patch, typed, type === "") : forbiddenProblem(patch, typed);
}

function pairProblem(patch: boolean, typed: boolean, emptyType: boolean): string | undefined {
  if (patch && !typed) return "webhook returned response.patch but not response.patchType";
  if (!patch && typed) return "webhook returned response.patchType but not response.patch";
  return emptyType ? 'webhook returned invalid response.patchType of ""' : undefined;
}

function forbiddenProblem(patch: boolean, typed: boolean): string | undefined {
  if (patch) return "validating webhook may not return response.patch";
  return typed ? "validating webhook may not return response.patchType" : undefined;
}

function readResponse(response: JsonObject, version: ReviewVersion, phase: Phase): ReviewResponse {
  const patch = phase === "mutating" ? patchBytes(response) : undefined;
  const type = version === "v1" ? String(response.patchType ?? "") : "JSONPatch";
  const { status, auditAnnotations, warnings } = response;
  return {
    allowed: response.allowed === true,
    status: isJsonObject(status) ? status : undefined,
    patch,
    patchType: patch === undefined ? "" : type,
    auditAnnotations: isJsonObject(auditAnnotations) ? textsOf(auditAnnotations) : NO_ANNOTATIONS,
    warnings: Array.isArray(warnings) ? warnings.map((warning) => String(warning ?? "")) : NO_WARNINGS,
  };
}

/** Undefined: there is no patch, or an empty one. */
function patchBytes({ patch }: JsonObject): Uint8Array | undefined {
  if (Array.isArray(patch)) return patch.length === 0 ? undefined : Uint8Array.from(patch, Number);
  return typeof patch === "string" && patch !== "" ? Buffer.from(patch, "base64") : undefined;
}

const NO_ANNOTATIONS: Readonly<Record<string, string>> = Object.freeze({});
const NO_WARNINGS: readonly string[] = Object.freeze([]);

/** Maximum length of all annotations of one response together, in characters. */
const MOST_ANNOTATED = 1 << 20;

/** Cuts annotations that are too long for a line of the audit log, and drops those above the limit. */
function textsOf(object: JsonObject): Record<string, string> {
  let length = 0;
  const entries = Object.entries(object).map(
    ([key, value]) => [boundedText(key), boundedText(String(value ?? ""))] as const,
  );
  const end = entries.findIndex(([key, value]) => {
    length += key.length + value.length;
    return length > MOST_ANNOTATED;
  });
  return Object.fromEntries(end < 0 ? entries : entries.slice(0, end));
}
