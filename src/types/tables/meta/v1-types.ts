// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { Json } from "../../../json/value.ts";

export type Condition = {
  type?: string | undefined;
  status?: string | undefined;
  observedGeneration?: number | undefined;
  lastTransitionTime?: string | null | undefined;
  reason?: string | undefined;
  message?: string | undefined;
};

export type GroupVersionKind = {
  group?: string | undefined;
  version?: string | undefined;
  kind?: string | undefined;
};

export type GroupVersionResource = {
  group?: string | undefined;
  version?: string | undefined;
  resource?: string | undefined;
};

export type GroupResource = {
  group?: string | undefined;
  resource?: string | undefined;
};

export type LabelSelector = {
  matchLabels?: { [key: string]: string } | undefined;
  matchExpressions?: LabelSelectorRequirement[] | undefined;
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

export type ShardInfo = {
  selector?: string | undefined;
};

export type Status = {
  kind?: string;
  apiVersion?: string;
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
