import { compileBinding } from "../../admission/hooks/policy/compile-binding.ts";
import {
  compileMutatingPolicy,
  compileValidatingPolicy,
} from "../../admission/hooks/policy/compile-policy.ts";
import type { CompiledPolicy, PolicyBinding } from "../../admission/policy-hook.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { Compose } from "../../cel/kubernetes/composition.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { text } from "../../json/value.ts";
import type { Configuration } from "./read-configuration.ts";

/** A policy of the manifests. */
export interface PolicyEntry {
  readonly of: Manifest;
  readonly phase: "mutating" | "validating";
  readonly name: string;
  /** The policy with defaults. */
  readonly stored: KubeObject;
  readonly policy: CompiledPolicy;
}

/** A binding of the manifests. */
export interface BindingEntry {
  readonly of: Manifest;
  readonly phase: "mutating" | "validating";
  readonly binding: PolicyBinding;
}

/** The policy in a manifest; empty for other kinds and for objects that cannot be read. */
export function policiesIn({ of, stored }: Configuration, compose: Compose): PolicyEntry[] {
  const kind = text(of.object.kind);
  if (stored === undefined) return [];
  const name = stored.metadata.name ?? "";
  if (kind === "ValidatingAdmissionPolicy")
    return [{ of, phase: "validating", name, stored, policy: compileValidatingPolicy(stored, compose) }];
  if (kind === "MutatingAdmissionPolicy")
    return [{ of, phase: "mutating", name, stored, policy: compileMutatingPolicy(stored, compose) }];
  return [];
}

/** The binding in a manifest; empty for other kinds and for objects that cannot be read. */
export function bindingsIn({ of, stored }: Configuration): BindingEntry[] {
  const kind = text(of.object.kind);
  if (stored === undefined || !kind.endsWith("AdmissionPolicyBinding")) return [];
  const phase = kind.startsWith("Mutating") ? "mutating" : "validating";
  return [{ of, phase, binding: compileBinding(stored) }];
}

/** True if a policy denies what its validations refuse, with any binding, and needs no parameter. */
export const alwaysDenies = (
  { phase, name, policy }: PolicyEntry,
  bindings: readonly BindingEntry[],
): boolean =>
  phase === "validating" &&
  policy.paramKind === undefined &&
  bindings.some(
    ({ phase: other, binding: { policyName, actions, criteria } }) =>
      other === phase && policyName === name && actions.includes("Deny") && criteria === undefined,
  );
