import type { Attributes } from "../attributes.ts";

const OWN_KINDS: ReadonlySet<string> = new Set([
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
]);

const VIRTUAL: Readonly<Record<string, ReadonlySet<string>>> = {
  "authentication.k8s.io": new Set(["selfsubjectreviews", "tokenreviews"]),
  "authorization.k8s.io": new Set([
    "localsubjectaccessreviews",
    "selfsubjectaccessreviews",
    "selfsubjectrulesreviews",
    "subjectaccessreviews",
  ]),
};

/** No rule can ask for these requests: nobody shall be able to lock himself out (admission.md 3.5). */
export function isExempt({ kind, resource }: Attributes, excludeVirtualResources: boolean): boolean {
  if (kind.group === "admissionregistration.k8s.io" && OWN_KINDS.has(kind.kind)) return true;
  if (!excludeVirtualResources || !Object.hasOwn(VIRTUAL, resource.group)) return false;
  return VIRTUAL[resource.group]?.has(resource.resource) ?? false;
}
