import { boundedText } from "../../../report/bounded-text.ts";
import type { Attributes } from "../../attributes.ts";
import type { Invocation, WebhookHook } from "../../hook.ts";
import type { AdmissionPorts, CertificateFinding, TransportResult } from "../../ports.ts";
import type { CallOutcome, FailureClass } from "../../verdict.ts";
import type { Versioned } from "../../versioned.ts";
import { buildReview, type ReviewFrame } from "./build-review.ts";
import { type CallBudget, callBudget } from "./call-budget.ts";
import { decodeReview } from "./decode-review.ts";
import { dryRunRefusal, rejectionOf } from "./rejection.ts";
import type { ReviewVersion } from "./review-body.ts";
import { type ReviewResponse, verifyReview } from "./verify-review.ts";

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
  readonly outcome: CallOutcome;
  readonly uid: string;
  /** Milliseconds of `AdmissionPorts.now`. */
  readonly startedAt: number;
  readonly budget: CallBudget;
  /** Number of POSTs sent; 0 if none was sent. */
  readonly attempts: number;
  readonly certificates: readonly CertificateFinding[];
  /** Defined if the response could be read, even if it denies the request. */
  readonly response: ReviewResponse | undefined;
  /** The response as it came, if it has at most LONGEST_KEPT bytes. */
  readonly answer?: Uint8Array;
}

const LONGEST_KEPT = 16 << 10;

type Sent = Pick<CallResult, "outcome" | "uid"> &
  Partial<Pick<CallResult, "response" | "attempts" | "certificates" | "answer">>;

const NONE: readonly CertificateFinding[] = Object.freeze([]);
const ALLOWED: CallOutcome = Object.freeze({ kind: "allowed" });

/**
 * Makes one call, in the order of apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go,
 * callAttrMutatingHook. Never rejects.
 */
export async function callWebhook(input: CallInput): Promise<CallResult> {
  const startedAt = input.ports.now();
  const budget = callBudget(input.hook.timeoutSeconds, input.attributes.deadline, startedAt);
  const sent = refusedUnsent(input) ?? (await send(input, budget));
  return { startedAt, budget, attempts: 0, certificates: NONE, response: undefined, ...sent };
}

/** Returns a failure that is known before anything is sent. */
function refusedUnsent({ hook, attributes }: CallInput): Sent | undefined {
  if (attributes.dryRun && hook.sideEffects === undefined) {
    return { uid: "", outcome: failed(hook, "side-effects", "Webhook SideEffects is nil", 400) };
  }
  if (attributes.dryRun && hook.sideEffects !== "None" && hook.sideEffects !== "NoneOnDryRun") {
    return { uid: "", outcome: { kind: "error", error: dryRunRefusal(hook.name) } };
  }
  if (hook.reviewVersion !== undefined) return undefined;
  const text =
    "could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)";
  return { uid: "", outcome: failed(hook, "review-version", text, 400) };
}

async function send(input: CallInput, { timeoutMs, timeoutParam }: CallBudget): Promise<Sent> {
  const { hook, ports, attributes } = input;
  const version: ReviewVersion = hook.reviewVersion ?? "v1";
  const uid = ports.uid();
  const body = buildReview(input.frame, version, uid, input.invocation, input.object, input.oldObject);
  const answer = await ports.call(hook.target, body, { timeoutMs, timeoutParam, signal: attributes.signal });
  attributes.resumed?.();
  const facts = { uid, attempts: answer.attempts ?? 1, certificates: answer.certificates ?? NONE };
  if (answer.kind === "error") return { ...facts, outcome: transportFailure(hook, answer) };
  const judged = { ...facts, ...judge(input, answer, version, uid) };
  return answer.body.byteLength > LONGEST_KEPT ? judged : { ...judged, answer: answer.body };
}

function transportFailure(hook: WebhookHook, answer: TransportResult & { kind: "error" }): CallOutcome {
  const { message, code, canceled, timedOut, unusable, answered } = answer;
  if (unusable === true) return failed(hook, "client", `could not get REST client: ${message}`, code);
  const failure = timedOut ? "timeout" : "transport";
  const outcome = failed(hook, failure, `failed to call webhook: ${message}`, code, canceled);
  return answered === undefined ? outcome : { ...outcome, answered };
}

function judge(
  { hook, ports }: CallInput,
  answer: TransportResult & { kind: "answer" },
  version: ReviewVersion,
  uid: string,
): Pick<CallResult, "outcome" | "response"> {
  const decoded = decodeReview(answer, version, ports.parseYaml);
  if (decoded.kind === "error") {
    const text = `failed to call webhook: ${decoded.message}`;
    const { status, contentType } = answer;
    const outcome = { ...failed(hook, "answer", text, decoded.code), answered: { status, contentType } };
    return { outcome, response: undefined };
  }
  const verified = verifyReview(decoded.review, version, hook.phase, uid);
  if (verified.kind === "invalid") {
    const text = `received invalid webhook response: ${verified.message}`;
    return { outcome: failed(hook, "verification", text, 503), response: undefined };
  }
  const { response } = verified;
  if (response.allowed) return { outcome: ALLOWED, response };
  return { outcome: { kind: "rejected", error: rejectionOf(hook.name, response.status) }, response };
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
