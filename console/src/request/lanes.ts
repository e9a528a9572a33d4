import type { Cause, PolicyStep, Step, WebhookStep } from "../../../src/explain/explanation.ts";
import type {
  Evaluation,
  PolicyDecision,
  WebhookDecision,
} from "../../../src/explain/stream/request-detail.ts";
import type { Span } from "../../../src/explain/stream/timeline.ts";
import type { Deed } from "../deeds.ts";
import type { FullExplanation } from "./fetched.ts";

/** A plugin, webhook or policy with its part in a request. */
export interface Lane {
  readonly step: Step;
  readonly deed: Deed;
  /** Absent: it took no time of its own. */
  readonly bar: Bar | undefined;
  readonly decision: WebhookDecision | PolicyDecision | undefined;
}

export type Bar = Pick<Span, "start" | "milliseconds">;

/** One phase of admission, with those that were called. */
export interface Group {
  readonly title: string;
  readonly note: string;
  readonly lanes: readonly Lane[];
}

/** All lanes, in the order in which the server calls them. */
export const lanesOf = (explanation: FullExplanation): Lane[] =>
  explanation.steps.map((step) => laneOf(step, explanation));

/** Those that were called: both phases, and the second round of the first. */
export function groupsOf(lanes: readonly Lane[]): Group[] {
  const called = lanes.filter(({ deed }) => deed !== "skipped");
  const of = (phase: Step["phase"], round: 0 | 1): Lane[] =>
    called.filter(({ step }) => step.phase === phase && step.round === round);
  const groups: Group[] = [
    { title: "Mutating", note: "one after the other", lanes: of("mutating", 0) },
    { title: "Mutating, second round", note: "because the object was changed", lanes: of("mutating", 1) },
    { title: "Validating", note: "webhooks side by side", lanes: of("validating", 0) },
  ];
  return groups.filter((group) => group.lanes.length > 0);
}

/** Those that refused the request. */
export const refusersOf = (lanes: readonly Lane[]): Lane[] =>
  lanes.filter(({ deed }) => deed === "refused" || deed === "failed");

/**
 * Time for all calls together, in milliseconds from the arrival of the request: the time left at the start of a call tells it.
 * Undefined if no webhook was called, or if there is no limit.
 */
export function limitOf(lanes: readonly Lane[]): number | undefined {
  for (const { step, bar } of lanes) {
    const left = step.kind === "webhook" ? step.call?.remainingMilliseconds : undefined;
    if (typeof left === "number" && bar !== undefined) return bar.start + left;
  }
  return undefined;
}

function laneOf(step: Step, explanation: FullExplanation): Lane {
  const { evaluations } = explanation.detail;
  const decision = decisionOf(step, evaluations);
  return { step, deed: deedOf(step, explanation), bar: barOf(step, evaluations), decision };
}

function deedOf(step: Step, { answer }: FullExplanation): Deed {
  if (step.kind === "plugin") return pluginDeed(step);
  const deed = step.kind === "webhook" ? webhookDeed(step) : policyDeed(step);
  return deed === "failed" && answer.allowed ? "ignored" : deed;
}

function pluginDeed({ refusal, patch = [] }: Extract<Step, { kind: "plugin" }>): Deed {
  if (refusal !== undefined) return "refused";
  return patch.length > 0 ? "changed" : "allowed";
}

function webhookDeed({ call, why }: WebhookStep): Deed {
  if (call === undefined) return isError(why) ? "failed" : "skipped";
  if (call.outcome === "denied") return "refused";
  if (call.outcome !== "allowed") return call.ignored ? "ignored" : "failed";
  if (call.changed) return "changed";
  return call.warnings.length > 0 ? "warned" : "allowed";
}

function policyDeed({ called, checks, why }: PolicyStep): Deed {
  if (!called) return isError(why) ? "failed" : "skipped";
  if (checks.some(({ actions }) => actions.includes("deny"))) return "refused";
  if (checks.some(({ changed }) => changed)) return "changed";
  return checks.some(({ actions }) => actions.includes("warn")) ? "warned" : "allowed";
}

const ERRORS: ReadonlySet<string> = new Set(["refused", "policy-problem"]);

/** It was not called because of an error, and that error may refuse the request. */
const isError = (why: Cause | undefined): boolean => why !== undefined && ERRORS.has(why.code);

const spansOf = (evaluations: readonly Evaluation[], phase: Step["phase"]): readonly Span[] =>
  evaluations.findLast(({ timeline }) => timeline.some((span) => span.phase === phase))?.timeline ?? [];

function barOf(step: Step, evaluations: readonly Evaluation[]): Bar | undefined {
  if (step.kind === "policy") return policyBar(step, evaluations);
  return spansOf(evaluations, step.phase).find(
    (span) =>
      span.name === step.name &&
      span.phase === step.phase &&
      span.round === step.round &&
      (step.kind === "webhook" ? span.configuration === step.configuration : span.kind === "builtin"),
  );
}

/** Policies are evaluated one after the other: each begins when those before it are done. */
function policyBar(step: PolicyStep, evaluations: readonly Evaluation[]): Bar | undefined {
  const isIt = isDecisionOf(step);
  const own = evaluations.findLast(({ policies }) => policies.some(isIt));
  const decision = own?.policies.find(isIt);
  const { phase, round } = step;
  const span = own?.timeline.find(
    (one) => one.kind === "policies" && one.phase === phase && one.round === round,
  );
  if (decision?.called !== true || own === undefined || span === undefined) return undefined;
  const same = own.policies.filter((one) => one.phase === phase && one.round === round);
  const before = same.slice(0, same.indexOf(decision)).reduce((sum, one) => sum + one.milliseconds, 0);
  return { start: span.start + before, milliseconds: decision.milliseconds };
}

const isDecisionOf =
  (step: PolicyStep) =>
  (one: PolicyDecision): boolean =>
    one.name === step.name &&
    one.phase === step.phase &&
    one.round === step.round &&
    one.binding === step.binding &&
    one.param === step.param;

function decisionOf(
  step: Step,
  evaluations: readonly Evaluation[],
): WebhookDecision | PolicyDecision | undefined {
  if (step.kind === "plugin") return undefined;
  for (const { webhooks, policies } of evaluations.toReversed()) {
    const found =
      step.kind === "policy"
        ? policies.find(isDecisionOf(step))
        : webhooks.find(
            (one) =>
              one.name === step.name &&
              one.phase === step.phase &&
              one.round === step.round &&
              one.configuration === step.configuration,
          );
    if (found !== undefined) return found;
  }
  return undefined;
}
