import { type RefusedBy, refusedBy, refusesAsPolicy } from "../../admission/readers/refused-by.ts";
import type { CallLine, HookLine, PolicyLine, Verdict } from "../../admission/verdict.ts";
import type { GroupVersionKind, GroupVersionResource } from "../../api/group-version.ts";
import type { KubeObject, UserInfo } from "../../api/meta.ts";
import type { Labels } from "../../api/selectors/label-selector.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { userAgent } from "../../server/record/request-source.ts";
import type { Remembered } from "../remembered.ts";
import { answerOf } from "../steps/explained.ts";
import { isEvaluated } from "../steps/policy-checks.ts";
import { rounded } from "./request-event.ts";
import type { SentReview } from "./sent-reviews.ts";
import { PHASES, type Span, timelineOf } from "./timeline.ts";

/**
 * One request with all details that the server still has. Objects are in their storage version; the values of
 * Secrets are masked. Members may be added; none is renamed or removed.
 */
export interface RequestDetail {
  readonly user: UserInfo;
  /** The authenticated user, if the request impersonates another one. */
  readonly impersonator?: UserInfo;
  /** The User-Agent of the client; absent if there is none. */
  readonly userAgent?: string;
  readonly answer: { readonly code: number; readonly reason: string; readonly message: string };
  /** Duration from the arrival to the response. */
  readonly milliseconds: number;
  /** Timeout of the request; 0 for no limit. */
  readonly timeoutMilliseconds: number;
  /** The object that the client sent, as far as it was read; for a patch the patched object. */
  readonly sent: Json;
  /**
   * One element for each evaluation of admission. There are several if a write was retried, or had several
   * objects.
   */
  readonly evaluations: readonly Evaluation[];
}

