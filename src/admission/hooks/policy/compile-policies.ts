import type { KubeObject } from "../../../api/meta.ts";
import { cutInOrder, isSame, joined, type Made, makeOf, type Pieces } from "../../pieces.ts";
import type { BoundPolicy, CompiledPolicy, PolicyBinding } from "../../policy-hook.ts";
import { byName } from "../by-name.ts";
import { compileBinding } from "./compile-binding.ts";

/** Policies of one kind with their bindings, and the parts that the next set takes over. */
export interface PolicySet<P extends CompiledPolicy> {
  /** Hooks for each piece of `policies`. */
  readonly hooks: Pieces<BoundPolicy<P>>;
  readonly policies: Pieces<KubeObject>;
  readonly stored: readonly KubeObject[];
  readonly bindings: Made<KubeObject, PolicyBinding>;
  /** Compiled policies by the stored object. */
  readonly known: WeakMap<KubeObject, P>;
}

/** Stored policies of one kind, and their bindings. */
export interface StoredPolicies {
  readonly policies: readonly KubeObject[];
  readonly bindings: readonly KubeObject[];
}

/**
 * Compiles the policies that have a binding, sorted by name: kube-apiserver has no order. Parts that did not
 * change since `previous` are taken from it; a policy without a binding is not compiled.
 */
export function compilePolicies<P extends CompiledPolicy>(
  stored: StoredPolicies,
  compile: (policy: KubeObject) => P,
  previous: PolicySet<P> | undefined,
): PolicySet<P> {
  const bindings = makeOf(stored.bindings, byName, (one) => [compileBinding(one)], previous?.bindings);
  const policies =
    stored.policies === previous?.stored
      ? previous.policies
      : cutInOrder(stored.policies, byName, previous?.policies);
  if (bindings === previous?.bindings && policies === previous.policies) return previous;
  const known = previous?.known ?? new WeakMap<KubeObject, P>();
  const compiled = (policy: KubeObject): P => {
    const made = known.get(policy) ?? compile(policy);
    known.set(policy, made);
    return made;
  };
  const groups = groupsOf(bindings, changedNames(bindings, policies, previous));
  const before = new Map(previous?.policies.map((piece, i) => [piece, previous.hooks[i]!]));
  const hooks = policies.map((piece) => bind(piece, groups, compiled, before.get(piece)));
  return { hooks, policies, stored: stored.policies, bindings, known };
}

const nameOf = ({ metadata }: KubeObject): string => metadata.name ?? "";

/**
 * Returns the names of policies whose hooks may have changed: a hook depends on the policy and on the
 * bindings that name it.
 */
function changedNames(
  { made }: Made<KubeObject, PolicyBinding>,
  policies: Pieces<KubeObject>,
  previous: PolicySet<CompiledPolicy> | undefined,
): ReadonlySet<string> {
  const before = previous?.bindings.made ?? [];
  const bindings = [...without(made, before), ...without(before, made)];
  const changed = without(policies, previous?.policies ?? []);
  return new Set([...bindings.map(({ policyName }) => policyName), ...changed.map(nameOf)]);
}

function without<T>(pieces: Pieces<T>, others: Pieces<T>): readonly T[] {
  const known = new Set(others);
  return joined(pieces.filter((piece) => !known.has(piece)));
}

/** Groups bindings by policy, for the policies with these names. */
function groupsOf(
  { made }: Made<KubeObject, PolicyBinding>,
  names: ReadonlySet<string>,
): ReadonlyMap<string, readonly PolicyBinding[]> {
  const groups = new Map<string, PolicyBinding[]>();
  for (const name of names) groups.set(name, []);
  for (const piece of made) for (const binding of piece) groups.get(binding.policyName)?.push(binding);
  return groups;
}

/**
 * Binds the policies of one piece. `groups`: bindings of all policies whose hooks may differ from those in
 * `old`.
 */
function bind<P extends CompiledPolicy>(
  piece: readonly KubeObject[],
  groups: ReadonlyMap<string, readonly PolicyBinding[]>,
  compiled: (policy: KubeObject) => P,
  old: readonly BoundPolicy<P>[] | undefined,
): readonly BoundPolicy<P>[] {
  if (old !== undefined && !piece.some((policy) => groups.has(nameOf(policy)))) return old;
  const known = new Map(old?.map((hook) => [hook.policy.name, hook]));
  const hooks = piece.flatMap((policy): BoundPolicy<P> | readonly [] => {
    const hook = known.get(nameOf(policy));
    const bindings = groups.get(nameOf(policy)) ?? hook?.bindings ?? [];
    if (bindings.length === 0) return [];
    if (hook !== undefined && isSame(hook.bindings, bindings)) return hook;
    return { kind: "policy", policy: compiled(policy), bindings };
  });
  return old !== undefined && isSame(old, hooks) ? old : hooks;
}
