/**
 * Feature gates of Kubernetes 1.34 and later that a newer version no longer has: name, the first minor version without it,
 * and the state that it had last. From `versioned_feature_list.yaml` of 1.36 and 1.37 and the changelogs of 1.35 and 1.36.
 */
const ROWS = `
StrictCostEnforcementForVAP 1.35 on
StrictCostEnforcementForWebhooks 1.35 on
SizeMemoryBackedVolumes 1.35 on
ComponentSLIs 1.35 on
UserNamespacesPodSecurityStandards 1.35 off
CSIMigrationPortworx 1.36 on
InTreePluginPortworxUnregister 1.36 off
WatchFromStorageWithoutResourceVersion 1.36 off
HonorPVReclaimPolicy 1.36 on
APIServerTracing 1.37 on
AnonymousAuthConfigurableEndpoints 1.37 on
AnyVolumeDataSource 1.37 on
AuthorizeNodeWithSelectors 1.37 on
AuthorizeWithSelectors 1.37 on
BtreeWatchCache 1.37 on
ConsistentListFromCache 1.37 on
GangScheduling 1.37 off
JobBackoffLimitPerIndex 1.37 on
JobPodReplacementPolicy 1.37 on
JobSuccessPolicy 1.37 on
LogarithmicScaleDown 1.37 on
OrderedNamespaceDeletion 1.37 on
PodLifecycleSleepAction 1.37 on
PodLifecycleSleepActionAllowZero 1.37 on
PreventStaticPodAPIReferences 1.37 on
RelaxedDNSSearchValidation 1.37 on
ResilientWatchCacheInitialization 1.37 on
RetryGenerateName 1.37 on
SchedulerQueueingHints 1.37 on
SidecarContainers 1.37 on
StreamingCollectionEncodingToJSON 1.37 on
StreamingCollectionEncodingToProtobuf 1.37 on
StructuredAuthenticationConfiguration 1.37 on
WorkloadAwarePreemption 1.37 off
`;

/** Feature gates of kubeadm itself that it no longer has. */
const KUBEADM_ROWS = `
WaitForAllControlPlaneComponents 1.35 on
ControlPlaneKubeletLocalMode 1.36 on
NodeLocalCRISocket 1.37 on
PublicKeysECDSA 1.37 off
`;

/** A gate that is gone. */
export interface RemovedGate {
  /** The first minor version without it. */
  readonly removed: number;
  /** State in the versions before. */
  readonly isOn: boolean;
}

const parsed = (rows: string): ReadonlyMap<string, RemovedGate> =>
  new Map(
    rows
      .trim()
      .split("\n")
      .map((row) => {
        const [name = "", version = "", state] = row.split(" ");
        return [name, { removed: Number(version.slice("1.".length)), isOn: state === "on" }];
      }),
  );

/** Gates of Kubernetes' components that are gone, by name. */
export const REMOVED_GATES: ReadonlyMap<string, RemovedGate> = parsed(ROWS);

/** Gates of kubeadm that are gone, by name. */
export const REMOVED_KUBEADM_GATES: ReadonlyMap<string, RemovedGate> = parsed(KUBEADM_ROWS);

/** Gates that took over when others went. */
export const SUCCESSOR_GATES: Readonly<Record<string, string>> = {
  GangScheduling: "GenericWorkload",
  WorkloadAwarePreemption: "GenericWorkload",
};
