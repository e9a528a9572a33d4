import type { Attributes } from "../../admission/attributes.ts";
import { type Admission, type AdmissionEngine, createAdmissionEngine } from "../../admission/engine.ts";
import type { Plan } from "../../admission/plan.ts";
import type { AdmissionPorts } from "../../admission/ports.ts";
import type { Verdict } from "../../admission/verdict.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { StatusError } from "../../api/status.ts";
import type { Pause } from "../../async/steps.ts";
import { isSameValue } from "./same-value.ts";
import type { ShadowAnswers } from "./shadow-answers.ts";

/** Result of one admission without effect. */
export interface ShadowOutcome {
  readonly verdict: Verdict;
  /** The error of a refused request; undefined if it was admitted. */
  readonly error: StatusError | undefined;
  /** The object after the mutating phase; null if there is none, or the phase was not completed. */
  readonly mutated: KubeObject | null;
}

/** Decides requests under plans, one at a time, without any effect. */
export class ShadowRuns {
  readonly #ports: AdmissionPorts;
  readonly #engines = new WeakMap<Plan, AdmissionEngine>();
  readonly #pacer: () => Pause;
  readonly answers: ShadowAnswers;

  /** `ports` belong to the server in effect. `params` finds parameters of policies for these plans. */
  constructor(
    ports: AdmissionPorts,
    params: AdmissionPorts["params"],
    answers: ShadowAnswers,
    pacer: () => Pause,
  ) {
    const { log: _log, lookup, ...rest } = ports;
    const { chargeQuota: _charge, ...reads } = lookup ?? NOTHING;
    this.answers = answers;
    this.#pacer = pacer;
    this.#ports = {
      ...rest,
      ...(params === undefined ? {} : { params }),
      lookup: reads,
      call: (target, body, options) => answers.answer(target, body, options),
    };
  }

  /** Runs both phases. `was` is the result under the plan in effect; absent if this is that plan. */
  async whole(plan: Plan, verdict: Verdict, was?: ShadowOutcome): Promise<ShadowOutcome> {
    const admission = this.#begin(plan, verdict);
    const { received = null } = verdict;
    const outcome = await admission.mutate(received);
    if (outcome.kind === "refused")
      return { verdict: admission.verdict, error: outcome.error, mutated: null };
    const { object } = outcome;
    const isAsWas = was === undefined || isSameValue(was.mutated, object);
    return this.#validated(
      admission,
      isAsWas ? asStored(verdict, object) : likeStored(verdict, object),
      object,
    );
  }

  /** Runs only the validating phase, with the object as it was validated. */
  validating(plan: Plan, verdict: Verdict): Promise<ShadowOutcome> {
    const { validated = null } = verdict;
    return this.#validated(this.#begin(plan, verdict), validated, validated);
  }

  async #validated(
    admission: Admission,
    object: KubeObject | null,
    mutated: KubeObject | null,
  ): Promise<ShadowOutcome> {
    const outcome = await admission.validate(object, object?.metadata.name);
    const error = outcome.kind === "refused" ? outcome.error : undefined;
    return { verdict: admission.verdict, error, mutated };
  }

  #begin(plan: Plan, { attributes }: Verdict): Admission {
    return this.#engine(plan).begin({ ...withoutRequest(attributes), pacer: this.#pacer });
  }

  #engine(plan: Plan): AdmissionEngine {
    const known = this.#engines.get(plan);
    if (known !== undefined) return known;
    const engine = createAdmissionEngine(this.#ports);
    engine.setPlan(plan);
    this.#engines.set(plan, engine);
    return engine;
  }
}

const NOTHING: NonNullable<AdmissionPorts["lookup"]> = { get: () => undefined, list: () => [] };

/**
 * Removes the members of the running request, such as its signal and deadline: that request is finished, and
 * must not end this decision.
 */
function withoutRequest(attributes: Attributes): Attributes {
  const { operation, kind, resource, subresource, name, namespace, user, dryRun, options, oldObject } =
    attributes;
  return { operation, kind, resource, subresource, name, namespace, user, dryRun, options, oldObject };
}

/** Returns the object as it was validated; the mutated object if that is not known. */
const asStored = ({ validated }: Verdict, mutated: KubeObject | null): KubeObject | null =>
  validated === undefined ? mutated : validated;

/**
 * Returns a mutated object with the fields that the server set on the stored one: its name, uid, time and
 * status.
 */
function likeStored({ validated, attributes }: Verdict, mutated: KubeObject | null): KubeObject | null {
  if (mutated === null || validated === undefined || validated === null) return mutated;
  const { labels, annotations, finalizers, ownerReferences } = mutated.metadata;
  const metadata = { ...validated.metadata };
  for (const [key, value] of Object.entries({ labels, annotations, finalizers, ownerReferences }))
    if (value === undefined) delete metadata[key];
    else Object.assign(metadata, { [key]: value });
  const { status } = validated;
  const keepsStatus = attributes.subresource === "status" || status === undefined;
  return { ...mutated, metadata, ...(keepsStatus ? {} : { status }) };
}
