import type { ReviewKind } from "../../../admission/hooks/webhook/review-body.ts";
import type { GroupVersionKind } from "../../../api/group-version.ts";
import { isRegistered } from "../../../resources/scheme/scheme.ts";

/** The type of a kind in v1 and v1beta1. `table`: the part before the version. */
const types = (table: string, kind: string) =>
  Object.fromEntries(["v1", "v1beta1"].map((version) => [version, `${table}/${version}.${kind}`]));

/** The reference decodes them with a scheme that has all kinds of Kubernetes. */
const knows = (kind: GroupVersionKind): boolean => isRegistered(kind, "");

/** SubjectAccessReview, sent in this version. Responses of v1 and v1beta1 are read. */
export const accessReviewKind = (version: string): ReviewKind => ({
  group: "authorization.k8s.io",
  kind: "SubjectAccessReview",
  version,
  types: types("authorization", "SubjectAccessReview"),
  knows,
});

/** TokenReview, sent in this version. Responses of v1 and v1beta1 are read. */
export const tokenReviewKind = (version: string): ReviewKind => ({
  group: "authentication.k8s.io",
  kind: "TokenReview",
  version,
  types: types("authentication", "TokenReview"),
  knows,
});

export const IMAGE_REVIEW: ReviewKind = {
  group: "imagepolicy.k8s.io",
  kind: "ImageReview",
  version: "v1alpha1",
  types: { v1alpha1: "imagepolicy/v1alpha1.ImageReview" },
  knows,
};
