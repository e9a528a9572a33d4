/** The types of podtolerationrestriction.admission.k8s.io/v1alpha1; the notation is explained in `notation.ts`. */
export const podtolerationrestrictionV1alpha1 = `
Configuration ^TypeMeta=0:meta/v1.TypeMeta default=0:*core/v1.Toleration whitelist=0:*core/v1.Toleration
`;
