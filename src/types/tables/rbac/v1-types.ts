// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { LabelSelectorLike } from "../../../api/validation/label-selector.ts";
import type { ListMeta } from "../meta/v1-types.ts";

export type AggregationRule = {
  clusterRoleSelectors?: LabelSelectorLike[] | undefined;
};

export type ClusterRole = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  rules?: PolicyRule[] | null | undefined;
  aggregationRule?: AggregationRule | undefined;
};

export type ClusterRoleBinding = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  subjects?: Subject[] | undefined;
  roleRef?: RoleRef | undefined;
};

export type ClusterRoleBindingList = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata?: ListMeta | undefined;
  items?: ClusterRoleBinding[] | null | undefined;
};

export type ClusterRoleList = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata?: ListMeta | undefined;
  items?: ClusterRole[] | null | undefined;
};

export type PolicyRule = {
  verbs?: string[] | null | undefined;
  apiGroups?: string[] | undefined;
  resources?: string[] | undefined;
  resourceNames?: string[] | undefined;
  nonResourceURLs?: string[] | undefined;
};

export type Role = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  rules?: PolicyRule[] | null | undefined;
};

export type RoleBinding = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  subjects?: Subject[] | undefined;
  roleRef?: RoleRef | undefined;
};

export type RoleBindingList = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata?: ListMeta | undefined;
  items?: RoleBinding[] | null | undefined;
};

export type RoleList = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata?: ListMeta | undefined;
  items?: Role[] | null | undefined;
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
