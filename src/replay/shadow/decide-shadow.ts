import { CandidateIndex, type Candidates } from "../../admission/match/candidate-index.ts";
import type { AdmissionPorts } from "../../admission/ports.ts";
import type { Verdict } from "../../admission/verdict.ts";
import type { StatusError } from "../../api/status.ts";
import type { ChangeKind } from "../change.ts";
import { changeBetween, type Decision } from "../compare.ts";
import type { DecidedAgain } from "../decided.ts";
import { decidersOf } from "../deciders-of.ts";
import type { ShadowPlan } from "./shadow-plan.ts";
import type { ShadowOutcome, ShadowRuns } from "./shadow-run.ts";

/** The response to a request. */
export interface Answered {
  readonly allowed: boolean;
  readonly code: number;
  readonly reason: string;
  readonly message: string;
}

/** Result of a request under the other configuration. */
export type ShadowDecision =
  | { readonly kind: "same" }
  | { readonly kind: "undecided"; readonly why: string }
  | {
      readonly kind: "changed";
      readonly change: ChangeKind;
      readonly before: Decision;
      /** The repeated decision under the configuration in effect; undefined if only the response is known. */
      readonly decidedBefore: DecidedAgain | undefined;
      readonly now: DecidedAgain;
    };

/** Decides requests under two plans. */
export class ShadowDecider {
  readonly plans: ShadowPlan;
  readonly #added: CandidateIndex;
  readonly #removed: CandidateIndex;

  constructor(plans: ShadowPlan, ports: AdmissionPorts) {
    this.plans = plans;
    this.#added = new CandidateIndex(plans.added, ports);
    this.#removed = new CandidateIndex(plans.removed, ports);
  }

  /** True if any of the differing hooks has a rule for the request. */
  concerns({ attributes }: Verdict): boolean {
    return (
      hasAny(this.#added.of(attributes), BOTH_PHASES) || hasAny(this.#removed.of(attributes), BOTH_PHASES)
    );
  }

  /**
   * Decides a request. `runs` decide under the configuration in effect and under the other one, and have
   * begun with this verdict. If possible, only the differing hooks are evaluated: as long as no other hook
   * changes the object, an allowed request can be refused only by a new hook.
   */
  async decide(verdict: Verdict, answered: Answered, runs: Runs): Promise<ShadowDecision> {
    const { attributes, validated } = verdict;
    const isChanged =
      hasAny(this.#added.of(attributes), MUTATING) || hasAny(this.#removed.of(attributes), MUTATING);
    if (!isChanged && answered.allowed && validated !== undefined) {
      if (!hasAny(this.#added.of(attributes), BOTH_PHASES)) return SAME;
      return this.#validatingOnly(verdict, answered, runs);
    }
    return this.#whole(verdict, answered, runs);
  }

  async #validatingOnly(verdict: Verdict, answered: Answered, { now }: Runs): Promise<ShadowDecision> {
    const outcome = await now.validating(this.plans.added, verdict);
    const before = decisionOf(verdict, answered);
    return compared(before, undefined, decided(outcome, answered, now), verdict);
  }

  async #whole(verdict: Verdict, answered: Answered, runs: Runs): Promise<ShadowDecision> {
    runs.before.answers.begin(verdict);
    const was = await runs.before.whole(this.plans.before, verdict);
    if ((was.error === undefined) !== answered.allowed)
      return { kind: "undecided", why: answered.allowed ? MEANWHILE : NOT_BY_ADMISSION };
    const now = await this.whole(verdict, runs, was);
    const decidedBefore = decided(was, answered, runs.before);
    return compared(decidedBefore, decidedBefore, decided(now, answered, runs.now), verdict);
  }

  /** Decides with the whole other configuration. */
  whole(verdict: Verdict, { now }: Pick<Runs, "now">, was?: ShadowOutcome): Promise<ShadowOutcome> {
    now.answers.begin(verdict);
    return now.whole(this.plans.now, verdict, was);
  }
}

/** The runs under the configuration in effect, and under the other one. */
export interface Runs {
  readonly before: ShadowRuns;
  readonly now: ShadowRuns;
}

const SAME: ShadowDecision = { kind: "same" };
const MEANWHILE = "what admission looks up has changed since the request was answered";
const NOT_BY_ADMISSION =
  "it was refused by the server itself, or by what is not decided a second time: validation, quotas, conflicts";

const MUTATING = ["mutating", "mutatingPolicies"] as const;
const BOTH_PHASES = [...MUTATING, "validating", "validatingPolicies"] as const;

const hasAny = (candidates: Candidates, lists: readonly (keyof Candidates)[]): boolean =>
  lists.some((list) => candidates[list].all.length > 0);

const failedIn = ({ hooks }: Verdict): string[] =>
  hooks.flatMap(({ hook, call }) => (call?.outcome.kind === "failed" ? [hook.name] : []));

const decisionOf = (verdict: Verdict, answered: Answered): Decision => ({
  ...answered,
  by: answered.allowed ? [] : decidersOf([verdict], answered.reason),
  result: null,
  failed: failedIn(verdict),
  webhookMilliseconds: undefined,
});

function decided(
  { verdict, error, mutated }: ShadowOutcome,
  answered: Answered,
  { answers }: ShadowRuns,
): DecidedAgain {
  return {
    kind: "decided",
    ...answerOf(error, answered),
    warnings: verdict.warnings,
    by: error === undefined ? [] : decidersOf([verdict], error.reason),
    result: error === undefined ? mutated : null,
    failed: failedIn(verdict),
    assumed: [...answers.assumed],
    webhookMilliseconds: undefined,
    verdicts: [verdict],
  };
}

function answerOf(error: StatusError | undefined, answered: Answered): Answered {
  if (error !== undefined)
    return { allowed: false, code: error.code, reason: error.reason, message: error.message };
  return { allowed: true, code: answered.allowed ? answered.code : 200, reason: "", message: "" };
}

function compared(
  before: Decision,
  decidedBefore: DecidedAgain | undefined,
  now: DecidedAgain,
  { attributes, received }: Verdict,
): ShadowDecision {
  const request = { subresource: attributes.subresource, object: received ?? null };
  const change = changeBetween(before, now, request, Number.POSITIVE_INFINITY);
  return change === undefined ? SAME : { kind: "changed", change, before, decidedBefore, now };
}
