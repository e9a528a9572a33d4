import { rejectionOf } from "../../src/admission/hooks/webhook/rejection.ts";
import type { ReviewVersion } from "../../src/admission/hooks/webhook/review-body.ts";
import { type ReviewResponse, verifyReview } from "../../src/admission/hooks/webhook/verify-review.ts";
import { applyAnswer } from "../../src/admission/mutate/apply-answer.ts";
import { compilePlan } from "../../src/admission/plan.ts";
import { auditAnnotationsOf } from "../../src/admission/readers/audit-annotations.ts";
import { stubPorts } from "../../src/admission/stub-ports.ts";
import type { Status } from "../../src/api/status.ts";
import { atOnce } from "../../src/async/steps.ts";
import type { Json, JsonObject } from "../../src/json/value.ts";
import { decodeJsonPatch } from "../../src/patch/decode.ts";
import { type Case, type CaseResult, differs, failedWith, judge, lacks } from "../case.ts";

interface VerifyCase extends Case {
  review: JsonObject;
  reviewVersion: ReviewVersion;
  webhookType: "mutating" | "validating";
  requestUID: string;
  expected: JsonObject;
}

interface DenialCase extends Case {
  webhookName: string;
  status?: JsonObject;
  expected: JsonObject;
}

interface AnnotationCase extends Case {
  input: JsonObject & { configuration: string; webhook: string; mutated?: boolean; patch?: Json };
  expected: JsonObject;
}

export function runAdmissionResponse(testCase: Case): CaseResult {
  if ("review" in testCase) return verify(testCase as VerifyCase);
  if ("webhookName" in testCase) return denial(testCase as DenialCase);
  return annotation(testCase as AnnotationCase);
}

function verify({ review, reviewVersion, webhookType, requestUID, expected }: VerifyCase): CaseResult {
  // The cases are about the check that follows decoding: their reviews may be of kinds that no decoder knows.
  const verified = verifyReview(review, reviewVersion, webhookType, requestUID);
  if (verified.kind !== "response") {
    return expected.valid
      ? failedWith(verified.message)
      : judge(lacks("error", verified.message, expected.errorContains));
  }
  return expected.valid ? compare(verified.response, expected) : failedWith("expected an invalid answer");
}

function compare(response: ReviewResponse, expected: JsonObject): CaseResult {
  const { allowed, patch, patchType, auditAnnotations, warnings, status } = response;
  return judge(
    differs("allowed", allowed, expected.allowed),
    differs("patch", patch === undefined ? null : JSON.parse(Buffer.from(patch).toString()), expected.patch),
    differs("patchType", patchType, expected.patchType),
    differs("auditAnnotations", { ...auditAnnotations }, expected.auditAnnotations),
    differs("warnings", [...warnings], expected.warnings),
    "status" in expected ? differs("status", status as JsonObject, expected.status) : undefined,
    applyProblem(response, expected.applyErrorContains),
  );
}

const hook = (name: string, configuration: string) => {
  const plan = compilePlan([{ metadata: { name: configuration }, webhooks: [{ name }] }], []);
  const [only] = plan.mutating;
  if (only === undefined) throw new Error("no hook in the plan");
  return only;
};

function applyProblem(response: ReviewResponse, contains: Json | undefined): string | undefined {
  if (contains === undefined) return undefined;
  const applied = atOnce(
    applyAnswer({
      hook: hook("w", "c"),
      response,
      object: { metadata: {} },
      kind: { group: "", version: "v1", kind: "Pod" },
      ports: stubPorts(),
      same: () => false,
    }),
  );
  const outcome = applied.kind === "problem" ? applied.outcome : undefined;
  return lacks("apply error", outcome?.kind === "failed" ? outcome.reason : "no failure", contains);
}

function denial({ webhookName, status, expected }: DenialCase): CaseResult {
  const actual = rejectionOf(webhookName, status as Partial<Status> | undefined).status;
  return judge(
    differs("message", actual.message, expected.message),
    differs("code", actual.code, expected.code),
    differs("status", actual.status, expected.status),
    expected.reason === undefined ? undefined : differs("reason", actual.reason, expected.reason),
  );
}

/** The text is written by the reader of a verdict: make one with a single call. */
function annotation({ input, expected }: AnnotationCase): CaseResult {
  const patch = input.patch === undefined ? undefined : decodeJsonPatch(JSON.stringify(input.patch));
  const line = {
    hook: hook(input.webhook, input.configuration),
    phase: "admit" as const,
    round: 0 as const,
    index: 0,
    call: {
      uid: "",
      startedAt: 0,
      milliseconds: 0,
      budget: 0,
      remaining: undefined,
      attempts: 1,
      outcome: { kind: "allowed" as const },
      patch,
      changed: input.mutated ?? false,
      warnings: [],
      auditAnnotations: {},
      certificates: [],
    },
  };
  const verdict = { asked: [line], annotations: new Map() } as unknown as Parameters<
    typeof auditAnnotationsOf
  >[0];
  const written = auditAnnotationsOf(verdict, "Request");
  const key = patch === undefined ? "mutation.webhook.admission.k8s.io/" : "patch.webhook.admission.k8s.io/";
  return judge(differs("value", written[`${key}round_0_index_0`], expected.value));
}
