/** The types of eventratelimit.admission.k8s.io/v1alpha1; the notation is explained in `notation.ts`. */
export const eventratelimitV1alpha1 = `
Configuration ^TypeMeta=0:meta/v1.TypeMeta limits=0:*Limit
Limit type=0:s:LimitType qps=0:i burst=0:i cacheSize=0:i
`;
