import type { KubeObject } from "../api/meta.ts";
import { createConditionEvaluator } from "../cel/kubernetes/match-conditions.ts";
import type { Attributes } from "./attributes.ts";
import { CandidateIndex } from "./match/candidate-index.ts";
import { mutate } from "./mutate/mutate.ts";
import type { Outcome } from "./outcome.ts";
import { EMPTY_PLAN, type Plan } from "./plan.ts";
import type { AdmissionPorts } from "./ports.ts";
import { Run, type RunParts } from "./run.ts";
import { validate } from "./validate/validate.ts";
import type { Verdict } from "./verdict.ts";

/** Decides about requests, with the plan of the last `setPlan`. */
export interface AdmissionEngine {
  /** Begins one admission, which uses the plan of this moment from beginning to end. */
  begin(attributes: Attributes): Admission;
  /** Sets the plan for admissions that begin from now on. */
  setPlan(plan: Plan): void;
  readonly plan: Plan;
  /** Functions of the server that the engine uses. */
  readonly ports: AdmissionPorts;
}

/** One evaluation of one request. A repeated evaluation (a lost compare-and-swap) is another admission. */
export interface Admission {
  /**
   * Runs the whole mutating chain, its second round included. Returns a promise only if a hook has to wait. `object`: in the hub version; null for DELETE.
   */
  mutate(object: KubeObject | null): Outcome | Promise<Outcome>;
  /**
   * Runs the validating chain on the object as it would be stored. `name`: the generated name, if the
   * attributes have none. It may be called again with another name (collision of a generated one).
   */
  validate(object: KubeObject | null, name?: string): Outcome | Promise<Outcome>;
  /** Record of the decisions so far, with their reasons. */
  readonly verdict: Verdict;
}

/** Creates an engine without hooks; `setPlan` gives it a plan. */
export function createAdmissionEngine(ports: AdmissionPorts): AdmissionEngine {
  const evaluateConditions = createConditionEvaluator(ports);
  const under = (plan: Plan, previous?: CandidateIndex): RunParts => ({
    plan,
    ports,
    index: new CandidateIndex(plan, ports, previous),
    evaluateConditions,
  });
  let parts = under(EMPTY_PLAN);
  return {
    ports,
    begin: (attributes) => admissionOf(new Run(attributes, parts)),
    setPlan: (next) => {
      parts = under(next, parts.index);
    },
    get plan() {
      return parts.plan;
    },
  };
}

function admissionOf(run: Run): Admission {
  return {
    mutate: (object) => mutate(run, object),
    validate: (object, name) => validate(run, object, run.attributes.name || (name ?? "")),
    verdict: run.recorder,
  };
}
