import type { KubeObject } from "../../api/meta.ts";
import { compilePolicies, type PolicySet } from "../hooks/policy/compile-policies.ts";
import { compileMutatingPolicy, compileValidatingPolicy } from "../hooks/policy/compile-policy.ts";
import {
  type CompiledConfigurations,
  compileConfigurations,
} from "../hooks/webhook/compile-configurations.ts";
import type { BoundPolicy, CompiledPolicy, MutatingPolicy, ValidatingPolicy } from "../policy-hook.ts";
import { type Manifest, type Manifests, NO_MANIFESTS, type PolicyManifests } from "./manifest.ts";

/** Compiled parts of manifests, by the object that they came from. */
export interface CompiledManifests {
  readonly mutating: CompiledConfigurations;
  readonly validating: CompiledConfigurations;
  readonly mutatingPolicies: PolicySet<MutatingPolicy>;
  readonly validatingPolicies: PolicySet<ValidatingPolicy>;
}

/** Compiles the hooks of manifests. Parts that did not change since `previous` are taken from it. */
export function compileManifests(
  { mutatingWebhooks, validatingWebhooks, mutatingPolicies, validatingPolicies }: Manifests,
  previous: CompiledManifests | undefined,
): CompiledManifests {
  return {
    mutating: configurations(mutatingWebhooks, "mutating", previous?.mutating),
    validating: configurations(validatingWebhooks, "validating", previous?.validating),
    mutatingPolicies: policies(mutatingPolicies, compileMutatingPolicy, previous?.mutatingPolicies),
    validatingPolicies: policies(validatingPolicies, compileValidatingPolicy, previous?.validatingPolicies),
  };
}

const objectsOf = (manifests: readonly Manifest[]): KubeObject[] => manifests.map(({ object }) => object);

const filesOf = (manifests: readonly Manifest[]): ReadonlyMap<KubeObject, string> =>
  new Map(manifests.map(({ object, file }) => [object, file]));

function configurations(
  manifests: readonly Manifest[],
  phase: "mutating" | "validating",
  known: CompiledConfigurations | undefined,
): CompiledConfigurations {
  return compileConfigurations(objectsOf(manifests), phase, known, filesOf(manifests));
}

function policies<P extends CompiledPolicy>(
  manifests: PolicyManifests,
  compile: (policy: KubeObject) => P,
  previous: PolicySet<P> | undefined,
): PolicySet<P> {
  const stored = { policies: objectsOf(manifests.policies), bindings: objectsOf(manifests.bindings) };
  const set = compilePolicies(stored, compile, previous);
  const files = new Map(manifests.policies.map(({ object, file }) => [object.metadata.name, file]));
  const withFile = (hook: BoundPolicy<P>) => ({ ...hook, file: files.get(hook.policy.name) ?? "" });
  return { ...set, hooks: set.hooks.map((piece) => piece.map(withFile)) };
}

/** Compiled manifests of a server without manifests. */
export const NOTHING_FIRST: CompiledManifests = compileManifests(NO_MANIFESTS, undefined);
