/** The types of pod-security.admission.config.k8s.io/v1; the notation is explained in `notation.ts`. */
export const podsecurityV1 = `
PodSecurityConfiguration ^TypeMeta=0:meta/v1.TypeMeta defaults=0:PodSecurityDefaults
  exemptions=0:PodSecurityExemptions
PodSecurityDefaults enforce=0:s enforce-version=0:s audit=0:s audit-version=0:s warn=0:s warn-version=0:s
PodSecurityExemptions usernames=0:*s namespaces=0:*s runtimeClasses=0:*s
`;
