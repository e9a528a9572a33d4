/** Prefixes of the store with what decides how requests are judged: the plan of admission is compiled of it. */
export const CONFIGURATIONS = [
  "mutatingwebhookconfigurations",
  "validatingwebhookconfigurations",
  "mutatingadmissionpolicies",
  "mutatingadmissionpolicybindings",
  "validatingadmissionpolicies",
  "validatingadmissionpolicybindings",
] as const;
