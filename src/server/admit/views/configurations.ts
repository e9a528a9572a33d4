/**
 * Kinds of configurations that decide about requests, with their plurals. The admission plan is compiled from
 * them.
 */
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
