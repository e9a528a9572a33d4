// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { FieldSelectorRequirement, LabelSelectorRequirement } from "../meta/v1-types.ts";

export type FieldSelectorAttributes = {
  rawSelector?: string | undefined;
  requirements?: FieldSelectorRequirement[] | undefined;
};

export type LabelSelectorAttributes = {
  rawSelector?: string | undefined;
  requirements?: LabelSelectorRequirement[] | undefined;
};

export type LocalSubjectAccessReview = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  spec?: SubjectAccessReviewSpec | undefined;
  status?: SubjectAccessReviewStatus | undefined;
};

export type NonResourceAttributes = {
  path?: string | undefined;
  verb?: string | undefined;
};

export type NonResourceRule = {
  verbs?: string[] | null | undefined;
  nonResourceURLs?: string[] | undefined;
};

export type ResourceAttributes = {
  namespace?: string | undefined;
  verb?: string | undefined;
  group?: string | undefined;
  version?: string | undefined;
  resource?: string | undefined;
  subresource?: string | undefined;
  name?: string | undefined;
  fieldSelector?: FieldSelectorAttributes | undefined;
  labelSelector?: LabelSelectorAttributes | undefined;
};

export type ResourceRule = {
  verbs?: string[] | null | undefined;
  apiGroups?: string[] | undefined;
  resources?: string[] | undefined;
  resourceNames?: string[] | undefined;
};

export type SelfSubjectAccessReview = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  spec?: SelfSubjectAccessReviewSpec | undefined;
  status?: SubjectAccessReviewStatus | undefined;
};

export type SelfSubjectAccessReviewSpec = {
  resourceAttributes?: ResourceAttributes | undefined;
  nonResourceAttributes?: NonResourceAttributes | undefined;
};

export type SelfSubjectRulesReview = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  spec?: SelfSubjectRulesReviewSpec | undefined;
  status?: SubjectRulesReviewStatus | undefined;
};

export type SelfSubjectRulesReviewSpec = {
  namespace?: string | undefined;
};

export type SubjectAccessReview = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  spec?: SubjectAccessReviewSpec | undefined;
  status?: SubjectAccessReviewStatus | undefined;
};

export type SubjectAccessReviewSpec = {
  resourceAttributes?: ResourceAttributes | undefined;
  nonResourceAttributes?: NonResourceAttributes | undefined;
  user?: string | undefined;
  groups?: string[] | undefined;
  extra?: { [key: string]: string[] } | undefined;
  uid?: string | undefined;
};

export type SubjectAccessReviewStatus = {
  allowed?: boolean | undefined;
  denied?: boolean | undefined;
  reason?: string | undefined;
  evaluationError?: string | undefined;
};

export type SubjectRulesReviewStatus = {
  resourceRules?: ResourceRule[] | null | undefined;
  nonResourceRules?: NonResourceRule[] | null | undefined;
  incomplete?: boolean | undefined;
  evaluationError?: string | undefined;
};
