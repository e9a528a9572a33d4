// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { LabelSelectorLike } from "../../../api/validation/label-selector.ts";

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
