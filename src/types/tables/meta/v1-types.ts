// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { Json } from "../../../json/value.ts";
import type { Optional } from "../../optional.ts";

export type Condition = Optional<{
  type: string;
  status: string;
  observedGeneration: number;
  lastTransitionTime: string | null;
  reason: string;
  message: string;
}>;

export type GroupVersionKind = Optional<{ group: string; version: string; kind: string }>;
export type GroupVersionResource = Optional<{ group: string; version: string; resource: string }>;
export type GroupResource = Optional<{ group: string; resource: string }>;

export type LabelSelector = Optional<{
  matchLabels: { [key: string]: string };
  matchExpressions: LabelSelectorRequirement[];
}>;

export type LabelSelectorRequirement = Optional<{ key: string; operator: string; values: string[] }>;

export type ListMeta = Optional<{
  selfLink: string;
  resourceVersion: string;
  continue: string;
  remainingItemCount: number;
  shardInfo: ShardInfo;
}>;

export type ManagedFieldsEntry = Optional<{
  manager: string;
  operation: string;
  apiVersion: string;
  time: string;
  fieldsType: string;
  fieldsV1: Json;
  subresource: string;
}>;

export type OwnerReference = Optional<{
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller: boolean;
  blockOwnerDeletion: boolean;
}>;

export type ShardInfo = Optional<{ selector: string }>;

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

export type StatusCause = Optional<{ reason: string; message: string; field: string }>;

export type StatusDetails = Optional<{
  name: string;
  group: string;
  kind: string;
  uid: string;
  causes: StatusCause[];
  retryAfterSeconds: number;
}>;

export type TypeMeta = Optional<{ kind: string; apiVersion: string }>;
