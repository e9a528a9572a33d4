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

/** Origin of a hook. Absent: the hook is stored. */
type Origin = { readonly file?: string };

/**
 * True if no rule can match the request, so that users cannot lock themselves out
 * (apiserver/pkg/admission/plugin/webhook/predicates/rules/rules.go, IsExemptAdmissionConfigurationResource).
 * Hooks from files cannot be changed by requests, and are called for all configurations.
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

/**
 * True if policies are not evaluated for the request. They are evaluated for webhook configurations, but
 * neither for policies nor for reviews of access.
 */
export function isExemptFromPolicies(
  { resource }: Pick<Attributes, "resource">,
  { file }: Origin = {},
): boolean {
  if (resource.group === "admissionregistration.k8s.io")
    return file === undefined && POLICY_RESOURCES.has(resource.resource);
  return isVirtual(resource.group, resource.resource);
}
