import type { Attributes } from "../../admission/attributes.ts";
import { type Admission, type AdmissionEngine, createAdmissionEngine } from "../../admission/engine.ts";
import type { Plan } from "../../admission/plan.ts";
import type { AdmissionPorts } from "../../admission/ports.ts";
import type { Verdict } from "../../admission/verdict.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { StatusError } from "../../api/status.ts";
import type { Pause } from "../../api/steps.ts";
import { isSameValue } from "./same-value.ts";
import type { ShadowAnswers } from "./shadow-answers.ts";

/** What came of one admission that has no effect. */
export interface ShadowOutcome {
  readonly verdict: Verdict;
  /** Undefined: it was admitted. */
  readonly error: StatusError | undefined;
  /** What the mutating phase made of the object; null: there is none, or it did not come so far. */
  readonly mutated: KubeObject | null;
}

/** Decides under plans, one request at a time, with no effect on anything. */
export class ShadowRuns {
  readonly #ports: AdmissionPorts;
  readonly #engines = new WeakMap<Plan, AdmissionEngine>();
  readonly #pacer: () => Pause;
  readonly answers: ShadowAnswers;

  /** `ports`: of the server that is in effect; `params`: parameters of policies, as these plans find them. */
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

  /** Both phases from the beginning. `was`: the same under the plan that was in effect; absent: this is that one. */
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

  /** The validating phase alone, with the object as it was looked at. */
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

/** The request itself has its answer: nothing of it ends this, and its time is over. */
function withoutRequest(attributes: Attributes): Attributes {
  const { operation, kind, resource, subresource, name, namespace, user, dryRun, options, oldObject } =
    attributes;
  return { operation, kind, resource, subresource, name, namespace, user, dryRun, options, oldObject };
}

/** What the server made of the object before it was validated, where that is known. */
const asStored = ({ validated }: Verdict, mutated: KubeObject | null): KubeObject | null =>
  validated === undefined ? mutated : validated;

/** Another object, with what the server gave the one that was stored: its name, its uid, its time, its status. */
function likeStored({ validated, attributes }: Verdict, mutated: KubeObject | null): KubeObject | null {
  if (mutated === null || validated === undefined || validated === null) return mutated;
  const { labels, annotations, finalizers, ownerReferences } = mutated.metadata;
  const metadata = { ...validated.metadata };
  for (const [key, value] of Object.entries({ labels, annotations, finalizers, ownerReferences }))
    if (value === undefined) delete metadata[key];
    else metadata[key] = value as never;
  const { status } = validated;
  const keepsStatus = attributes.subresource === "status" || status === undefined;
  return { ...mutated, metadata, ...(keepsStatus ? {} : { status }) };
}
