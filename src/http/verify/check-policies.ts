import type { Certificate } from "../../crypto/x509/certificate.ts";
import type { Chain } from "./build-chains.ts";
import { ANY_POLICY, PolicyGraph } from "./policy-graph.ts";

/**
 * True if the policies along a chain are consistent (RFC 5280, section 6.1, with the changes of RFC 9618). We
 * demand no policy, but an authority can demand that there is one.
 */
export function policiesFit(chain: Chain): boolean {
  if (!chain.some(({ extensions }) => demandsPolicies(extensions))) return true;
  return new Walk(chain).run();
}

/** True if a certificate has an extension that can make policies invalid. Without it they are always valid. */
const demandsPolicies = ({ requireExplicit, mappings }: Certificate["extensions"]): boolean =>
  requireExplicit !== undefined || mappings.length > 0;

class Walk {
  readonly #chain: Chain;
  #graph: PolicyGraph | undefined = new PolicyGraph();
  /** Number of further certificates after which each rule applies; the names are those of RFC 5280. */
  #explicitPolicy: number;
  #policyMapping: number;
  #inhibitAnyPolicy: number;

  constructor(chain: Chain) {
    this.#chain = chain;
    this.#explicitPolicy = this.#policyMapping = this.#inhibitAnyPolicy = chain.length;
  }

  run(): boolean {
    for (let i = this.#chain.length - 2; i >= 0; i--) if (!this.#take(this.#chain[i]!, i)) return false;
    const needed = this.#chain[0]?.extensions.requireExplicit === 0 || this.#explicitPolicy <= 1;
    return !needed || (this.#graph?.hasValidPolicy() ?? false);
  }

  #take({ issuer, subject, extensions }: Certificate, i: number): boolean {
    const isSelfIssued = issuer.raw === subject.raw;
    if (extensions.policies.length === 0) this.#graph = undefined;
    if (this.#explicitPolicy === 0 && this.#graph === undefined) return false;
    const takesAny = this.#inhibitAnyPolicy > 0 || (i > 0 && isSelfIssued);
    this.#graph?.descend(extensions.policies, takesAny);
    if (i === 0) return true;
    if (this.#graph !== undefined && !this.#map(this.#graph, extensions)) return false;
    if (!isSelfIssued) this.#countDown();
    this.#explicitPolicy = least(extensions.requireExplicit, this.#explicitPolicy);
    this.#policyMapping = least(extensions.inhibitMapping, this.#policyMapping);
    this.#inhibitAnyPolicy = least(extensions.inhibitAny, this.#inhibitAnyPolicy);
    return true;
  }

  #map(graph: PolicyGraph, { mappings }: Certificate["extensions"]): boolean {
    if (mappings.length === 0) return true;
    const allowed = this.#policyMapping > 0;
    if (allowed && mappings.some(({ issuer, subject }) => issuer === ANY_POLICY || subject === ANY_POLICY))
      return false;
    graph.map(mappings, allowed);
    return true;
  }

  #countDown(): void {
    this.#explicitPolicy = Math.max(0, this.#explicitPolicy - 1);
    this.#policyMapping = Math.max(0, this.#policyMapping - 1);
    this.#inhibitAnyPolicy = Math.max(0, this.#inhibitAnyPolicy - 1);
  }
}

const least = (told: number | undefined, now: number): number =>
  told !== undefined && told >= 0 && told < now ? told : now;
