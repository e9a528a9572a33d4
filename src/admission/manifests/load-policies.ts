import { type KubeObject, specOf } from "../../api/meta.ts";
import { quote } from "../../go/quote.ts";
import { isJsonObject } from "../../json/value.ts";
import {
  byName,
  type Loaded,
  loadManifests,
  type ManifestProblem,
  type ManifestSources,
  STATIC_SUFFIX,
} from "./load-manifests.ts";
import type { Manifest, PolicyManifests } from "./manifest.ts";

/**
 * Loads the policies and bindings of a folder, sorted by name. Throws with kube-apiserver's text
 * (apiserver/pkg/admission/plugin/policy/manifest/loader/loader.go).
 */
export async function loadPolicies(
  dir: string,
  kind: "MutatingAdmissionPolicy" | "ValidatingAdmissionPolicy",
  sources: ManifestSources,
): Promise<Loaded<PolicyManifests>> {
  const binding = `${kind}Binding`;
  const { manifests, hash } = await loadManifests(dir, new Set([kind, binding]), problemOf, sources);
  const policies = manifests.filter((one) => one.kind === kind);
  const bindings = manifests.filter((one) => one.kind === binding);
  refuseUnknownPolicies(policies, bindings);
  return { manifests: { policies: [...policies].sort(byName), bindings: [...bindings].sort(byName) }, hash };
}

const problemOf: ManifestProblem = ({ kind, object }) =>
  kind.endsWith("Binding") ? bindingProblem(object) : policyProblem(kind, object);

/** Returns the error in a policy. Parameters are objects of the API, which manifests cannot use. */
function policyProblem(kind: string, policy: KubeObject): string | undefined {
  return isJsonObject(specOf(policy).paramKind)
    ? `${kind} ${quote(policy.metadata.name ?? "")}: spec.paramKind is not supported for static manifests`
    : undefined;
}

function bindingProblem(binding: KubeObject): string | undefined {
  const { paramRef } = specOf(binding);
  const policy = policyNameOf(binding);
  const who = `binding ${quote(binding.metadata.name ?? "")}`;
  if (policy === "") return `${who} must reference a policy (spec.policyName)`;
  if (!policy.endsWith(STATIC_SUFFIX))
    return `${who}: spec.policyName ${quote(policy)} must end with ${quote(STATIC_SUFFIX)}`;
  return isJsonObject(paramRef) ? `${who}: spec.paramRef is not supported for static manifests` : undefined;
}

function policyNameOf(binding: KubeObject): string {
  const { policyName } = specOf(binding);
  return typeof policyName === "string" ? policyName : "";
}

function refuseUnknownPolicies(policies: readonly Manifest[], bindings: readonly Manifest[]): void {
  const known = new Set(policies.map(({ object }) => object.metadata.name));
  const { object } = bindings.find((binding) => !known.has(policyNameOf(binding.object))) ?? {};
  if (object !== undefined)
    throw new Error(
      `binding ${quote(object.metadata.name ?? "")} references policy ${quote(policyNameOf(object))} which does not exist in the manifest directory`,
    );
}
