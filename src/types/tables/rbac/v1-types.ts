// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { LabelSelector } from "../meta/v1-types.ts";

export type AggregationRule = {
  clusterRoleSelectors?: LabelSelector[] | undefined;
};

export type ClusterRole = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  rules?: PolicyRule[] | null | undefined;
  aggregationRule?: AggregationRule | undefined;
};

export type ClusterRoleBinding = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  subjects?: Subject[] | undefined;
  roleRef?: RoleRef | undefined;
};

export type PolicyRule = {
  verbs?: string[] | null | undefined;
  apiGroups?: string[] | undefined;
  resources?: string[] | undefined;
  resourceNames?: string[] | undefined;
  nonResourceURLs?: string[] | undefined;
};

export type RoleRef = {
  apiGroup?: string | undefined;
  kind?: string | undefined;
  name?: string | undefined;
};

export type Subject = {
  kind?: string | undefined;
  apiGroup?: string | undefined;
  name?: string | undefined;
  namespace?: string | undefined;
};
