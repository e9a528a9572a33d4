/** The kinds that register hooks, by their phase. */
export const WEBHOOK_KINDS = {
  mutating: "MutatingWebhookConfiguration",
  validating: "ValidatingWebhookConfiguration",
} as const;

export const POLICY_KINDS = {
  mutating: "MutatingAdmissionPolicy",
  validating: "ValidatingAdmissionPolicy",
} as const;
