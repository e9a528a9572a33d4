import { bool, type GoType, list, map, struct, text } from "../../../admission/hooks/webhook/go-type.ts";
import type { ReviewKind } from "../../../admission/hooks/webhook/review-body.ts";
import { userShape } from "../../../admission/hooks/webhook/review-shape.ts";
import type { GroupVersionKind } from "../../../api/group-version.ts";
import { isRegistered } from "../../../resources/scheme/scheme.ts";

/**
 * Type of an answer of a service other than an admission webhook: the fields that are read, as the types of
 * k8s.io/api have them.
 */
const review = (version: string, kind: string, status: Readonly<Record<string, GoType>>): GoType =>
  struct(`${version}.${kind}`, {
    kind: text(),
    apiVersion: text(),
    status: struct(`${version}.${kind}Status`, status),
  });

const ACCESS = { allowed: bool, denied: bool, reason: text(), evaluationError: text() };
const accessShape = (version: string) => review(version, "SubjectAccessReview", ACCESS);
const tokenShape = (version: string) =>
  review(version, "TokenReview", {
    authenticated: bool,
    user: userShape(version),
    audiences: list(text()),
    error: text(),
  });
const imageShape = review("v1alpha1", "ImageReview", {
  allowed: bool,
  reason: text(),
  auditAnnotations: map(text()),
});

/** The reference decodes them with a scheme that has all kinds of Kubernetes. */
const knows = (kind: GroupVersionKind): boolean => isRegistered(kind, "");

/** SubjectAccessReview, sent in this version. Responses of v1 and v1beta1 are read. */
export const accessReviewKind = (version: string): ReviewKind => ({
  group: "authorization.k8s.io",
  kind: "SubjectAccessReview",
  version,
  shapes: { v1: accessShape("v1"), v1beta1: accessShape("v1beta1") },
  knows,
});

/** TokenReview, sent in this version. Responses of v1 and v1beta1 are read. */
export const tokenReviewKind = (version: string): ReviewKind => ({
  group: "authentication.k8s.io",
  kind: "TokenReview",
  version,
  shapes: { v1: tokenShape("v1"), v1beta1: tokenShape("v1beta1") },
  knows,
});

export const IMAGE_REVIEW: ReviewKind = {
  group: "imagepolicy.k8s.io",
  kind: "ImageReview",
  version: "v1alpha1",
  shapes: { v1alpha1: imageShape },
  knows,
};
