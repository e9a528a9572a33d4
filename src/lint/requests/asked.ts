import type { WebhookHook } from "../../admission/hook.ts";
import { CandidateIndex } from "../../admission/match/candidate-index.ts";
import { shouldCall } from "../../admission/match/should-call.ts";
import { stubPorts } from "../../admission/stub-ports.ts";
import { RequestObjects, Versions } from "../../admission/versioned.ts";
import type { KubeObject } from "../../api/meta.ts";
import { createConditionEvaluator } from "../../cel/kubernetes/match-conditions.ts";
import { registryPorts } from "../../server/admit/registry-ports.ts";
import { attributesOf, hubOf, type LintRequest } from "./lint-request.ts";
import type { PlayerOptions } from "./player.ts";

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
