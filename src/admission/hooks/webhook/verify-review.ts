import { formatGroupVersionKind, kindIn } from "../../../api/group-version.ts";
import { quote } from "../../../go/quote.ts";
import { boundedText } from "../../../report/bounded-text.ts";
import type { AdmissionResponse, AdmissionReview } from "../../../types/tables/admission/v1-types.ts";
import type { Status } from "../../../types/tables/meta/v1-types.ts";
import type { ReviewVersion } from "./review-body.ts";

/** Response of a webhook, in either version. */
export interface ReviewResponse {
  readonly allowed: boolean;
  /** Used only if the request is denied. */
  readonly status: Status | undefined;
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
  review: AdmissionReview,
  version: ReviewVersion,
  phase: Phase,
  uid: string,
): Verified {
  const { response } = review;
  if (response === undefined) return invalidReview("webhook response was absent");
  const problem = version === "v1" ? v1Problem(review, response, phase, uid) : undefined;
  if (problem !== undefined) return invalidReview(problem);
  return { kind: "response", response: readResponse(response, version, phase) };
}

const V1 = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview" };

const printed = ({ apiVersion = "", kind = "" }: Pick<AdmissionReview, "apiVersion" | "kind">): string =>
  formatGroupVersionKind(kindIn(apiVersion, kind));

function v1Problem(
  review: AdmissionReview,
  response: AdmissionResponse,
  phase: Phase,
  uid: string,
): string | undefined {
  const { uid: got = "", patchType: type } = response;
  if (got !== uid) return `expected response.uid=${quote(uid)}, got ${quote(got)}`;
  if (review.apiVersion !== V1.apiVersion || review.kind !== V1.kind)
    return `expected webhook response of ${printed(V1)}, got ${printed(review)}`;
  const patch = (response.patch ?? "") !== "";
  const typed = type !== undefined;
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

function readResponse(response: AdmissionResponse, version: ReviewVersion, phase: Phase): ReviewResponse {
  const patch = phase === "mutating" ? patchBytes(response) : undefined;
  const type = version === "v1" ? (response.patchType ?? "") : "JSONPatch";
  const { status, auditAnnotations, warnings = NO_WARNINGS } = response;
  return {
    allowed: response.allowed === true,
    status,
    patch,
    patchType: patch === undefined ? "" : type,
    auditAnnotations: auditAnnotations === undefined ? NO_ANNOTATIONS : textsOf(auditAnnotations),
    warnings,
  };
}

/** Undefined: there is no patch, or an empty one. */
const patchBytes = ({ patch = "" }: AdmissionResponse): Uint8Array | undefined =>
  patch === "" ? undefined : Buffer.from(patch, "base64");

const NO_ANNOTATIONS: Readonly<Record<string, string>> = Object.freeze({});
const NO_WARNINGS: readonly string[] = Object.freeze([]);

/** Maximum length of all annotations of one response together, in characters. */
const MOST_ANNOTATED = 1 << 20;

/** Cuts annotations that are too long for a line of the audit log, and drops those above the limit. */
function textsOf(annotations: Readonly<Record<string, string>>): Record<string, string> {
  let length = 0;
  const entries = Object.entries(annotations).map(
    ([key, value]) => [boundedText(key), boundedText(value)] as const,
  );
  const end = entries.findIndex(([key, value]) => {
    length += key.length + value.length;
    return length > MOST_ANNOTATED;
  });
  return Object.fromEntries(end < 0 ? entries : entries.slice(0, end));
}
