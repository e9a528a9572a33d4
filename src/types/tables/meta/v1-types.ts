// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Json } from "../../../json/value.ts";

export type APIGroup = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  name?: string | undefined;
  versions?: GroupVersionForDiscovery[] | null | undefined;
  preferredVersion?: GroupVersionForDiscovery | undefined;
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[] | undefined;
};

export type APIGroupList = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  groups?: APIGroup[] | null | undefined;
};

export type APIResource = {
  name?: string | undefined;
  singularName?: string | undefined;
  namespaced?: boolean | undefined;
  group?: string | undefined;
  version?: string | undefined;
  kind?: string | undefined;
  verbs?: string[] | null | undefined;
  shortNames?: string[] | undefined;
  categories?: string[] | undefined;
  storageVersionHash?: string | undefined;
};

export type APIResourceList = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  groupVersion?: string | undefined;
  resources?: APIResource[] | null | undefined;
};

export type APIVersions = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  versions?: string[] | null | undefined;
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[] | null | undefined;
};

export type Condition = {
  type?: string | undefined;
  status?: string | undefined;
  observedGeneration?: number | undefined;
  lastTransitionTime?: string | null | undefined;
  reason?: string | undefined;
  message?: string | undefined;
};

export type CreateOptions = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  dryRun?: string[] | undefined;
  fieldManager?: string | undefined;
  fieldValidation?: string | undefined;
};

export type DeleteOptions = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  gracePeriodSeconds?: number | undefined;
  preconditions?: Preconditions | undefined;
  orphanDependents?: boolean | undefined;
  propagationPolicy?: string | undefined;
  dryRun?: string[] | undefined;
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean | undefined;
};

export type FieldSelectorRequirement = {
  key?: string | undefined;
  operator?: string | undefined;
  values?: string[] | undefined;
};

export type GetOptions = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  resourceVersion?: string | undefined;
};

export type GroupVersionKind = {
  group?: string | undefined;
  version?: string | undefined;
  kind?: string | undefined;
};

export type GroupVersionForDiscovery = {
  groupVersion?: string | undefined;
  version?: string | undefined;
};

export type GroupVersionResource = {
  group?: string | undefined;
  version?: string | undefined;
  resource?: string | undefined;
};

export type LabelSelectorRequirement = {
  key?: string | undefined;
  operator?: string | undefined;
  values?: string[] | undefined;
};

export type ListMeta = {
  selfLink?: string | undefined;
  resourceVersion?: string | undefined;
  continue?: string | undefined;
  remainingItemCount?: number | undefined;
  shardInfo?: ShardInfo | undefined;
};

export type ListOptions = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
  watch?: boolean | undefined;
  allowWatchBookmarks?: boolean | undefined;
  resourceVersion?: string | undefined;
  resourceVersionMatch?: string | undefined;
  timeoutSeconds?: number | undefined;
  limit?: number | undefined;
  continue?: string | undefined;
  sendInitialEvents?: boolean | undefined;
  shardSelector?: string | undefined;
};

export type ManagedFieldsEntry = {
  manager?: string | undefined;
  operation?: string | undefined;
  apiVersion?: string | undefined;
  time?: string | undefined;
  fieldsType?: string | undefined;
  fieldsV1?: Json | undefined;
  subresource?: string | undefined;
};

export type OwnerReference = {
  apiVersion?: string | undefined;
  kind?: string | undefined;
  name?: string | undefined;
  uid?: string | undefined;
  controller?: boolean | undefined;
  blockOwnerDeletion?: boolean | undefined;
};

export type PartialObjectMetadata = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
};

export type PartialObjectMetadataList = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata?: ListMeta | undefined;
  items?: PartialObjectMetadata[] | null | undefined;
};

export type PatchOptions = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  dryRun?: string[] | undefined;
  force?: boolean | undefined;
  fieldManager?: string | undefined;
  fieldValidation?: string | undefined;
};

export type Preconditions = {
  uid?: string | undefined;
  resourceVersion?: string | undefined;
};

export type ServerAddressByClientCIDR = {
  clientCIDR?: string | undefined;
  serverAddress?: string | undefined;
};

export type ShardInfo = {
  selector?: string | undefined;
};

export type Status = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata?: ListMeta | undefined;
  status?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  details?: StatusDetails | undefined;
  code?: number | undefined;
};

export type StatusCause = {
  reason?: string | undefined;
  message?: string | undefined;
  field?: string | undefined;
};

export type StatusDetails = {
  name?: string | undefined;
  group?: string | undefined;
  kind?: string | undefined;
  uid?: string | undefined;
  causes?: StatusCause[] | undefined;
  retryAfterSeconds?: number | undefined;
};

export type TypeMeta = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
};

export type UpdateOptions = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  dryRun?: string[] | undefined;
  fieldManager?: string | undefined;
  fieldValidation?: string | undefined;
};

export type WatchEvent = {
  type?: string | undefined;
  object?: Json | undefined;
};
