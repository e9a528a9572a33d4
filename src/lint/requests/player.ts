import { createAdmissionEngine } from "../../admission/engine.ts";
import type { WebhookHook } from "../../admission/hook.ts";
import { CandidateIndex } from "../../admission/match/candidate-index.ts";
import { shouldCall } from "../../admission/match/should-call.ts";
import type { Plan } from "../../admission/plan.ts";
import type { AdmissionPorts } from "../../admission/ports.ts";
import { stubPorts } from "../../admission/stub-ports.ts";
import type { Verdict } from "../../admission/verdict.ts";
import { RequestObjects, Versions } from "../../admission/versioned.ts";
import type { GroupVersionKind } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { Labels } from "../../api/selectors/label-selector.ts";
import type { StatusError } from "../../api/status.ts";
import { VirtualTime } from "../../async/virtual-time.ts";
import { createConditionEvaluator } from "../../cel/kubernetes/match-conditions.ts";
import { answerReviews } from "../../explain/offline/answers.ts";
import type { Registry } from "../../resources/registry.ts";
import { registryPorts } from "../../server/admit/registry-ports.ts";
import { transientOrNone } from "../../server/handle/transient-kinds.ts";
import { attributesOf, hubOf, type LintRequest } from "./lint-request.ts";

/** Simulates the call of a webhook. It spends time only on `time`. */
export type CallWebhook = (
  ...call: [...Parameters<AdmissionPorts["call"]>, time: VirtualTime]
) => ReturnType<AdmissionPorts["call"]>;

export const allowing: CallWebhook = answerReviews({});

/** Result of a request. */
export interface Played {
  readonly verdict: Verdict;
  /** The error of a refused request; undefined if it was allowed. */
  readonly error: StatusError | undefined;
  /** Duration in virtual time. */
  readonly milliseconds: number;
}

/** The plan that is played, and the facts that it needs. */
export interface PlayerOptions {
  readonly registry: Registry;
  readonly plan: Plan;
  readonly labelsOf: (namespace: string) => Labels;
}

/** Sends requests through the admission engine, without a server. Nothing is stored, and time is virtual. */
export class Player {
  readonly #registry: Registry;
  readonly #engine: ReturnType<typeof createAdmissionEngine>;
  readonly #time = new VirtualTime();
  #call: CallWebhook = allowing;

  constructor({ registry, plan, labelsOf }: PlayerOptions) {
    this.#registry = registry;
    const kinds = registryPorts(() => registry);
    const isKnown = (kind: GroupVersionKind): boolean =>
      registry.findDeclared(kind.group, kind.version, kind.kind) !== undefined ||
      transientOrNone(kind) !== undefined;
    this.#engine = createAdmissionEngine({
      ...kinds,
      // Custom kinds can be undefined in the manifests.
      decode: (value, kind) => (isKnown(kind) ? kinds.decode(value, kind) : (value as KubeObject)),
      applyDefaults: (object, kind) => {
        if (isKnown(kind)) kinds.applyDefaults(object, kind);
      },
      namespaceLabels: labelsOf,
      namespace: (name) => ({
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { name, labels: { ...labelsOf(name) } },
      }),
      call: (target, body, options) => this.#call(target, body, options, this.#time),
      now: () => this.#time.now(),
      uid: () => "00000000-0000-4000-8000-000000000000",
    });
    this.#engine.setPlan(plan);
  }

  /**
   * Sends one request; the next may begin after this one has ended. `limit` is the server's limit for the
   * request, in milliseconds.
   */
  async play(request: LintRequest, call: CallWebhook = allowing, limit?: number): Promise<Played> {
    this.#call = call;
    const startedAt = this.#time.now();
    const deadline = limit === undefined ? undefined : startedAt + limit;
    const admission = this.#engine.begin(attributesOf(request, this.#registry, deadline));
    const mutated = await admission.mutate(hubOf(request.object, this.#registry));
    const outcome = mutated.kind === "refused" ? mutated : await admission.validate(mutated.object);
    return {
      verdict: admission.verdict,
      error: outcome.kind === "refused" ? outcome.error : undefined,
      milliseconds: this.#time.now() - startedAt,
    };
  }
}

/**
 * Returns the webhooks that match requests, by the engine's own filters. Webhooks are not called, and objects
 * are not changed.
 */
export class Asked {
  readonly #options: PlayerOptions;
  readonly #ports: ReturnType<typeof stubPorts>;
  readonly #index: CandidateIndex;
  readonly #evaluateConditions = createConditionEvaluator();

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.#ports = stubPorts(registryPorts(() => options.registry));
    this.#index = new CandidateIndex(options.plan, this.#ports);
  }

  async about(request: LintRequest): Promise<WebhookHook[]> {
    const { registry, labelsOf } = this.#options;
    const attributes = attributesOf(request, registry);
    const versions = (object: KubeObject | null) => new Versions(object, this.#ports);
    const labels = labelsOf(attributes.namespace);
    const input = {
      attributes,
      name: request.name,
      evaluateConditions: this.#evaluateConditions,
      namespaceLabels: () => labels,
      objects: new RequestObjects(versions(hubOf(request.object, registry)), versions(attributes.oldObject)),
    };
    const found: WebhookHook[] = [];
    const { mutating, validating } = this.#index.of(attributes);
    for (const candidate of [...mutating.all, ...validating.all]) {
      const pending = shouldCall(candidate, input);
      const match = pending instanceof Promise ? await pending : pending;
      if (match.kind === "call") found.push(candidate.hook);
    }
    return found;
  }
}
