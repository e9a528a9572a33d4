// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";

export type ImageReview = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  spec?: ImageReviewSpec | undefined;
  status?: ImageReviewStatus | undefined;
};

export type ImageReviewContainerSpec = {
  image?: string | undefined;
};

export type ImageReviewSpec = {
  containers?: ImageReviewContainerSpec[] | undefined;
  annotations?: { [key: string]: string } | undefined;
  namespace?: string | undefined;
};

export type ImageReviewStatus = {
  allowed?: boolean | undefined;
  reason?: string | undefined;
  auditAnnotations?: { [key: string]: string } | undefined;
};
