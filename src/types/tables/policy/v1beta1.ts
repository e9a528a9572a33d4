/** The types of policy/v1beta1; the notation is explained in `notation.ts`. */
export const policyV1beta1 = `
Eviction ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! deleteOptions=2:meta/v1.DeleteOptions?
`;
