import type { Cause, PolicyStep, Step, WebhookStep } from "../../../src/explain/explanation.ts";
import type {
  Evaluation,
  PolicyDecision,
  WebhookDecision,
} from "../../../src/explain/stream/request-detail.ts";
import type { Span } from "../../../src/explain/stream/timeline.ts";
import type { FullExplanation } from "./fetched.ts";

/** One who was asked, or might have been. */
export interface Lane {
  readonly step: Step;
  readonly state: "passed" | "changed" | "denied" | "failed" | "skipped";
  /** Absent: it took no time of its own. */
  readonly bar: Bar | undefined;
  readonly decision: WebhookDecision | PolicyDecision | undefined;
  /** True for the steps that decided the request: their details are open at first. */
  readonly isOpen: boolean;
}

export type Bar = Pick<Span, "start" | "milliseconds">;

export interface Group {
  readonly title: string;
  readonly note: string;
  readonly lanes: readonly Lane[];
}

/** In the order in which they are asked: both phases, and the second round of the first. */
export function groupsOf(explanation: FullExplanation): Group[] {
  const { steps, detail } = explanation;
  const lane = (step: Step): Lane => laneOf(step, detail.evaluations, explanation);
  const group = (title: string, note: string, own: readonly Step[]): Group[] =>
    own.length === 0 ? [] : [{ title, note, lanes: own.map(lane) }];
  const mutating = steps.filter(({ phase }) => phase === "mutating");
  const validating = steps.filter(({ phase }) => phase === "validating");
  return [
    ...group(
      "Mutating",
      "one after the other",
      mutating.filter(({ round }) => round === 0),
    ),
    ...group(
      "Mutating, second round",
      "because the object was changed",
      mutating.filter(({ round }) => round === 1),
    ),
    ...group("Validating", "webhooks side by side", validating),
  ];
}

function laneOf(step: Step, evaluations: readonly Evaluation[], { end }: FullExplanation): Lane {
  const state = stateOf(step);
  const refuses = state === "denied" || (state === "failed" && end.stage !== "done");
  const isMistake = step.kind !== "plugin" && step.why !== undefined && isMendable(step.why);
  return {
    step,
    state,
    bar: barOf(step, evaluations),
    decision: decisionOf(step, evaluations),
    isOpen: refuses || (state === "skipped" && isMistake),
  };
}

/** Not to be called twice is what most want. */
const isMendable = ({ code, changes = [] }: Cause): boolean => code !== "reinvocation" && changes.length > 0;

function stateOf(step: Step): Lane["state"] {
  if (step.kind === "plugin") return step.refusal === undefined ? "passed" : "denied";
  return step.kind === "webhook" ? webhookState(step) : policyState(step);
}

function webhookState({ call, why }: WebhookStep): Lane["state"] {
  if (call === undefined) return why?.code === "refused" ? "failed" : "skipped";
  if (call.outcome === "denied") return "denied";
  if (call.outcome !== "allowed") return "failed";
  return call.changed ? "changed" : "passed";
}

function policyState({ called, checks, why }: PolicyStep): Lane["state"] {
  if (!called) return why?.code === "policy-problem" ? "failed" : "skipped";
  if (checks.some(({ actions }) => actions.includes("deny"))) return "denied";
  return checks.some(({ changed }) => changed) ? "changed" : "passed";
}

function spansOf(evaluations: readonly Evaluation[], phase: Step["phase"]): readonly Span[] {
  return (
    evaluations.findLast(({ timeline }) => timeline.some((span) => span.phase === phase))?.timeline ?? []
  );
}

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

/** Policies are asked one after the other: each begins when those before it are done. */
function policyBar(step: PolicyStep, evaluations: readonly Evaluation[]): Bar | undefined {
  const decision = decisionOf(step, evaluations) as PolicyDecision | undefined;
  const own = evaluations.findLast(({ policies }) => decision !== undefined && policies.includes(decision));
  const { phase, round } = step;
  const span = own?.timeline.find(
    (one) => one.kind === "policies" && one.phase === phase && one.round === round,
  );
  if (decision?.called !== true || own === undefined || span === undefined) return undefined;
  const same = own.policies.filter((one) => one.phase === phase && one.round === round);
  const before = same.slice(0, same.indexOf(decision)).reduce((sum, one) => sum + one.milliseconds, 0);
  return { start: span.start + before, milliseconds: decision.milliseconds };
}

function decisionOf(
  step: Step,
  evaluations: readonly Evaluation[],
): WebhookDecision | PolicyDecision | undefined {
  if (step.kind === "plugin") return undefined;
  const isIt = (one: { name: string; phase: string; round: number }): boolean =>
    one.name === step.name && one.phase === step.phase && one.round === step.round;
  for (const { webhooks, policies } of evaluations.toReversed()) {
    const found =
      step.kind === "webhook"
        ? webhooks.find((one) => isIt(one) && one.configuration === step.configuration)
        : policies.find((one) => isIt(one) && one.binding === step.binding && one.param === step.param);
    if (found !== undefined) return found;
  }
  return undefined;
}
