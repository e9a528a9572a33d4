// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { Json } from "../../../json/value.ts";
import type { Optional } from "../../optional.ts";
import type { UserInfo } from "../authentication/v1-types.ts";
import type { GroupVersionKind, GroupVersionResource, Status } from "../meta/v1-types.ts";

export type AdmissionRequest = Optional<{
  uid: string;
  kind: GroupVersionKind;
  resource: GroupVersionResource;
  subResource: string;
  requestKind: GroupVersionKind;
  requestResource: GroupVersionResource;
  requestSubResource: string;
  name: string;
  namespace: string;
  operation: string;
  userInfo: UserInfo;
  object: Json;
  oldObject: Json;
  dryRun: boolean;
  options: Json;
}>;

export type AdmissionResponse = Optional<{
  uid: string;
  allowed: boolean;
  status: Status;
  patch: string;
  patchType: string;
  auditAnnotations: { [key: string]: string };
  warnings: string[];
}>;

export type AdmissionReview = {
  kind?: string;
  apiVersion?: string;
  request?: AdmissionRequest | undefined;
  response?: AdmissionResponse | undefined;
};
