/** Kinds that register webhooks, by admission phase. */
export const WEBHOOK_KINDS = {
  mutating: "MutatingWebhookConfiguration",
  validating: "ValidatingWebhookConfiguration",
} as const;

export const POLICY_KINDS = {
  mutating: "MutatingAdmissionPolicy",
  validating: "ValidatingAdmissionPolicy",
} as const;
