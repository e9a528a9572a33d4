import type { GoTypes } from "../../../machine/go-form/go-form.ts";

/** Internal types of group batch that errors quote; see `go-form.ts` for the notation. */
export const BATCH_TYPES: GoTypes = {
  PodFailurePolicy: "Rules:[]PodFailurePolicyRule",
  PodFailurePolicyOnExitCodesRequirement: "ContainerName:? Operator:s Values:?",
  PodFailurePolicyOnPodConditionsPattern: "Type:s Status:s",
  PodFailurePolicyRule:
    "Action:s OnExitCodes:*PodFailurePolicyOnExitCodesRequirement OnPodConditions:[]PodFailurePolicyOnPodConditionsPattern",
  SuccessPolicy: "Rules:[]SuccessPolicyRule",
  SuccessPolicyRule: "SucceededIndexes:? SucceededCount:?",
  UncountedTerminatedPods: "Succeeded:? Failed:?",
};
