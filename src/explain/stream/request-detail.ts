import { type RefusedBy, refusedBy } from "../../admission/readers/refused-by.ts";
import type { CallLine, HookLine, PolicyLine, Verdict } from "../../admission/verdict.ts";
import type { GroupVersionKind, GroupVersionResource } from "../../api/group-version.ts";
import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import type { Labels } from "../../api/label-selector.ts";
import type { KubeObject, UserInfo } from "../../api/meta.ts";
import type { Remembered } from "../remembered.ts";
import { outcomeOf, rounded } from "./request-event.ts";
import type { SentReview } from "./sent-reviews.ts";

/**
 * One request with all that the server still knows of it. Objects are in the version in which they are stored; the values
 * of Secrets are masked. Members are added, none is renamed or removed.
 */
export interface RequestDetail {
  readonly user: UserInfo;
  /** Who really asked, when somebody is impersonated. */
  readonly impersonator?: UserInfo;
  readonly answer: { readonly code: number; readonly reason: string; readonly message: string };
  readonly milliseconds: number;
  /** What the request might take; 0: no limit. */
  readonly timeoutMilliseconds: number;
  /** What the client wants to be there, as far as it was read; of a patch the patched object. */
  readonly sent: Json;
  /** One for each time that admission was asked: more than one when a write was tried again, or had several objects. */
  readonly evaluations: readonly Evaluation[];
}

