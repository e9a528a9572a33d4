import type { KubeObject } from "../../../../api/meta.ts";
import { dns1035LabelProblems, dns1123LabelProblems } from "../../../../api/validation/name-format.ts";
import type { IngressBackend, IngressSpec } from "../../../../types/tables/networking/v1-types.ts";
import { type FieldGuard, fieldGuard } from "../../../define/field-guard.ts";
import { specOf } from "../../../define/strategy.ts";
import { claimSpecGuards, claimStatusGuards, sliceGuards } from "./device-guards.ts";
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

/**
 * Guard of the relaxed rules for service names: objects that already use them keep them
 * (allowRelaxedServiceNameValidation of the reference).
 */
const relaxedNames: FieldGuard = {
  gate: "RelaxedServiceNameValidation",
  isUsed: (old: KubeObject) => backendsOf(specOf<IngressSpec>(old)).some(hasRelaxedName),
  drop: () => {},
};

const backendsOf = ({ defaultBackend, rules = [] }: IngressSpec): (IngressBackend | undefined)[] => [
  defaultBackend,
  ...rules.flatMap(({ http }) => http?.paths ?? []).map(({ backend }) => backend),
];

function hasRelaxedName(backend: IngressBackend | undefined): boolean {
  const name = backend?.service?.name;
  return (
    name !== undefined && dns1123LabelProblems(name).length === 0 && dns1035LabelProblems(name).length > 0
  );
}
