import type { ResourceGroup } from "../../define/resource-group.ts";
import { BINARY_MINOR, MUTATING_POLICIES_SINCE } from "../../features/emulated-version.ts";
import { mutatingAdmissionPolicy } from "./mutating-admission-policy/definition.ts";
import { mutatingAdmissionPolicyBinding } from "./mutating-admission-policy-binding/definition.ts";
import { mutatingWebhookConfiguration } from "./mutating-webhook-configuration/definition.ts";
import type { RegistrationOptions } from "./shared/strategies.ts";
import { validatingAdmissionPolicy } from "./validating-admission-policy/definition.ts";
import { validatingAdmissionPolicyBinding } from "./validating-admission-policy-binding/definition.ts";
import { validatingWebhookConfiguration } from "./validating-webhook-configuration/definition.ts";

/** `minor`: of the Kubernetes version that is emulated; default: that of 1.36. */
export const admissionregistration = ({
  minor = BINARY_MINOR,
  ...options
}: RegistrationOptions & { readonly minor?: number }): ResourceGroup => ({
  name: "admissionregistration.k8s.io",
  priority: 16_700,
  resources: [
    ...(minor < MUTATING_POLICIES_SINCE
      ? []
      : [mutatingAdmissionPolicy(options), mutatingAdmissionPolicyBinding(options)]),
    mutatingWebhookConfiguration(options),
    validatingAdmissionPolicy(options),
    validatingAdmissionPolicyBinding(options),
    validatingWebhookConfiguration(options),
  ],
});
