// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";

export type GroupResources = {
  readonly group: string;
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
};

export type Policy = {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: ObjectMeta;
  readonly rules: readonly PolicyRule[];
  readonly omitStages: readonly string[];
  readonly omitManagedFields: boolean;
};

export type PolicyRule = {
  readonly level: string;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly resources: readonly GroupResources[];
  readonly namespaces: readonly string[];
  readonly nonResourceURLs: readonly string[];
  readonly omitStages: readonly string[];
  readonly omitManagedFields?: boolean | undefined;
};
