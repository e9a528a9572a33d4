/**
 * The types of scheduling/v1alpha3 that batch/v1 uses; the notation is explained in `notation.ts`. The version itself is
 * not served.
 */
export const schedulingV1alpha3 = `
TopologyConstraint key=1:s!
WorkloadPodGroupAllDisruptionMode
WorkloadPodGroupBasicSchedulingPolicy
WorkloadPodGroupDisruptionMode single=1:WorkloadPodGroupSingleDisruptionMode?
  all=2:WorkloadPodGroupAllDisruptionMode?
WorkloadPodGroupGangSchedulingPolicy minCount=1:i?
WorkloadPodGroupResourceClaim name=1:s! resourceClaimName=2:s? resourceClaimTemplateName=3:s?
WorkloadPodGroupSchedulingConstraints topology=1:*TopologyConstraint
WorkloadPodGroupSchedulingPolicy basic=1:WorkloadPodGroupBasicSchedulingPolicy?
  gang=2:WorkloadPodGroupGangSchedulingPolicy?
WorkloadPodGroupSingleDisruptionMode
`;
