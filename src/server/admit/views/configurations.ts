/** Kinds of configurations that decide about requests, by plural. The admission plan is made of them. */
export const CONFIGURATION_KINDS: ReadonlyMap<string, string> = new Map([
  ["MutatingWebhookConfiguration", "mutatingwebhookconfigurations"],
  ["ValidatingWebhookConfiguration", "validatingwebhookconfigurations"],
  ["MutatingAdmissionPolicy", "mutatingadmissionpolicies"],
  ["MutatingAdmissionPolicyBinding", "mutatingadmissionpolicybindings"],
  ["ValidatingAdmissionPolicy", "validatingadmissionpolicies"],
  ["ValidatingAdmissionPolicyBinding", "validatingadmissionpolicybindings"],
]);

/** Their store prefixes. */
export const CONFIGURATIONS: readonly string[] = [...CONFIGURATION_KINDS.values()];
