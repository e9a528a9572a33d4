import { type JsonObject, record } from "../json/value.ts";

/** metav1.ObjectMeta with the fields that the server uses. Other fields are kept. */
export interface ObjectMeta extends JsonObject {
  /** Name, which is unique in its namespace and for its kind. */
  name?: string;
  /** Prefix of the name that the server generates if `name` is absent. */
  generateName?: string;
  /** Absent for cluster-scoped objects. */
  namespace?: string;
  /** Set by the server; a later object with the same name has another one. */
  uid?: string;
  /** Revision of the last write, set by the server. */
  resourceVersion?: string;
  /** Set by the server: incremented when the spec changes, for kinds that count it. */
  generation?: number;
  /** RFC 3339 with seconds. */
  creationTimestamp?: string;
  /** Time at which the object is removed, in RFC 3339. Present while a deletion waits. */
  deletionTimestamp?: string;
  /** Time from the request for the deletion to `deletionTimestamp`. */
  deletionGracePeriodSeconds?: number;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  /** The object is removed when this list is empty. */
  finalizers?: string[];
  /** The object is deleted when all owners are gone. */
  ownerReferences?: OwnerReference[];
  /** Managers of the fields, for server-side apply. */
  managedFields?: ManagedFieldsEntry[];
}

/** An entry of `metadata.ownerReferences`. */
export interface OwnerReference extends JsonObject {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  /** True for the owner that controls the object; at most one. */
  controller?: boolean;
  /** True if a foreground deletion of the owner waits for this object. */
  blockOwnerDeletion?: boolean;
}

/** An entry of `metadata.managedFields`. */
export interface ManagedFieldsEntry extends JsonObject {
  manager?: string;
  /** `Apply` or `Update`. */
  operation?: string;
  /** The version of the fields. */
  apiVersion?: string;
  /** Time of the last change of the entry, RFC 3339 with seconds. */
  time?: string;
  /** `FieldsV1`. */
  fieldsType?: string;
  /** The fields as a tree: `f:spec`, `k:{"name":"a"}`, `v:"a"`, `i:0`. */
  fieldsV1?: JsonObject;
  /** Absent for changes of the object itself. */
  subresource?: string;
}

/** Any API object. Decoded objects always have `metadata`. */
export interface KubeObject extends JsonObject {
  apiVersion?: string;
  kind?: string;
  metadata: ObjectMeta;
}

/** The requesting user: `userInfo` of an AdmissionReview (authentication/v1 UserInfo). */
export interface UserInfo {
  readonly username: string;
  /** Absent if the authenticator does not know it. */
  readonly uid?: string;
  readonly groups: readonly string[];
  /** Further facts from the authenticator, by name. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The spec of an object; without members if there is none, or if it is no object. */
export const specOf = (object: KubeObject | null | undefined): JsonObject => record(object?.spec);
