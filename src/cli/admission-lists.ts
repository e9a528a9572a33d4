const ADMISSION = "/apis/admissionregistration.k8s.io/v1";

/** Lists of what takes part in admission, wherever a request goes. */
export const ADMISSION_LISTS: readonly string[] = [
  `${ADMISSION}/mutatingwebhookconfigurations`,
  `${ADMISSION}/validatingwebhookconfigurations`,
  `${ADMISSION}/mutatingadmissionpolicies`,
  `${ADMISSION}/mutatingadmissionpolicybindings`,
  `${ADMISSION}/validatingadmissionpolicies`,
  `${ADMISSION}/validatingadmissionpolicybindings`,
];
