import { isVirtual } from "../../api/virtual-resources.ts";
import type { Attributes } from "../attributes.ts";

const OWN_KINDS: ReadonlySet<string> = new Set([
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
]);

/** Where a hook came from. Absent: from nowhere, so that anyone who asks means hooks that are stored. */
type Origin = { readonly file?: string };

/**
 * No rule can ask for these requests, so that nobody can lock themselves out
 * (apiserver/pkg/admission/plugin/webhook/predicates/rules/rules.go, IsExemptAdmissionConfigurationResource). Hooks from
 * files cannot be changed by requests, and are asked about all configurations.
 */
export function isExempt(
  { kind, resource }: Pick<Attributes, "kind" | "resource">,
  excludeVirtualResources: boolean,
  { file }: Origin = {},
): boolean {
  if (kind.group === "admissionregistration.k8s.io" && OWN_KINDS.has(kind.kind)) return file === undefined;
  return excludeVirtualResources && isVirtual(resource.group, resource.resource);
}

const POLICY_RESOURCES: ReadonlySet<string> = new Set([
  "validatingadmissionpolicies",
  "validatingadmissionpolicybindings",
  "mutatingadmissionpolicies",
  "mutatingadmissionpolicybindings",
]);

/** Policies are asked about webhook configurations, but neither about policies nor about who may do what. */
export function isExemptFromPolicies(
  { resource }: Pick<Attributes, "resource">,
  { file }: Origin = {},
): boolean {
  if (resource.group === "admissionregistration.k8s.io")
    return file === undefined && POLICY_RESOURCES.has(resource.resource);
  return isVirtual(resource.group, resource.resource);
}
