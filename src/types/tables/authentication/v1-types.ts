// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";

export type BoundObjectReference = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  name?: string | undefined;
  uid?: string | undefined;
};

export type SelfSubjectReview = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  status?: SelfSubjectReviewStatus | undefined;
};

export type SelfSubjectReviewStatus = {
  userInfo?: UserInfo | undefined;
};

export type TokenRequest = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  spec?: TokenRequestSpec | undefined;
  status?: TokenRequestStatus | undefined;
};

export type TokenRequestSpec = {
  audiences?: string[] | null | undefined;
  expirationSeconds?: number | null | undefined;
  boundObjectRef?: BoundObjectReference | null | undefined;
};

export type TokenRequestStatus = {
  token?: string | undefined;
  expirationTimestamp?: string | null | undefined;
};

export type TokenReview = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  spec?: TokenReviewSpec | undefined;
  status?: TokenReviewStatus | undefined;
};

export type TokenReviewSpec = {
  token?: string | undefined;
  audiences?: string[] | undefined;
};

export type TokenReviewStatus = {
  authenticated?: boolean | undefined;
  user?: UserInfo | undefined;
  audiences?: string[] | undefined;
  error?: string | undefined;
};

export type UserInfo = {
  username?: string | undefined;
  uid?: string | undefined;
  groups?: string[] | undefined;
  extra?: { [key: string]: string[] } | undefined;
};
