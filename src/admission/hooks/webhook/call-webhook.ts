import { boundedText } from "../../../report/bounded-text.ts";
import type { Attributes } from "../../attributes.ts";
import type { Invocation, WebhookHook } from "../../hook.ts";
import type { AdmissionPorts, TransportResult } from "../../ports.ts";
import type { CallLine, CallOutcome, FailureClass, Writable } from "../../verdict.ts";
import type { Versioned } from "../../versioned.ts";
import { buildReview, type ReviewFrame } from "./build-review.ts";
import { type CallBudget, callBudget } from "./call-budget.ts";
import { decodeReview } from "./decode-review.ts";
import { dryRunRefusal, rejectionOf } from "./rejection.ts";
import type { ReviewVersion } from "./review-body.ts";
import { type ReviewResponse, type Verified, verifyReview } from "./verify-review.ts";

interface CallInput {
  readonly hook: WebhookHook;
  readonly invocation: Invocation;
  readonly object: Versioned | null;
  readonly oldObject: Versioned | null;
  readonly attributes: Attributes;
  readonly frame: ReviewFrame;
  readonly ports: AdmissionPorts;
}

/** Result of one call, before its patch is applied. */
export interface CallResult {
  /** Line of the verdict; its duration is not known yet. */
  readonly call: Writable<CallLine>;
  /** Defined if the response could be read, even if it denies the request. */
  readonly response?: ReviewResponse;
}

/** Maximum length of a response that is kept in the verdict, in bytes. */
const LONGEST_KEPT = 16 << 10;

const NONE: readonly never[] = Object.freeze([]);
const NO_ANNOTATIONS: Readonly<Record<string, string>> = Object.freeze({});
const ALLOWED: CallOutcome = Object.freeze({ kind: "allowed" });

/** Returns the line of a call that has just begun. `startedAt`: in milliseconds of `AdmissionPorts.now`. */
export const newCall = (startedAt: number, budget?: CallBudget): Writable<CallLine> => ({
  uid: "",
  startedAt,
  milliseconds: 0,
  budget: budget?.timeoutMs ?? 0,
  remaining: budget?.remaining,
  attempts: 0,
  outcome: ALLOWED,
  patch: undefined,
  changed: false,
  warnings: NONE,
  auditAnnotations: NO_ANNOTATIONS,
  certificates: NONE,
});

/**
 * Makes one call, in the order of apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go,
 * callAttrMutatingHook. Never rejects.
 */
export async function callWebhook(input: CallInput): Promise<CallResult> {
  const { hook, ports, attributes, frame, invocation, object, oldObject } = input;
  const startedAt = ports.now();
  const budget = callBudget(hook.timeoutSeconds, attributes.deadline, startedAt);
  const call = newCall(startedAt, budget);
  const unsent = refusedUnsent(input);
  if (unsent !== undefined) {
    call.outcome = unsent;
    return { call };
  }
  const version: ReviewVersion = hook.reviewVersion ?? "v1";
  call.uid = ports.uid();
  const body = buildReview(frame, version, call.uid, invocation, object, oldObject);
  const { timeoutMs, timeoutParam } = budget;
  const answer = await ports.call(hook.target, body, { timeoutMs, timeoutParam, signal: attributes.signal });
  attributes.resumed?.();
  call.attempts = answer.attempts ?? 1;
  call.certificates = answer.certificates ?? NONE;
  if (answer.kind === "error") {
    call.outcome = transportFailure(hook, answer);
    return { call };
  }
  if (answer.body.byteLength <= LONGEST_KEPT) call.answer = answer.body;
  const judged = judge(input, answer, version, call.uid);
  if (judged.kind !== "response") {
    call.outcome = judged;
    return { call };
  }
  const { response } = judged;
  call.warnings = response.warnings;
  call.auditAnnotations = response.auditAnnotations;
  if (!response.allowed) call.outcome = { kind: "rejected", error: rejectionOf(hook.name, response.status) };
  return { call, response };
}

/** Returns a failure that is known before anything is sent. */
function refusedUnsent({ hook, attributes }: CallInput): CallOutcome | undefined {
  if (attributes.dryRun && hook.sideEffects === undefined)
    return failed(hook, "side-effects", "Webhook SideEffects is nil", 400);
  if (attributes.dryRun && hook.sideEffects !== "None" && hook.sideEffects !== "NoneOnDryRun")
    return { kind: "error", error: dryRunRefusal(hook.name) };
  if (hook.reviewVersion !== undefined) return undefined;
  const text =
    "could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)";
  return failed(hook, "review-version", text, 400);
}

function transportFailure(hook: WebhookHook, answer: TransportResult & { kind: "error" }): CallOutcome {
  const { message, code, canceled, timedOut, unusable, answered } = answer;
  if (unusable === true) return failed(hook, "client", `could not get REST client: ${message}`, code);
  const failure = timedOut ? "timeout" : "transport";
  const outcome = failed(hook, failure, `failed to call webhook: ${message}`, code, canceled);
  return answered === undefined ? outcome : { ...outcome, answered };
}

/** Reads the response, or returns the failure of one that is not valid. */
function judge(
  { hook, ports }: CallInput,
  answer: TransportResult & { kind: "answer" },
  version: ReviewVersion,
  uid: string,
): CallOutcome | (Verified & { kind: "response" }) {
  const decoded = decodeReview(answer, version, ports.parseYaml);
  if (decoded.kind === "error") {
    const { status, contentType } = answer;
    const text = `failed to call webhook: ${decoded.message}`;
    return { ...failed(hook, "answer", text, decoded.code), answered: { status, contentType } };
  }
  const verified = verifyReview(decoded.review, version, hook.phase, uid);
  return verified.kind === "response"
    ? verified
    : failed(hook, "verification", `received invalid webhook response: ${verified.message}`, 503);
}

/** Failure of the webhook; failurePolicy decides. */
export function failed(
  hook: WebhookHook,
  failure: FailureClass,
  reason: string,
  code: number,
  canceled = false,
): CallOutcome & { kind: "failed" } {
  return {
    kind: "failed",
    failure,
    reason: boundedText(reason),
    code,
    canceled,
    ignored: hook.failurePolicy === "Ignore",
  };
}
