import type { KubeObject } from "../../../api/meta.ts";
import type { BoundPolicy, CompiledPolicy, PolicyBinding } from "../../policy-hook.ts";
import { compileBinding } from "./compile-binding.ts";

/** Policies of one kind with their bindings, and what was compiled for them by the stored object. */
export interface PolicySet<P extends CompiledPolicy> {
  readonly hooks: readonly BoundPolicy<P>[];
  readonly policies: ReadonlyMap<KubeObject, P>;
  readonly bindings: ReadonlyMap<KubeObject, PolicyBinding>;
}

export interface StoredPolicies {
  readonly policies: readonly KubeObject[];
  readonly bindings: readonly KubeObject[];
}

/**
 * The policies that have a binding, by name: the reference has no order. What did not change since `previous` is taken
 * over; a policy that nobody binds is not compiled.
 */
export function compilePolicies<P extends CompiledPolicy>(
  stored: StoredPolicies,
  compile: (policy: KubeObject) => P,
  previous: PolicySet<P> | undefined,
): PolicySet<P> {
  const bindings = new Map(
    [...stored.bindings]
      .sort(byName)
      .map((binding) => [binding, previous?.bindings.get(binding) ?? compileBinding(binding)]),
  );
  const bound = byPolicy(bindings.values());
  const policies = new Map<KubeObject, P>();
  const hooks: BoundPolicy<P>[] = [];
  for (const policy of [...stored.policies].sort(byName)) {
    const own = bound.get(policy.metadata.name ?? "");
    if (own === undefined) continue;
    const compiled = previous?.policies.get(policy) ?? compile(policy);
    policies.set(policy, compiled);
    hooks.push({ kind: "policy", policy: compiled, bindings: own });
  }
  return { hooks, policies, bindings };
}

function byPolicy(bindings: Iterable<PolicyBinding>): ReadonlyMap<string, readonly PolicyBinding[]> {
  const groups = new Map<string, PolicyBinding[]>();
  for (const binding of bindings) {
    const group = groups.get(binding.policyName);
    if (group === undefined) groups.set(binding.policyName, [binding]);
    else group.push(binding);
  }
  return groups;
}

function byName(a: KubeObject, b: KubeObject): number {
  const [left = "", right = ""] = [a.metadata.name, b.metadata.name];
  return left < right ? -1 : left > right ? 1 : 0;
}