/** One evaluation of admission: its objects before and after, and its decisions. */
export interface Evaluation {
  readonly operation: string;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly dryRun: boolean;
  readonly options: JsonObject | null;
  /** Labels that the namespace has now; null if there is no namespace. */
  readonly namespaceLabels: Labels | null;
  /** The stored object before the request; null if there was none. */
  readonly oldObject: KubeObject | null;
  /**
   * Object as the first plugin saw it, and as it was validated (`final`); null for a DELETE, or if the
   * request did not reach that step.
   */
  readonly object: KubeObject | null;
  readonly final: KubeObject | null;
  readonly warnings: readonly string[];
  /** Plugins, policies and webhooks that refused it. */
  readonly refusedBy: readonly RefusedBy[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
  /** Durations of phases, plugins and calls, in the order of their start. */
  readonly timeline: readonly Span[];
  readonly webhooks: readonly WebhookDecision[];
  readonly policies: readonly PolicyDecision[];
}

/** A webhook with a rule for the request, in one round. */
export interface WebhookDecision {
  readonly name: string;
  readonly configuration: string;
  readonly phase: "mutating" | "validating";
  readonly round: 0 | 1;
  readonly called: boolean;
  /** The filter that left the request out; absent if the webhook was called, or matching failed. */
  readonly filter?: string;
  readonly outcome?: "allowed" | "denied" | "failed" | "error";
  readonly code?: number;
  readonly message?: string;
  /** True if the call failed and failurePolicy Ignore let the request pass. */
  readonly ignored?: boolean;
  readonly milliseconds?: number;
  readonly patch?: readonly JsonObject[];
  readonly changed?: boolean;
  readonly warnings?: readonly string[];
  readonly uid?: string;
  /** The object before and after a change; present only in the detail of a single request. */
  readonly before?: KubeObject | null;
  readonly after?: KubeObject | null;
  /**
   * The review as it was sent, and the response as it was received; present only in the detail of a single
   * request, and only if there were subscribers at the time.
   */
  readonly review?: SentReview;
}

/** Decision of a policy with one binding and one parameter. */
export interface PolicyDecision {
  readonly name: string;
  readonly binding: string;
  readonly param: string;
  readonly phase: "mutating" | "validating";
  readonly round: 0 | 1;
  readonly called: boolean;
  readonly filter?: string;
  readonly problem?: string;
  /** `deny`, `warn`, `audit`; empty if all expressions are true. */
  readonly actions: readonly string[];
  readonly messages: readonly string[];
  /** Duration of all expressions together. */
  readonly milliseconds: number;
  readonly changed: boolean;
  readonly before?: KubeObject;
  readonly after?: KubeObject;
}

/** Limit of the evaluations that are returned: deleting a collection can have very many. */
const MOST_EVALUATIONS = 100;

/**
 * Builds the detail of a request. `sent` finds the review that was sent to a webhook; with it, the objects
 * before and after each change are included.
 */
export function requestDetail(
  { context, status, milliseconds }: Remembered,
  namespaceLabels: (name: string) => Labels | undefined,
  sent?: (uid: string) => SentReview | undefined,
): RequestDetail {
  const { user, impersonator, responseObject, requestObject, verdicts, timeoutMs } = context;
  const answer = isJsonObject(responseObject) ? responseObject : {};
  const { startedAt } = context.request;
  const agent = userAgent(context.request);
  return {
    user,
    ...(impersonator !== undefined && { impersonator }),
    ...(agent !== undefined && { userAgent: agent }),
    answer: {
      code: status,
      reason: status >= 400 ? String(answer.reason ?? "") : "",
      message: status >= 400 ? String(answer.message ?? "") : "",
    },
    milliseconds: rounded(milliseconds),
    timeoutMilliseconds: timeoutMs,
    sent: requestObject ?? null,
    evaluations: verdicts
      .slice(-MOST_EVALUATIONS)
      .map((verdict) => evaluation(verdict, { startedAt, namespaceLabels, sent })),
  };
}

interface Point {
  readonly startedAt: number;
  readonly namespaceLabels: (name: string) => Labels | undefined;
  readonly sent: ((uid: string) => SentReview | undefined) | undefined;
}

function evaluation(verdict: Verdict, { startedAt, namespaceLabels, sent }: Point): Evaluation {
  const { attributes, received, validated, warnings, annotations, hooks, policies } = verdict;
  const { operation, kind, resource, subresource, namespace, name, dryRun, options, oldObject } = attributes;
  return {
    operation,
    kind,
    resource,
    subresource,
    namespace,
    name: name || (validated?.metadata?.name ?? oldObject?.metadata?.name ?? ""),
    dryRun,
    options,
    namespaceLabels: namespace === "" ? null : (namespaceLabels(namespace) ?? null),
    oldObject,
    object: received ?? null,
    final: validated ?? null,
    warnings,
    refusedBy: refusedBy(verdict),
    auditAnnotations: Object.fromEntries(annotations),
    timeline: timelineOf(verdict, startedAt),
    webhooks: hooks.map((line) => webhookDecision(line, verdict, sent)),
    policies: policies.map((line) => policyDecision(line, verdict, sent !== undefined)),
  };
}

function webhookDecision(line: HookLine, verdict: Verdict, sent: Point["sent"]): WebhookDecision {
  const { hook, phase, round, filter, error, call } = line;
  return {
    name: hook.name,
    configuration: hook.configuration,
    phase: PHASES[phase],
    round,
    called: call !== undefined && call.attempts > 0,
    ...(filter !== undefined && { filter: filter.kind }),
    ...(error !== undefined && { message: error.message }),
    ...(call !== undefined && callFacts(call)),
    ...(sent !== undefined && call !== undefined && withObjects(line, call, verdict, sent)),
  };
}

function withObjects(line: HookLine, call: CallLine, verdict: Verdict, sent: NonNullable<Point["sent"]>) {
  const review = sent(call.uid);
  return {
    ...(call.changed && { before: line.object ?? null, after: after(line, verdict) }),
    ...(review !== undefined && { review }),
  };
}

function callFacts(call: CallLine) {
  const { outcome } = call;
  return {
    ...answerOf(outcome),
    ignored: outcome.kind === "failed" && outcome.ignored,
    milliseconds: rounded(call.milliseconds),
    patch: (call.patch?.operations ?? []) as unknown as JsonObject[],
    changed: call.changed,
    warnings: call.warnings,
    uid: call.uid,
  };
}

/** Returns the object after a hook: as the next hook saw it, or as it was validated. */
function after(line: HookLine, { hooks, validated }: Verdict): KubeObject | null {
  const next = hooks.slice(hooks.indexOf(line) + 1).find(({ object }) => object !== undefined);
  return next?.object ?? validated ?? null;
}

function policyDecision(line: PolicyLine, verdict: Verdict, objects: boolean): PolicyDecision {
  const { policy, binding, param = "", phase, round, filter, conditions, checks } = line;
  const problem = line.problem ?? (conditions?.kind === "error" ? conditions.messages.join(", ") : undefined);
  const isCounted = policy.phase === "validating" || refusesAsPolicy(line, verdict);
  const changes = checks.flatMap((check) => check.objects ?? []);
  const [first] = changes;
  const last = changes.at(-1);
  return {
    name: policy.name,
    binding: binding?.name ?? "",
    param,
    phase: PHASES[phase],
    round,
    called: isEvaluated(line),
    ...(filter !== undefined && { filter: filter.kind }),
    ...(problem !== undefined && { problem }),
    actions: checks.flatMap(({ actions }) => actions.filter((one) => isCounted && one !== "allow")),
    messages: checks.flatMap(({ message }) => message ?? []),
    milliseconds: rounded(checks.reduce((sum, { seconds }) => sum + seconds * 1000, 0)),
    changed: checks.some(({ changed }) => changed === true),
    ...(objects && first !== undefined && last !== undefined && { before: first.before, after: last.after }),
  };
}
