/** The types of imagepolicy.k8s.io/v1alpha1; the notation is explained in `notation.ts`. */
export const imagepolicyV1alpha1 = `
ImageReview ^TypeMeta=0:meta/v1.TypeMeta metadata=0:meta/v1.ObjectMeta spec=0:ImageReviewSpec
  status=0:ImageReviewStatus
ImageReviewContainerSpec image=0:s
ImageReviewSpec containers=0:*ImageReviewContainerSpec annotations=0:%s namespace=0:s
ImageReviewStatus allowed=0:b reason=0:s auditAnnotations=0:%s
`;
