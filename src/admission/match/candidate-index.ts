import type { Attributes } from "../attributes.ts";
import type { Pieces } from "../pieces.ts";
import { type Plan, type PlanPieces, piecesOf } from "../plan.ts";
import type { BoundPolicy, CompiledPolicy, MutatingPolicy, ValidatingPolicy } from "../policy-hook.ts";
import type { AdmissionPorts } from "../ports.ts";
import { CandidateList } from "./candidate-list.ts";
import { candidateOf, WEBHOOK_LABELS, type WebhookCandidates } from "./candidates.ts";
import { isExempt, isExemptFromPolicies } from "./exempt.ts";
import {
  POLICY_LABELS,
  type PolicyCandidate,
  type PolicyCandidates,
  policyCandidateOf,
} from "./policy-candidates.ts";

/** Hooks that may match a request by their rules, each list in the order of calls. */
export interface Candidates {
  readonly mutating: WebhookCandidates;
  readonly validating: WebhookCandidates;
  readonly mutatingPolicies: PolicyCandidates<MutatingPolicy>;
  readonly validatingPolicies: PolicyCandidates<ValidatingPolicy>;
}

const MAX_KEYS = 4096;

/**
 * Finds the hooks of a plan that have a rule for a request. The result is kept for each operation, resource,
 * subresource and scope, so that all hooks that cannot match cost one look-up together.
 */
export class CandidateIndex {
  readonly #plan: Plan;
  readonly #pieces: PlanPieces;
  readonly #ports: AdmissionPorts;
  readonly #known = new Map<string, Candidates>();
  /** Candidates of earlier plans, for requests that have not been looked up with this plan yet. */
  readonly #earlier: Map<string, Candidates>;
  #kinds: unknown;

  /** `previous`: index of the plan before. */
  constructor(plan: Plan, ports: AdmissionPorts, previous?: CandidateIndex) {
    this.#plan = plan;
    this.#pieces = piecesOf(plan);
    this.#ports = ports;
    this.#kinds = ports.kindsRevision?.();
    this.#earlier = previous?.laterUnder(plan, this.#kinds) ?? new Map();
  }

  /** Returns the candidates that the index of the next plan can use; undefined: it can use none. */
  laterUnder({ excludeVirtualResources }: Plan, kinds: unknown): Map<string, Candidates> | undefined {
    if (kinds !== this.#kinds || excludeVirtualResources !== this.#plan.excludeVirtualResources)
      return undefined;
    const all = new Map([...this.#earlier, ...this.#known]);
    return all.size > MAX_KEYS ? new Map(this.#known) : all;
  }

  of(attributes: Attributes): Candidates {
    this.#forgetStale();
    const { operation, resource, subresource, namespace } = attributes;
    const { group, version, resource: plural } = resource;
    const key = `${operation}|${group}|${version}|${plural}|${subresource}|${namespace === "" ? "" : "n"}`;
    return this.#known.get(key) ?? this.#learn(key, attributes);
  }

  /**
   * Drops all candidates when kinds have changed: custom resource definitions add and remove equivalent
   * versions.
   */
  #forgetStale(): void {
    const kinds = this.#ports.kindsRevision?.();
    if (kinds === this.#kinds) return;
    this.#kinds = kinds;
    this.#known.clear();
    this.#earlier.clear();
  }

  #learn(key: string, attributes: Attributes): Candidates {
    // Keys come from URLs of existing resources; the limit is for servers with very many of them.
    if (this.#known.size >= MAX_KEYS) this.#known.clear();
    const earlier = this.#earlier.get(key);
    this.#earlier.delete(key);
    const candidates = { ...this.#webhooks(attributes, earlier), ...this.#policies(attributes, earlier) };
    this.#known.set(key, candidates);
    return candidates;
  }

  #webhooks(
    attributes: Attributes,
    earlier: Candidates | undefined,
  ): Pick<Candidates, "mutating" | "validating"> {
    const { excludeVirtualResources } = this.#plan;
    const of = (phase: "mutating" | "validating") =>
      CandidateList.of(
        this.#pieces[phase],
        (hook) =>
          isExempt(attributes, excludeVirtualResources, hook)
            ? undefined
            : candidateOf(hook, attributes, this.#ports),
        WEBHOOK_LABELS,
        earlier?.[phase],
      );
    return { mutating: of("mutating"), validating: of("validating") };
  }

  #policies(
    attributes: Attributes,
    earlier: Candidates | undefined,
  ): Pick<Candidates, "mutatingPolicies" | "validatingPolicies"> {
    const { mutatingPolicies, validatingPolicies } = this.#pieces;
    return {
      mutatingPolicies: this.#policiesOf(mutatingPolicies, attributes, earlier?.mutatingPolicies),
      validatingPolicies: this.#policiesOf(validatingPolicies, attributes, earlier?.validatingPolicies),
    };
  }

  #policiesOf<P extends CompiledPolicy>(
    pieces: Pieces<BoundPolicy<P>>,
    attributes: Attributes,
    earlier: PolicyCandidates<P> | undefined,
  ): PolicyCandidates<P> {
    const find = (hook: BoundPolicy<P>): PolicyCandidate<P> | undefined =>
      isExemptFromPolicies(attributes, hook) ? undefined : policyCandidateOf(hook, attributes, this.#ports);
    return CandidateList.of<BoundPolicy<P>, PolicyCandidate<P>>(pieces, find, POLICY_LABELS, earlier);
  }
}
