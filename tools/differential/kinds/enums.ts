/** Values of named types, one type a line; some of them are right only in some places. */
const TABLE = `
AddressType IPv4 IPv6 FQDN
AllocationConfigSource FromClass FromClaim
AppArmorProfileType RuntimeDefault Localhost Unconfined
AzureDataDiskCachingMode None ReadOnly ReadWrite
AzureDataDiskKind Shared Dedicated Managed
Capability NET_ADMIN SYS_TIME ALL CAP_CHOWN
CompletionMode Indexed NonIndexed
ConcurrencyPolicy Allow Forbid Replace
ConditionStatus True False Unknown
ContainerRestartPolicy Always Never OnFailure
ContainerRestartRuleAction Restart RestartAllContainers
ContainerRestartRuleOnExitCodesOperator In NotIn
ConversionStrategyType None Webhook
CoordinatedLeaseStrategy OldestEmulationVersion example.com/other
DNSPolicy ClusterFirst ClusterFirstWithHostNet Default None
DaemonSetUpdateStrategyType RollingUpdate OnDelete
DeletionPropagation Orphan Background Foreground
DeploymentStrategyType Recreate RollingUpdate
DeviceAllocationMode ExactCount All
DeviceTaintEffect NoSchedule NoExecute None
DeviceTolerationOperator Exists Equal
FSGroupPolicy ReadWriteOnceWithFSType File None
FailurePolicyType Fail Ignore
FieldSelectorOperator In NotIn Exists DoesNotExist
FieldValueErrorReason FieldValueInvalid FieldValueForbidden FieldValueRequired FieldValueDuplicate
FinalizerName kubernetes example.com/f
FlowDistinguisherMethodType ByUser ByNamespace
FullyQualifiedName driver.example.com/model example.com/a bad
HPAScalingPolicyType Pods Percent
HostPathType DirectoryOrCreate Directory FileOrCreate File Socket CharDevice BlockDevice
IPFamily IPv4 IPv6
IPFamilyPolicy SingleStack PreferDualStack RequireDualStack
JobConditionType Complete Failed Suspended FailureTarget SuccessCriteriaMet
KeyUsage signing client_auth server_auth any
LabelSelectorOperator In NotIn Exists DoesNotExist
LimitResponseType Queue Reject
LimitType Pod Container PersistentVolumeClaim example.com/x
LoadBalancerIPMode VIP Proxy
ManagedFieldsOperationType Apply Update
MatchPolicyType Exact Equivalent
MetricSourceType Object Pods Resource ContainerResource External
MetricTargetType Utilization Value AverageValue
MountPropagationMode None HostToContainer Bidirectional
NamespacePhase Active Terminating
NodeAddressType InternalIP ExternalIP Hostname InternalDNS
NodeConditionType Ready MemoryPressure
NodeInclusionPolicy Honor Ignore
NodePhase Pending Running Terminated
NodeSelectorOperator In NotIn Exists DoesNotExist Gt Lt
OSName linux windows
OperationType CREATE UPDATE DELETE CONNECT *
ParameterNotFoundActionType Allow Deny
PatchType ApplyConfiguration JSONPatch
PathType Exact Prefix ImplementationSpecific
PersistentVolumeAccessMode ReadWriteOnce ReadOnlyMany ReadWriteMany ReadWriteOncePod
PersistentVolumeClaimConditionType Resizing FileSystemResizePending
PersistentVolumeClaimModifyVolumeStatus Pending InProgress Infeasible
PersistentVolumeClaimPhase Pending Bound Lost
PersistentVolumeClaimRetentionPolicyType Retain Delete
PersistentVolumeMode Block Filesystem
PersistentVolumePhase Pending Available Bound Released Failed
PersistentVolumeReclaimPolicy Recycle Delete Retain
PodConditionType Ready PodScheduled example.com/gate
PodFSGroupChangePolicy OnRootMismatch Always
PodFailurePolicyAction FailJob FailIndex Ignore Count
PodFailurePolicyOnExitCodesOperator In NotIn
PodManagementPolicyType OrderedReady Parallel
PodPhase Pending Running Succeeded Failed Unknown
PodQOSClass Guaranteed Burstable BestEffort
PodReplacementPolicy TerminatingOrFailed Failed
PodResizeStatus Proposed InProgress
PodSELinuxChangePolicy Recursive MountOption
PolicyType Ingress Egress
PreemptionPolicy PreemptLowerPriority Never
PriorityLevelEnablement Exempt Limited
ProcMountType Default Unmasked
Protocol TCP UDP SCTP
PullPolicy Always Never IfNotPresent
QualifiedName dra.example.com/size cpu memory
RecursiveReadOnlyMode Disabled IfPossible Enabled
ReinvocationPolicyType Never IfNeeded
RequestConditionType Approved Denied Failed
ResourceHealthStatus Healthy Unhealthy Unknown
ResourceName cpu memory ephemeral-storage example.com/gpu hugepages-2Mi storage pods
ResourceQuotaScope Terminating NotTerminating BestEffort NotBestEffort PriorityClass CrossNamespacePodAffinity
ResourceResizeRestartPolicy NotRequired RestartContainer
ResourceScope Cluster Namespaced
RestartPolicy Always OnFailure Never
ScalingPolicySelect Max Min Disabled
ScopeSelectorOperator In NotIn Exists DoesNotExist
ScopeType Cluster Namespaced *
SeccompProfileType Unconfined RuntimeDefault Localhost
SecretType Opaque kubernetes.io/dockerconfigjson kubernetes.io/dockercfg kubernetes.io/basic-auth kubernetes.io/ssh-auth kubernetes.io/tls kubernetes.io/service-account-token example.com/own
ServiceAffinity ClientIP None
ServiceExternalTrafficPolicy Local Cluster
ServiceInternalTrafficPolicy Cluster Local
ServiceType ClusterIP NodePort LoadBalancer ExternalName
SideEffectClass None NoneOnDryRun Some Unknown
Signal SIGTERM SIGKILL SIGUSR1 SIGRTMIN
StatefulSetUpdateStrategyType RollingUpdate OnDelete
StatusReason Invalid Forbidden Unauthorized RequestEntityTooLarge
StorageMedium Memory HugePages HugePages-2Mi HugePages-
SubjectKind User Group ServiceAccount
SupplementalGroupsPolicy Merge Strict
TaintEffect NoSchedule PreferNoSchedule NoExecute
TerminationMessagePolicy File FallbackToLogsOnError
TolerationOperator Exists Equal Lt Gt
URIScheme HTTP HTTPS
UnhealthyPodEvictionPolicyType IfHealthyBudget AlwaysAllow
UnsatisfiableConstraintAction DoNotSchedule ScheduleAnyway
ValidationAction Deny Warn Audit
VolumeBindingMode Immediate WaitForFirstConsumer
VolumeLifecycleMode Persistent Ephemeral
`;

const enums = new Map(
  TABLE.trim()
    .split("\n")
    .map((line): [string, readonly string[]] => {
      const [name = "", ...values] = line.split(" ");
      return [name, values.map((value) => (name === "KeyUsage" ? value.replace("_", " ") : value))];
    }),
);

/** Allowed values of a Go type such as `v1.PullPolicy`; undefined if they are not known. */
export const enumOf = (goType: string): readonly string[] | undefined =>
  enums.get(goType.slice(goType.indexOf(".") + 1));
