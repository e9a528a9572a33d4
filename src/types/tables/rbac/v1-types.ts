// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Optional } from "../../optional.ts";
import type { LabelSelector } from "../meta/v1-types.ts";

export type AggregationRule = Optional<{ clusterRoleSelectors: LabelSelector[] }>;

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

export type PolicyRule = Optional<{
  verbs: string[] | null;
  apiGroups: string[];
  resources: string[];
  resourceNames: string[];
  nonResourceURLs: string[];
}>;

export type RoleRef = Optional<{ apiGroup: string; kind: string; name: string }>;
export type Subject = Optional<{ kind: string; apiGroup: string; name: string; namespace: string }>;
