import { ORDINARY_FEATURES } from "./features.ts";
import { gateState } from "./gate-state.ts";
import type { Gate } from "./gates.ts";

/**
 * Gates that change the behavior of kube-apiserver, and that have a fixed state in this server. All other
 * gates can be switched as in the reference, or affect only other components.
 */
const FIXED: ReadonlySet<Gate> = new Set<Gate>([
  "APIResponseCompression",
  "APIServerIdentity",
  "APIServerWebhookAuthenticationToken",
  "AggregatedDiscoveryRemoveBetaType",
  "AllowInsecureKubeletCertificateSigningRequests",
  "AllowParsingUserUIDFromCertAuth",
  "AtomicWriteVolumeUserFields",
  "CBORServingAndStorage",
  "CSIVolumeHealth",
  "ClusterTrustBundle",
  "ClusterTrustBundleProjection",
  "CompositePodGroup",
  "CoordinatedLeaderElection",
  "DRAAdminAccess",
  "DRADerivedAttributes",
  "DRADeviceCompatibilityGroups",
  "DRADeviceTaintRules",
  "DRAFractionalCapacityRange",
  "DRAListTypeAttributes",
  "DRANodeAllocatableResources",
  "DRAOptionalNodeOperations",
  "DRAPartitionableDevicesType",
  "DRAPrioritizedList",
  "DRAResourceClaimDeviceStatus",
  "DRAResourcePoolStatus",
  "DRAWorkloadResourceClaims",
  "DeclarativeValidation",
  "DefaultPodSysctls",
  "DisableAllocatorDualWrite",
  "DynamicResourceAllocation",
  "EmptyDirVolumeMode",
  "EvictionRequestAPI",
  "ExternalServiceAccountTokenSigner",
  "GRPCContainerProbeTLS",
  "GenericWorkload",
  "GitRepoVolumeDriver",
  "H2CContainerProbe",
  "ImageVolumeWithDigest",
  "InPlacePodVerticalScaling",
  "InPlacePodVerticalScalingMemoryBackedVolumes",
  "InPlacePodVerticalScalingSchedulerPreemption",
  "JobManagedBy",
  "KMSv1",
  "KubeletFineGrainedAuthz",
  "KubeletServiceAccountTokenForCredentialProviders",
  "MatchLabelKeysInPodTopologySpread",
  "MatchLabelKeysInPodTopologySpreadSelectorMerge",
  "NodeLifecycleConditions",
  "OpenAPIEnums",
  "PodCertificateRequest",
  "PodDeletionCost",
  "PodGroupPreemptionPolicy",
  "PodLevelResources",
  "PodLogsQuerySplitStreams",
  "PodObservedGenerationTracking",
  "PortForwardWebsockets",
  "PreferSameTrafficDistribution",
  "ProcMountType",
  "RemoteRequestHeaderUID",
  "SELinuxChangePolicy",
  "SELinuxMountReadWriteOncePod",
  "ServiceAccountNodeAudienceRestriction",
  "ShardedListAndWatch",
  "StatefulSetRecreateStrategy",
  "StorageVersionAPI",
  "StorageVersionHash",
  "StorageVersionMigrator",
  "StructuredAuthenticationConfigurationEgressSelector",
  "SupplementalGroupsPolicy",
  "TokenRequestServiceAccountUIDValidation",
  "TopologyAwareWorkloadScheduling",
  "TranslateStreamCloseWebsocketRequests",
  "UnauthenticatedHTTP2DOSMitigation",
  "UserNamespacesSupport",
  "VolumeAttributesClass",
  "VolumeBindMountOptions",
  "WorkloadWithJob",
]);

/** Throws an Error if a gate is set to a state that this server does not support. */
export function refuseFixedGates(set: ReadonlyMap<Gate, boolean>, minor: number): void {
  const isHere = (gate: Gate, isOn: boolean): boolean =>
    !FIXED.has(gate) || isOn === gateState(gate, minor)?.isOn || isOn === ORDINARY_FEATURES.isOn(gate);
  const refused = [...set].filter(([gate, isOn]) => !isHere(gate, isOn));
  if (refused.length > 0)
    throw new Error(
      `--feature-gates: this server cannot set ${refused.map(([gate, isOn]) => `${gate}=${isOn}`).join(", ")}`,
    );
}
