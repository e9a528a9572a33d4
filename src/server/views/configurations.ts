/** Kinds of what decides about requests, with their plurals: the plan of admission is compiled of these. */
export const CONFIGURATION_KINDS: ReadonlyMap<string, string> = new Map([
  ["MutatingWebhookConfiguration", "mutatingwebhookconfigurations"],
  ["ValidatingWebhookConfiguration", "validatingwebhookconfigurations"],
  ["MutatingAdmissionPolicy", "mutatingadmissionpolicies"],
  ["MutatingAdmissionPolicyBinding", "mutatingadmissionpolicybindings"],
  ["ValidatingAdmissionPolicy", "validatingadmissionpolicies"],
  ["ValidatingAdmissionPolicyBinding", "validatingadmissionpolicybindings"],
]);

/** Their prefixes of the store. */
export const CONFIGURATIONS: readonly string[] = [...CONFIGURATION_KINDS.values()];
