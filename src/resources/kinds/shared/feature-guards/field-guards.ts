import { type FieldGuard, fieldGuard } from "../../../define/field-guard.ts";
import { claimSpecGuards, claimStatusGuards, sliceGuards } from "./device-guards.ts";
import { relaxedNames } from "./ingress-guard.ts";
import { podSpecGuards, podStatusGuards } from "./pod-guards.ts";

/**
 * Returns the fields of features that `--emulated-version` and `--feature-gates` can turn off, by
 * `group/plural` of the endpoint that drops them; keys of subresources also contain their name. Built when it
 * is needed, because most servers have all features.
 */
export function fieldGuards(): Readonly<Record<string, readonly FieldGuard[]>> {
  const template = podSpecGuards("spec.template.spec");
  const pod = [...podSpecGuards("spec"), ...podStatusGuards()];
  const terminating = [fieldGuard("DeploymentReplicaSetTerminatingReplicas", ["status.terminatingReplicas"])];
  return {
    "/pods": pod,
    "/pods/ephemeralcontainers": pod,
    "/pods/resize": pod,
    "/pods/status": pod,
    "/podtemplates": podSpecGuards("template.spec"),
    "/replicationcontrollers": template,
    "apps/daemonsets": template,
    "apps/deployments": template,
    "apps/replicasets": template,
    "apps/statefulsets": [
      ...template,
      fieldGuard("MaxUnavailableStatefulSet", ["spec.updateStrategy.rollingUpdate.maxUnavailable"]),
    ],
    "batch/jobs": template,
    "batch/cronjobs": podSpecGuards("spec.jobTemplate.spec.template.spec"),
    "apps/deployments/status": terminating,
    "apps/replicasets/status": terminating,
    "networking.k8s.io/ingresses": [relaxedNames],
    "/nodes": [fieldGuard("NodeDeclaredFeatures", ["status.declaredFeatures"])],
    "/nodes/status": [fieldGuard("KubeletInUserNamespace", ["status.nodeInfo.runningInUserNamespace"])],
    "autoscaling/horizontalpodautoscalers": [
      fieldGuard("HPAConfigurableTolerance", [
        "spec.behavior.scaleDown.tolerance",
        "spec.behavior.scaleUp.tolerance",
      ]),
    ],
    "storage.k8s.io/csidrivers": [
      fieldGuard("CSIServiceAccountTokenSecrets", ["spec.serviceAccountTokenInSecrets"]),
      fieldGuard("MutableCSINodeAllocatableCount", ["spec.nodeAllocatableUpdatePeriodSeconds"]),
      fieldGuard("VolumeLimitScaling", ["spec.preventPodSchedulingIfMissing"]),
    ],
    "storage.k8s.io/volumeattachments/status": [
      fieldGuard("MutableCSINodeAllocatableCount", ["status.attachError.errorCode"]),
      fieldGuard("MutableCSINodeAllocatableCount", ["status.detachError.errorCode"]),
    ],
    "resource.k8s.io/deviceclasses": [fieldGuard("DRAExtendedResource", ["spec.extendedResourceName"])],
    "resource.k8s.io/resourceclaims": claimSpecGuards("spec"),
    "resource.k8s.io/resourceclaims/status": claimStatusGuards(),
    "resource.k8s.io/resourceclaimtemplates": claimSpecGuards("spec.spec"),
    "resource.k8s.io/resourceslices": sliceGuards(),
  };
}
