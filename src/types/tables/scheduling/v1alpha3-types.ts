// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { Optional } from "../../optional.ts";

export type TopologyConstraint = Optional<{ key: string }>;
export type WorkloadPodGroupAllDisruptionMode = Record<string, never>;
export type WorkloadPodGroupBasicSchedulingPolicy = Record<string, never>;

export type WorkloadPodGroupDisruptionMode = Optional<{
  single: WorkloadPodGroupSingleDisruptionMode;
  all: WorkloadPodGroupAllDisruptionMode;
}>;

export type WorkloadPodGroupGangSchedulingPolicy = Optional<{ minCount: number }>;

export type WorkloadPodGroupResourceClaim = Optional<{
  name: string;
  resourceClaimName: string;
  resourceClaimTemplateName: string;
}>;

export type WorkloadPodGroupSchedulingConstraints = Optional<{ topology: TopologyConstraint[] }>;

export type WorkloadPodGroupSchedulingPolicy = Optional<{
  basic: WorkloadPodGroupBasicSchedulingPolicy;
  gang: WorkloadPodGroupGangSchedulingPolicy;
}>;

export type WorkloadPodGroupSingleDisruptionMode = Record<string, never>;
