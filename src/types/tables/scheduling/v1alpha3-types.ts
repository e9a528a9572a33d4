// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.

export type TopologyConstraint = {
  key?: string | undefined;
};

export type WorkloadPodGroupAllDisruptionMode = Record<string, never>;

export type WorkloadPodGroupBasicSchedulingPolicy = Record<string, never>;

export type WorkloadPodGroupDisruptionMode = {
  single?: WorkloadPodGroupSingleDisruptionMode | undefined;
  all?: WorkloadPodGroupAllDisruptionMode | undefined;
};

export type WorkloadPodGroupGangSchedulingPolicy = {
  minCount?: number | undefined;
};

export type WorkloadPodGroupResourceClaim = {
  name?: string | undefined;
  resourceClaimName?: string | undefined;
  resourceClaimTemplateName?: string | undefined;
};

export type WorkloadPodGroupSchedulingConstraints = {
  topology?: TopologyConstraint[] | undefined;
};

export type WorkloadPodGroupSchedulingPolicy = {
  basic?: WorkloadPodGroupBasicSchedulingPolicy | undefined;
  gang?: WorkloadPodGroupGangSchedulingPolicy | undefined;
};

export type WorkloadPodGroupSingleDisruptionMode = Record<string, never>;
