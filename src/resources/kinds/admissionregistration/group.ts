import type { ResourceGroup } from "../../define/resource-group.ts";
import { mutatingAdmissionPolicy } from "./mutating-admission-policy/definition.ts";
import { mutatingAdmissionPolicyBinding } from "./mutating-admission-policy-binding/definition.ts";
import { mutatingWebhookConfiguration } from "./mutating-webhook-configuration/definition.ts";
import type { RegistrationOptions } from "./shared/strategies.ts";
import { validatingAdmissionPolicy } from "./validating-admission-policy/definition.ts";
import { validatingAdmissionPolicyBinding } from "./validating-admission-policy-binding/definition.ts";
import { validatingWebhookConfiguration } from "./validating-webhook-configuration/definition.ts";

/** The group admissionregistration.k8s.io. */
export const admissionregistration = (options: RegistrationOptions): ResourceGroup => ({
  name: "admissionregistration.k8s.io",
  priority: 16_700,
  versionPriority: { v1beta1: 12, v1alpha1: 9 },
  resources: [
    mutatingAdmissionPolicy(options),
    mutatingAdmissionPolicyBinding(options),
    mutatingWebhookConfiguration(options),
    validatingAdmissionPolicy(options),
    validatingAdmissionPolicyBinding(options),
    validatingWebhookConfiguration(options),
  ],
});
