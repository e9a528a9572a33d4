import type { Gate } from "../../resources/features/gates.ts";

/** Advice for users where a feature gate decides differently. Other gates have no better advice than the gate itself. */
export const GATE_CHANGES: Readonly<Partial<Record<Gate, string>>> = {
  StrictIPCIDRValidation:
    "write addresses without leading zeros and without IPv4 in IPv6, and networks with their first address: 192.168.0.0/24",
  RelaxedServiceNameValidation:
    "names of Services may begin with a digit: check tools that forbid or build DNS names of them",
  EnvFiles: "env may read fileKeyRef: check policies that list the allowed sources of variables",
  ImageVolume: "pods may mount images as volumes: check policies that list the allowed volumes",
  HPAScaleToZero: "minReplicas 0 is accepted: check whether a client relies on its refusal",
  HPAGeneration: "HorizontalPodAutoscalers have metadata.generation: compare it where changes of spec matter",
  MaxUnavailableStatefulSet:
    "StatefulSets keep spec.updateStrategy.rollingUpdate.maxUnavailable, and it takes effect: remove the field, or choose it",
  MutatingAdmissionPolicy: "policies in v1 take effect: check bindings that were created before",
  ExcludeAdmissionWebhookVirtualResources:
    "use the webhook authorizer, or audit, to see reviews of tokens and rights; they do not reach webhooks",
  PodTopologyLabelsAdmission:
    "pods get the labels topology.kubernetes.io/zone and region of their node when they are bound: policies must allow it",
  AuthorizePodWebsocketUpgradeCreatePermission:
    "grant the verb create of pods/exec, pods/attach and pods/portforward, also to users with get",
  DRAResourceClaimGranularStatusAuthorization:
    "grant update and patch of resourceclaims/binding to schedulers, and of resourceclaims/driver to drivers",
  ContainerRestartRules:
    "containers may have restartPolicy and restartPolicyRules: check policies about restarts",
  RestartAllContainersOnContainerExits: "restart rules may have the action RestartAllContainers",
  HostnameOverride: "pods may set spec.hostnameOverride: check policies about host names",
  HPAConfigurableTolerance:
    "behavior may have tolerance, which was dropped before: check the values in manifests",
  InPlacePodVerticalScalingInitContainers: "resources of restartable init containers can be resized",
  InPlacePodLevelResourcesVerticalScaling: "spec.resources of pods can be resized",
  MutableCSINodeAllocatableCount: "CSIDrivers keep nodeAllocatableUpdatePeriodSeconds, and it takes effect",
  MutablePodResourcesForSuspendedJobs: "resources of suspended Jobs can be changed",
  MutableSchedulingDirectivesForSuspendedJobs: "scheduling fields of suspended Jobs can be changed",
  CSIServiceAccountTokenSecrets: "CSIDrivers keep serviceAccountTokenInSecrets, and it takes effect",
  ClearingNominatedNodeNameAfterBinding: "status.nominatedNodeName is cleared when a pod is bound",
  DRAExtendedResource: "DeviceClasses keep extendedResourceName, and pods can request it",
  DRAConsumableCapacity: "claims keep capacity requests, and devices allowMultipleAllocations",
  DRAPartitionableDevices: "slices keep sharedCounters and consumesCounters",
  PodLevelResourcesFixDefaulting:
    "requests of pods with spec.resources have other defaults: write requests and limits that must not change",
  VolumeLimitScaling: "CSIDrivers keep preventPodSchedulingIfMissing, and it takes effect",
  ManifestBasedAdmissionControlConfig:
    "names that end with .static.k8s.io are reserved for admission configurations from files: rename the objects",
  SELinuxMount:
    "volumes are mounted with the SELinux label of the pod: pods with different labels cannot share one, unless seLinuxChangePolicy is Recursive",
  PodCertificateRequest:
    "pods may have projected volumes with podCertificate: check policies that list the allowed sources",
  ClusterTrustBundleProjection:
    "pods may have projected volumes with clusterTrustBundle: check policies that list the allowed sources",
  ClusterTrustBundle: "ClusterTrustBundles are served: check who may write them",
  StorageVersionMigrator: "StorageVersionMigrations are served: check who may write them",
  ConstrainedImpersonation: "rights to impersonate may be limited to verbs; the old rights still work",
};
