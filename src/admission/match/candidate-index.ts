import type { Attributes } from "../attributes.ts";
import type { WebhookHook } from "../hook.ts";
import type { Plan } from "../plan.ts";
import type { MutatingPolicy, PolicyHook, ValidatingPolicy } from "../policy-hook.ts";
import type { AdmissionPorts } from "../ports.ts";
import type { CandidateList } from "./candidate-list.ts";
import { type Candidate, candidatesOf } from "./candidates.ts";
import { isExempt, isExemptFromPolicies } from "./exempt.ts";
import { type PolicyCandidate, policyCandidatesOf } from "./policy-candidates.ts";

export interface Candidates {
  readonly mutating: CandidateList<Candidate>;
  readonly validating: CandidateList<Candidate>;
  readonly mutatingPolicies: CandidateList<PolicyCandidate<MutatingPolicy>>;
  readonly validatingPolicies: CandidateList<PolicyCandidate<ValidatingPolicy>>;
}

const MAX_KEYS = 4096;

/**
 * Which hooks of a plan have a rule for a request: worked out once for each operation, resource, subresource and scope,
 * then remembered, so that hooks that cannot match cost one look-up together.
 */
export class CandidateIndex {
  readonly #plan: Plan;
  readonly #ports: AdmissionPorts;
  readonly #known = new Map<string, Candidates>();
  #kinds: unknown;

  constructor(plan: Plan, ports: AdmissionPorts) {
    this.#plan = plan;
    this.#ports = ports;
    this.#kinds = ports.kindsRevision?.();
  }

  of(attributes: Attributes): Candidates {
    this.#forgetStale();
    const { operation, resource, subresource, namespace } = attributes;
    const { group, version, resource: plural } = resource;
    const key = `${operation}|${group}|${version}|${plural}|${subresource}|${namespace === "" ? "" : "n"}`;
    return this.#known.get(key) ?? this.#learn(key, attributes);
  }

  /** Equivalent versions come and go with custom resource definitions. */
  #forgetStale(): void {
    const kinds = this.#ports.kindsRevision?.();
    if (kinds === this.#kinds) return;
    this.#kinds = kinds;
    this.#known.clear();
  }

  #learn(key: string, attributes: Attributes): Candidates {
    // Keys come from URLs of existing resources; the bound is for servers with very many of them.
    if (this.#known.size >= MAX_KEYS) this.#known.clear();
    const candidates = { ...this.#webhooks(attributes), ...this.#policies(attributes) };
    this.#known.set(key, candidates);
    return candidates;
  }

  #webhooks(attributes: Attributes): Pick<Candidates, "mutating" | "validating"> {
    const { mutating, validating, excludeVirtualResources } = this.#plan;
    const asked = (hooks: readonly WebhookHook[]): readonly WebhookHook[] =>
      hooks.filter((hook) => !isExempt(attributes, excludeVirtualResources, hook));
    return {
      mutating: candidatesOf(asked(mutating), attributes, this.#ports),
      validating: candidatesOf(asked(validating), attributes, this.#ports),
    };
  }

  #policies(attributes: Attributes): Pick<Candidates, "mutatingPolicies" | "validatingPolicies"> {
    const { mutatingPolicies, validatingPolicies } = this.#plan;
    const isAsked = (hook: PolicyHook): boolean => !isExemptFromPolicies(attributes, hook);
    return {
      mutatingPolicies: policyCandidatesOf(mutatingPolicies.filter(isAsked), attributes, this.#ports),
      validatingPolicies: policyCandidatesOf(validatingPolicies.filter(isAsked), attributes, this.#ports),
    };
  }
}
