import type { ReviewKind } from "../../../admission/hooks/webhook/review-body.ts";
import type { GroupVersionKind } from "../../../api/group-version.ts";
import { isRegistered } from "../../../resources/scheme/scheme.ts";

/** The reference decodes them with a scheme that has all kinds of Kubernetes. */
const knows = (kind: GroupVersionKind): boolean => isRegistered(kind, "");

/** A kind of review, sent in this version. Responses of v1 and v1beta1 are read. */
const reviewKind = (table: string, kind: string, version: string): ReviewKind => ({
  group: `${table}.k8s.io`,
  kind,
  version,
  types: Object.fromEntries(["v1", "v1beta1"].map((one) => [one, `${table}/${one}.${kind}`])),
  knows,
});

/** SubjectAccessReview, sent in this version. */
export const accessReviewKind = (version: string): ReviewKind =>
  reviewKind("authorization", "SubjectAccessReview", version);

/** TokenReview, sent in this version. */
export const tokenReviewKind = (version: string): ReviewKind =>
  reviewKind("authentication", "TokenReview", version);

export const IMAGE_REVIEW: ReviewKind = {
  group: "imagepolicy.k8s.io",
  kind: "ImageReview",
  version: "v1alpha1",
  types: { v1alpha1: "imagepolicy/v1alpha1.ImageReview" },
  knows,
};
