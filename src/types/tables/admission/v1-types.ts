// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { Json } from "../../../json/value.ts";
import type { UserInfo } from "../authentication/v1-types.ts";
import type { GroupVersionKind, GroupVersionResource, Status } from "../meta/v1-types.ts";

export type AdmissionRequest = {
  uid?: string | undefined;
  kind?: GroupVersionKind | undefined;
  resource?: GroupVersionResource | undefined;
  subResource?: string | undefined;
  requestKind?: GroupVersionKind | undefined;
  requestResource?: GroupVersionResource | undefined;
  requestSubResource?: string | undefined;
  name?: string | undefined;
  namespace?: string | undefined;
  operation?: string | undefined;
  userInfo?: UserInfo | undefined;
  object?: Json | undefined;
  oldObject?: Json | undefined;
  dryRun?: boolean | undefined;
  options?: Json | undefined;
};

export type AdmissionResponse = {
  uid?: string | undefined;
  allowed?: boolean | undefined;
  status?: Status | undefined;
  patch?: string | undefined;
  patchType?: string | undefined;
  auditAnnotations?: { [key: string]: string } | undefined;
  warnings?: string[] | undefined;
};

export type AdmissionReview = {
  kind?: string;
  apiVersion?: string;
  request?: AdmissionRequest | undefined;
  response?: AdmissionResponse | undefined;
};