export interface Evaluation {
  readonly operation: string;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly dryRun: boolean;
  readonly options: JsonObject | null;
  /** Labels of the namespace as they are now; null: there is none. */
  readonly namespaceLabels: Labels | null;
  /** What was stored; null: nothing. */
  readonly oldObject: KubeObject | null;
  /** What the first plugin saw, and what was validated; null: a DELETE, or it did not come so far. */
  readonly object: KubeObject | null;
  readonly final: KubeObject | null;
  readonly warnings: readonly string[];
  /** Plugins, policies and webhooks that refused it. */
  readonly refusedBy: readonly RefusedBy[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
  /** What took its time, in the order in which it began. */
  readonly timeline: readonly Span[];
  readonly webhooks: readonly WebhookDecision[];
  readonly policies: readonly PolicyDecision[];
}

/** `start`: milliseconds after the request came. */
export interface Span {
  readonly kind: "phase" | "builtin" | "policy" | "webhook" | "webhooks" | "policies";
  readonly name: string;
  /** Of a webhook. */
  readonly configuration: string;
  readonly phase: "mutating" | "validating";
  readonly round: 0 | 1;
  readonly start: number;
  readonly milliseconds: number;
  readonly failed: boolean;
}

/** A webhook with a rule for the request, in one round. */
export interface WebhookDecision {
  readonly name: string;
  readonly configuration: string;
  readonly phase: "mutating" | "validating";
  readonly round: 0 | 1;
  readonly called: boolean;
  /** The filter that left it out; absent: it was called, or matching failed. */
  readonly filter?: string;
  readonly outcome?: "allowed" | "denied" | "failed" | "error";
  readonly code?: number;
  readonly message?: string;
  /** A failure that failurePolicy Ignore let pass. */
  readonly ignored?: boolean;
  readonly milliseconds?: number;
  readonly patch?: readonly JsonObject[];
  readonly changed?: boolean;
  readonly warnings?: readonly string[];
  readonly uid?: string;
  /** The object before and after a change; only of one request that was asked for. */
  readonly before?: KubeObject | null;
  readonly after?: KubeObject | null;
  /** As it was sent, with the answer as it came; kept while somebody listens, and only of one request. */
  readonly review?: SentReview;
}

export interface PolicyDecision {
  readonly name: string;
  readonly binding: string;
  readonly param: string;
  readonly phase: "mutating" | "validating";
  readonly round: 0 | 1;
  readonly called: boolean;
  readonly filter?: string;
  readonly problem?: string;
  /** `deny`, `warn`, `audit`; empty: all holds. */
  readonly actions: readonly string[];
  readonly messages: readonly string[];
  /** What its expressions took together. */
  readonly milliseconds: number;
  readonly changed: boolean;
  readonly before?: KubeObject;
  readonly after?: KubeObject;
}

/** A delete of a collection may have very many. */
const MOST_EVALUATIONS = 100;

/** `sent`: finds what a webhook was sent; with it there are also the objects before and after each change. */
export function requestDetail(
  { context, status, milliseconds }: Remembered,
  namespaceLabels: (name: string) => Labels | undefined,
  sent?: (uid: string) => SentReview | undefined,
): RequestDetail {
  const { user, impersonator, responseObject, requestObject, verdicts, timeoutMs } = context;
  const answer = isJsonObject(responseObject) ? responseObject : {};
  const { startedAt } = context.request;
  return {
    user,
    ...(impersonator !== undefined && { impersonator }),
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
    name: name || (validated?.metadata.name ?? oldObject?.metadata.name ?? ""),
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
    policies: policies.map((line) => policyDecision(line, sent !== undefined)),
  };
}

const PHASES = { admit: "mutating", validate: "validating" } as const;
const STAGES = { builtin: "builtin", policy: "policies", webhook: "webhooks" } as const;

function timelineOf(verdict: Verdict, startedAt: number): Span[] {
  const spans = [...phaseSpans(verdict), ...stageSpans(verdict), ...callSpans(verdict)].map(
    ({ line, ...span }) => ({
      ...span,
      start: rounded(line.startedAt - startedAt),
      milliseconds: rounded(line.milliseconds),
    }),
  );
  return spans.sort((a, b) => a.start - b.start);
}

interface TimedSpan extends Omit<Span, "start" | "milliseconds"> {
  readonly line: { readonly startedAt: number; readonly milliseconds: number };
}

const phaseSpans = ({ phases }: Verdict): TimedSpan[] =>
  phases.map((line) => {
    const phase = PHASES[line.phase];
    const failed = line.error !== undefined;
    return { kind: "phase", name: phase, configuration: "", phase, round: 0, failed, line };
  });

const stageSpans = ({ plugins }: Verdict): TimedSpan[] =>
  plugins.map((line) => ({
    kind: STAGES[line.kind],
    name: line.plugin,
    configuration: "",
    phase: PHASES[line.phase],
    round: line.round,
    failed: line.error !== undefined,
    line,
  }));

const callSpans = ({ asked }: Verdict): TimedSpan[] =>
  asked.flatMap(({ hook: { name, configuration }, phase, round, call }) => {
    if (call === undefined) return [];
    const failed = call.outcome.kind !== "allowed";
    return { kind: "webhook", name, configuration, phase: PHASES[phase], round, failed, line: call };
  });

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
  const error = outcome.kind === "rejected" || outcome.kind === "error" ? outcome.error : undefined;
  const failed = outcome.kind === "failed" ? outcome : undefined;
  return {
    outcome: outcomeOf(outcome),
    code: error?.code ?? failed?.code ?? 200,
    message: error?.message ?? failed?.reason ?? "",
    ignored: failed?.ignored ?? false,
    milliseconds: rounded(call.milliseconds),
    patch: (call.patch?.operations ?? []) as unknown as JsonObject[],
    changed: call.changed,
    warnings: call.warnings,
    uid: call.uid,
  };
}

/** What the next hook saw, or what was validated in the end. */
function after(line: HookLine, { hooks, validated }: Verdict): KubeObject | null {
  const next = hooks.slice(hooks.indexOf(line) + 1).find(({ object }) => object !== undefined);
  return next?.object ?? validated ?? null;
}

function policyDecision(line: PolicyLine, objects: boolean): PolicyDecision {
  const { policy, binding, param = "", phase, round, filter, problem, checks } = line;
  const changes = checks.flatMap((check) => check.objects ?? []);
  const [first] = changes;
  const last = changes.at(-1);
  return {
    name: policy.name,
    binding: binding?.name ?? "",
    param,
    phase: PHASES[phase],
    round,
    called: checks.length > 0,
    ...(filter !== undefined && { filter: filter.kind }),
    ...(problem !== undefined && { problem }),
    actions: checks.flatMap(({ actions }) => actions.filter((action) => action !== "allow")),
    messages: checks.flatMap(({ message }) => message ?? []),
    milliseconds: rounded(checks.reduce((sum, { seconds }) => sum + seconds * 1000, 0)),
    changed: checks.some(({ changed }) => changed === true),
    ...(objects && first !== undefined && last !== undefined && { before: first.before, after: last.after }),
  };
}
