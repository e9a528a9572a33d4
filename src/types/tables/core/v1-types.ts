// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Optional } from "../../optional.ts";
import type { Condition, LabelSelector } from "../meta/v1-types.ts";

export type AWSElasticBlockStoreVolumeSource = Optional<{
  volumeID: string;
  fsType: string;
  partition: number;
  readOnly: boolean;
}>;

export type Affinity = Optional<{
  nodeAffinity: NodeAffinity;
  podAffinity: PodAffinity;
  podAntiAffinity: PodAntiAffinity;
}>;

export type AppArmorProfile = Optional<{ type: string; localhostProfile: string }>;
export type AttachedVolume = Optional<{ name: string; devicePath: string }>;

export type AzureDiskVolumeSource = Optional<{
  diskName: string;
  diskURI: string;
  cachingMode: string;
  fsType: string;
  readOnly: boolean;
  kind: string;
}>;

export type AzureFilePersistentVolumeSource = Optional<{
  secretName: string;
  shareName: string;
  readOnly: boolean;
  secretNamespace: string | null;
}>;

export type AzureFileVolumeSource = Optional<{ secretName: string; shareName: string; readOnly: boolean }>;

export type CSIPersistentVolumeSource = Optional<{
  driver: string;
  volumeHandle: string;
  readOnly: boolean;
  fsType: string;
  volumeAttributes: { [key: string]: string };
  controllerPublishSecretRef: SecretReference;
  nodeStageSecretRef: SecretReference;
  nodePublishSecretRef: SecretReference;
  controllerExpandSecretRef: SecretReference;
  nodeExpandSecretRef: SecretReference;
}>;

export type CSIVolumeSource = Optional<{
  driver: string;
  readOnly: boolean;
  fsType: string;
  volumeAttributes: { [key: string]: string };
  nodePublishSecretRef: LocalObjectReference;
}>;

export type Capabilities = Optional<{ add: string[]; drop: string[] }>;

export type CephFSPersistentVolumeSource = Optional<{
  monitors: string[] | null;
  path: string;
  user: string;
  secretFile: string;
  secretRef: SecretReference;
  readOnly: boolean;
}>;

export type CephFSVolumeSource = Optional<{
  monitors: string[] | null;
  path: string;
  user: string;
  secretFile: string;
  secretRef: LocalObjectReference;
  readOnly: boolean;
}>;

export type CinderPersistentVolumeSource = Optional<{
  volumeID: string;
  fsType: string;
  readOnly: boolean;
  secretRef: SecretReference;
}>;

export type CinderVolumeSource = Optional<{
  volumeID: string;
  fsType: string;
  readOnly: boolean;
  secretRef: LocalObjectReference;
}>;

export type ClientIPConfig = Optional<{ timeoutSeconds: number }>;

export type ClusterTrustBundleProjection = Optional<{
  name: string;
  signerName: string;
  labelSelector: LabelSelector;
  optional: boolean;
  path: string;
  user: number;
}>;

export type ConfigMap = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  immutable?: boolean | undefined;
  data?: { [key: string]: string } | undefined;
  binaryData?: { [key: string]: string } | undefined;
};

export type ConfigMapEnvSource = Optional<{ name: string; optional: boolean }>;
export type ConfigMapKeySelector = Optional<{ name: string; key: string; optional: boolean }>;

export type ConfigMapNodeConfigSource = Optional<{
  namespace: string;
  name: string;
  uid: string;
  resourceVersion: string;
  kubeletConfigKey: string;
}>;

export type ConfigMapProjection = Optional<{ name: string; items: KeyToPath[]; optional: boolean }>;

export type ConfigMapVolumeSource = Optional<{
  name: string;
  items: KeyToPath[];
  defaultMode: number;
  optional: boolean;
  defaultUser: number;
}>;

export type Container = Optional<{
  name: string;
  image: string;
  command: string[];
  args: string[];
  workingDir: string;
  ports: ContainerPort[];
  envFrom: EnvFromSource[];
  env: EnvVar[];
  resources: ResourceRequirements;
  resizePolicy: ContainerResizePolicy[];
  restartPolicy: string;
  restartPolicyRules: ContainerRestartRule[];
  volumeMounts: VolumeMount[];
  volumeDevices: VolumeDevice[];
  livenessProbe: Probe;
  readinessProbe: Probe;
  startupProbe: Probe;
  lifecycle: Lifecycle;
  terminationMessagePath: string;
  terminationMessagePolicy: string;
  imagePullPolicy: string;
  securityContext: SecurityContext;
  stdin: boolean;
  stdinOnce: boolean;
  tty: boolean;
}>;

export type ContainerExtendedResourceRequest = Optional<{
  containerName: string;
  resourceName: string;
  requestName: string;
}>;

export type ContainerImage = Optional<{ names: string[] | null; sizeBytes: number }>;

export type ContainerPort = Optional<{
  name: string;
  hostPort: number;
  containerPort: number;
  protocol: string;
  hostIP: string;
}>;

export type ContainerResizePolicy = Optional<{ resourceName: string; restartPolicy: string }>;
export type ContainerRestartRule = Optional<{ action: string; exitCodes: ContainerRestartRuleOnExitCodes }>;
export type ContainerRestartRuleOnExitCodes = Optional<{ operator: string; values: number[] }>;

export type ContainerState = Optional<{
  waiting: ContainerStateWaiting;
  running: ContainerStateRunning;
  terminated: ContainerStateTerminated;
}>;

export type ContainerStateRunning = Optional<{ startedAt: string | null }>;

export type ContainerStateTerminated = Optional<{
  exitCode: number;
  signal: number;
  reason: string;
  message: string;
  startedAt: string | null;
  finishedAt: string | null;
  containerID: string;
}>;

export type ContainerStateWaiting = Optional<{ reason: string; message: string }>;

export type ContainerStatus = Optional<{
  name: string;
  state: ContainerState;
  lastState: ContainerState;
  ready: boolean;
  restartCount: number;
  image: string;
  imageID: string;
  containerID: string;
  started: boolean;
  allocatedResources: { [key: string]: string };
  resources: ResourceRequirements;
  volumeMounts: VolumeMountStatus[];
  user: ContainerUser;
  allocatedResourcesStatus: ResourceStatus[];
  stopSignal: string;
}>;

export type ContainerUser = Optional<{ linux: LinuxContainerUser }>;
export type DaemonEndpoint = Optional<{ Port: number }>;
export type DownwardAPIProjection = Optional<{ items: DownwardAPIVolumeFile[] }>;

export type DownwardAPIVolumeFile = Optional<{
  path: string;
  fieldRef: ObjectFieldSelector;
  resourceFieldRef: ResourceFieldSelector;
  mode: number;
  user: number;
}>;

export type DownwardAPIVolumeSource = Optional<{
  items: DownwardAPIVolumeFile[];
  defaultMode: number;
  defaultUser: number;
}>;

export type EmptyDirVolumeSource = Optional<{ medium: string; sizeLimit: string; mode: number }>;

export type EndpointAddress = Optional<{
  ip: string;
  hostname: string;
  nodeName: string;
  targetRef: ObjectReference;
}>;

export type EndpointPort = Optional<{ name: string; port: number; protocol: string; appProtocol: string }>;

export type EndpointSubset = Optional<{
  addresses: EndpointAddress[];
  notReadyAddresses: EndpointAddress[];
  ports: EndpointPort[];
}>;

export type Endpoints = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  subsets?: EndpointSubset[] | undefined;
};

export type EnvFromSource = Optional<{
  prefix: string;
  configMapRef: ConfigMapEnvSource;
  secretRef: SecretEnvSource;
}>;

export type EnvVar = Optional<{ name: string; value: string; valueFrom: EnvVarSource }>;

export type EnvVarSource = Optional<{
  fieldRef: ObjectFieldSelector;
  resourceFieldRef: ResourceFieldSelector;
  configMapKeyRef: ConfigMapKeySelector;
  secretKeyRef: SecretKeySelector;
  fileKeyRef: FileKeySelector;
}>;

export type EphemeralContainer = Optional<{
  name: string;
  image: string;
  command: string[];
  args: string[];
  workingDir: string;
  ports: ContainerPort[];
  envFrom: EnvFromSource[];
  env: EnvVar[];
  resources: ResourceRequirements;
  resizePolicy: ContainerResizePolicy[];
  restartPolicy: string;
  restartPolicyRules: ContainerRestartRule[];
  volumeMounts: VolumeMount[];
  volumeDevices: VolumeDevice[];
  livenessProbe: Probe;
  readinessProbe: Probe;
  startupProbe: Probe;
  lifecycle: Lifecycle;
  terminationMessagePath: string;
  terminationMessagePolicy: string;
  imagePullPolicy: string;
  securityContext: SecurityContext;
  stdin: boolean;
  stdinOnce: boolean;
  tty: boolean;
  targetContainerName: string;
}>;

export type EphemeralContainerCommon = Optional<{
  name: string;
  image: string;
  command: string[];
  args: string[];
  workingDir: string;
  ports: ContainerPort[];
  envFrom: EnvFromSource[];
  env: EnvVar[];
  resources: ResourceRequirements;
  resizePolicy: ContainerResizePolicy[];
  restartPolicy: string;
  restartPolicyRules: ContainerRestartRule[];
  volumeMounts: VolumeMount[];
  volumeDevices: VolumeDevice[];
  livenessProbe: Probe;
  readinessProbe: Probe;
  startupProbe: Probe;
  lifecycle: Lifecycle;
  terminationMessagePath: string;
  terminationMessagePolicy: string;
  imagePullPolicy: string;
  securityContext: SecurityContext;
  stdin: boolean;
  stdinOnce: boolean;
  tty: boolean;
}>;

export type EphemeralVolumeSource = Optional<{ volumeClaimTemplate: PersistentVolumeClaimTemplate }>;

export type Event = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  involvedObject?: ObjectReference | undefined;
  reason?: string | undefined;
  message?: string | undefined;
  source?: EventSource | undefined;
  firstTimestamp?: string | null | undefined;
  lastTimestamp?: string | null | undefined;
  count?: number | undefined;
  type?: string | undefined;
  eventTime?: string | null | undefined;
  series?: EventSeries | undefined;
  action?: string | undefined;
  related?: ObjectReference | undefined;
  reportingComponent?: string | undefined;
  reportingInstance?: string | undefined;
};

export type EventSeries = Optional<{ count: number; lastObservedTime: string | null }>;
export type EventSource = Optional<{ component: string; host: string }>;
export type EvictionResponder = Optional<{ name: string; priority: number | null }>;
export type ExecAction = Optional<{ command: string[] }>;

export type FCVolumeSource = Optional<{
  targetWWNs: string[];
  lun: number;
  fsType: string;
  readOnly: boolean;
  wwids: string[];
}>;

export type FileKeySelector = Optional<{ volumeName: string; path: string; key: string; optional: boolean }>;

export type FlexPersistentVolumeSource = Optional<{
  driver: string;
  fsType: string;
  secretRef: SecretReference;
  readOnly: boolean;
  options: { [key: string]: string };
}>;

export type FlexVolumeSource = Optional<{
  driver: string;
  fsType: string;
  secretRef: LocalObjectReference;
  readOnly: boolean;
  options: { [key: string]: string };
}>;

export type FlockerVolumeSource = Optional<{ datasetName: string; datasetUUID: string }>;

export type GCEPersistentDiskVolumeSource = Optional<{
  pdName: string;
  fsType: string;
  partition: number;
  readOnly: boolean;
}>;

export type GRPCAction = Optional<{ port: number; service: string | null; mode: string }>;
export type GitRepoVolumeSource = Optional<{ repository: string; revision: string; directory: string }>;

export type GlusterfsPersistentVolumeSource = Optional<{
  endpoints: string;
  path: string;
  readOnly: boolean;
  endpointsNamespace: string;
}>;

export type GlusterfsVolumeSource = Optional<{ endpoints: string; path: string; readOnly: boolean }>;

export type HTTPGetAction = Optional<{
  path: string;
  port: string | number;
  host: string;
  scheme: string;
  httpHeaders: HTTPHeader[];
  protocol: string;
}>;

export type HTTPHeader = Optional<{ name: string; value: string }>;
export type HostAlias = Optional<{ ip: string; hostnames: string[] }>;
export type HostIP = Optional<{ ip: string }>;
export type HostPathVolumeSource = Optional<{ path: string; type: string }>;

export type ISCSIPersistentVolumeSource = Optional<{
  targetPortal: string;
  iqn: string;
  lun: number;
  iscsiInterface: string;
  fsType: string;
  readOnly: boolean;
  portals: string[];
  chapAuthDiscovery: boolean;
  chapAuthSession: boolean;
  secretRef: SecretReference;
  initiatorName: string;
}>;

export type ISCSIVolumeSource = Optional<{
  targetPortal: string;
  iqn: string;
  lun: number;
  iscsiInterface: string;
  fsType: string;
  readOnly: boolean;
  portals: string[];
  chapAuthDiscovery: boolean;
  chapAuthSession: boolean;
  secretRef: LocalObjectReference;
  initiatorName: string;
}>;

export type ImageVolumeSource = Optional<{ reference: string; pullPolicy: string }>;
export type ImageVolumeStatus = Optional<{ imageRef: string }>;
export type KeyToPath = Optional<{ key: string; path: string; mode: number; user: number }>;

export type Lifecycle = Optional<{
  postStart: LifecycleHandler;
  preStop: LifecycleHandler;
  stopSignal: string;
}>;

export type LifecycleHandler = Optional<{
  exec: ExecAction;
  httpGet: HTTPGetAction;
  tcpSocket: TCPSocketAction;
  sleep: SleepAction;
}>;

export type LimitRangeItem = Optional<{
  type: string;
  max: { [key: string]: string };
  min: { [key: string]: string };
  default: { [key: string]: string };
  defaultRequest: { [key: string]: string };
  maxLimitRequestRatio: { [key: string]: string };
}>;

export type LinuxContainerUser = Optional<{ uid: number; gid: number; supplementalGroups: number[] }>;

export type LoadBalancerIngress = Optional<{
  ip: string;
  hostname: string;
  ipMode: string;
  ports: PortStatus[];
}>;

export type LoadBalancerStatus = Optional<{ ingress: LoadBalancerIngress[] }>;
export type LocalObjectReference = Optional<{ name: string }>;
export type LocalVolumeSource = Optional<{ path: string; fsType: string }>;
export type ModifyVolumeStatus = Optional<{ targetVolumeAttributesClassName: string; status: string }>;
export type NFSVolumeSource = Optional<{ server: string; path: string; readOnly: boolean }>;

export type Namespace = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: NamespaceSpec | undefined;
  status?: NamespaceStatus | undefined;
};

export type NamespaceCondition = Optional<{
  type: string;
  status: string;
  lastTransitionTime: string | null;
  reason: string;
  message: string;
}>;

export type NamespaceSpec = Optional<{ finalizers: string[] }>;
export type NamespaceStatus = Optional<{ phase: string; conditions: NamespaceCondition[] }>;

export type Node = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: NodeSpec | undefined;
  status?: NodeStatus | undefined;
};

export type NodeAddress = Optional<{ type: string; address: string }>;

export type NodeAffinity = Optional<{
  requiredDuringSchedulingIgnoredDuringExecution: NodeSelector;
  preferredDuringSchedulingIgnoredDuringExecution: PreferredSchedulingTerm[];
}>;

export type NodeAllocatableMappedResources = Optional<{ name: string; quantity: string | null }>;

export type NodeAllocatableOverheadResources = Optional<{
  name: string;
  perPod: string;
  perContainer: string;
}>;

export type NodeAllocatableResourceClaimStatus = Optional<{
  resourceClaimName: string;
  containers: string[];
  mapping: NodeAllocatableMappedResources[];
  overhead: NodeAllocatableOverheadResources[];
}>;

export type NodeCondition = Optional<{
  type: string;
  status: string;
  lastHeartbeatTime: string | null;
  lastTransitionTime: string | null;
  reason: string;
  message: string;
}>;

export type NodeConfigSource = Optional<{ configMap: ConfigMapNodeConfigSource }>;

export type NodeConfigStatus = Optional<{
  assigned: NodeConfigSource;
  active: NodeConfigSource;
  lastKnownGood: NodeConfigSource;
  error: string;
}>;

export type NodeDaemonEndpoints = Optional<{ kubeletEndpoint: DaemonEndpoint }>;
export type NodeFeatures = Optional<{ supplementalGroupsPolicy: boolean }>;
export type NodeRuntimeHandler = Optional<{ name: string; features: NodeRuntimeHandlerFeatures }>;

export type NodeRuntimeHandlerFeatures = Optional<{
  recursiveReadOnlyMounts: boolean;
  userNamespaces: boolean;
}>;

export type NodeSelector = Optional<{ nodeSelectorTerms: NodeSelectorTerm[] | null }>;
export type NodeSelectorRequirement = Optional<{ key: string; operator: string; values: string[] }>;

export type NodeSelectorTerm = Optional<{
  matchExpressions: NodeSelectorRequirement[];
  matchFields: NodeSelectorRequirement[];
}>;

export type NodePodPreemptionPolicy = Optional<{ disableResizePreemption: string[] }>;

export type NodeSpec = Optional<{
  podCIDR: string;
  podCIDRs: string[];
  providerID: string;
  unschedulable: boolean;
  taints: Taint[];
  configSource: NodeConfigSource;
  externalID: string;
  podPreemptionPolicy: NodePodPreemptionPolicy;
}>;

export type NodeStatus = Optional<{
  capacity: { [key: string]: string };
  allocatable: { [key: string]: string };
  phase: string;
  conditions: NodeCondition[];
  addresses: NodeAddress[];
  daemonEndpoints: NodeDaemonEndpoints;
  nodeInfo: NodeSystemInfo;
  images: ContainerImage[];
  volumesInUse: string[];
  volumesAttached: AttachedVolume[];
  config: NodeConfigStatus;
  runtimeHandlers: NodeRuntimeHandler[];
  features: NodeFeatures;
  declaredFeatures: string[];
}>;

export type NodeSwapStatus = Optional<{ capacity: number }>;

export type NodeSystemInfo = Optional<{
  machineID: string;
  systemUUID: string;
  bootID: string;
  kernelVersion: string;
  osImage: string;
  containerRuntimeVersion: string;
  kubeletVersion: string;
  kubeProxyVersion: string;
  operatingSystem: string;
  architecture: string;
  swap: NodeSwapStatus;
  runningInUserNamespace: boolean;
}>;

export type ObjectFieldSelector = Optional<{ apiVersion: string; fieldPath: string }>;

export type ObjectReference = Optional<{
  kind: string;
  namespace: string;
  name: string;
  uid: string;
  apiVersion: string;
  resourceVersion: string;
  fieldPath: string;
}>;

export type PersistentVolume = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: PersistentVolumeSpec | undefined;
  status?: PersistentVolumeStatus | undefined;
};

export type PersistentVolumeClaim = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: PersistentVolumeClaimSpec | undefined;
  status?: PersistentVolumeClaimStatus | undefined;
};

export type PersistentVolumeClaimCondition = Optional<{
  type: string;
  status: string;
  lastProbeTime: string | null;
  lastTransitionTime: string | null;
  reason: string;
  message: string;
}>;

export type PersistentVolumeClaimSpec = Optional<{
  accessModes: string[];
  selector: LabelSelector;
  resources: VolumeResourceRequirements;
  volumeName: string;
  storageClassName: string;
  volumeMode: string;
  dataSource: TypedLocalObjectReference;
  dataSourceRef: TypedObjectReference;
  volumeAttributesClassName: string;
}>;

export type PersistentVolumeClaimStatus = Optional<{
  phase: string;
  accessModes: string[];
  capacity: { [key: string]: string };
  conditions: PersistentVolumeClaimCondition[];
  allocatedResources: { [key: string]: string };
  allocatedResourceStatuses: { [key: string]: string };
  currentVolumeAttributesClassName: string;
  modifyVolumeStatus: ModifyVolumeStatus;
  healthStatus: VolumeHealthStatus;
}>;

export type PersistentVolumeClaimTemplate = {
  metadata: ObjectMeta;
  spec?: PersistentVolumeClaimSpec | undefined;
};

export type PersistentVolumeClaimVolumeSource = Optional<{ claimName: string; readOnly: boolean }>;

export type PersistentVolumeSource = Optional<{
  gcePersistentDisk: GCEPersistentDiskVolumeSource;
  awsElasticBlockStore: AWSElasticBlockStoreVolumeSource;
  hostPath: HostPathVolumeSource;
  glusterfs: GlusterfsPersistentVolumeSource;
  nfs: NFSVolumeSource;
  rbd: RBDPersistentVolumeSource;
  iscsi: ISCSIPersistentVolumeSource;
  cinder: CinderPersistentVolumeSource;
  cephfs: CephFSPersistentVolumeSource;
  fc: FCVolumeSource;
  flocker: FlockerVolumeSource;
  flexVolume: FlexPersistentVolumeSource;
  azureFile: AzureFilePersistentVolumeSource;
  vsphereVolume: VsphereVirtualDiskVolumeSource;
  quobyte: QuobyteVolumeSource;
  azureDisk: AzureDiskVolumeSource;
  photonPersistentDisk: PhotonPersistentDiskVolumeSource;
  portworxVolume: PortworxVolumeSource;
  scaleIO: ScaleIOPersistentVolumeSource;
  local: LocalVolumeSource;
  storageos: StorageOSPersistentVolumeSource;
  csi: CSIPersistentVolumeSource;
}>;

export type PersistentVolumeSpec = Optional<{
  capacity: { [key: string]: string };
  gcePersistentDisk: GCEPersistentDiskVolumeSource;
  awsElasticBlockStore: AWSElasticBlockStoreVolumeSource;
  hostPath: HostPathVolumeSource;
  glusterfs: GlusterfsPersistentVolumeSource;
  nfs: NFSVolumeSource;
  rbd: RBDPersistentVolumeSource;
  iscsi: ISCSIPersistentVolumeSource;
  cinder: CinderPersistentVolumeSource;
  cephfs: CephFSPersistentVolumeSource;
  fc: FCVolumeSource;
  flocker: FlockerVolumeSource;
  flexVolume: FlexPersistentVolumeSource;
  azureFile: AzureFilePersistentVolumeSource;
  vsphereVolume: VsphereVirtualDiskVolumeSource;
  quobyte: QuobyteVolumeSource;
  azureDisk: AzureDiskVolumeSource;
  photonPersistentDisk: PhotonPersistentDiskVolumeSource;
  portworxVolume: PortworxVolumeSource;
  scaleIO: ScaleIOPersistentVolumeSource;
  local: LocalVolumeSource;
  storageos: StorageOSPersistentVolumeSource;
  csi: CSIPersistentVolumeSource;
  accessModes: string[];
  claimRef: ObjectReference;
  persistentVolumeReclaimPolicy: string;
  storageClassName: string;
  mountOptions: string[];
  volumeMode: string;
  nodeAffinity: VolumeNodeAffinity;
  volumeAttributesClassName: string;
}>;

export type PersistentVolumeStatus = Optional<{
  phase: string;
  message: string;
  reason: string;
  lastPhaseTransitionTime: string;
}>;

export type PhotonPersistentDiskVolumeSource = Optional<{ pdID: string; fsType: string }>;

export type Pod = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: PodSpec | undefined;
  status?: PodStatus | undefined;
};

export type PodAffinity = Optional<{
  requiredDuringSchedulingIgnoredDuringExecution: PodAffinityTerm[];
  preferredDuringSchedulingIgnoredDuringExecution: WeightedPodAffinityTerm[];
}>;

export type PodAffinityTerm = Optional<{
  labelSelector: LabelSelector;
  namespaces: string[];
  topologyKey: string;
  namespaceSelector: LabelSelector;
  matchLabelKeys: string[];
  mismatchLabelKeys: string[];
}>;

export type PodAntiAffinity = Optional<{
  requiredDuringSchedulingIgnoredDuringExecution: PodAffinityTerm[];
  preferredDuringSchedulingIgnoredDuringExecution: WeightedPodAffinityTerm[];
}>;

export type PodCertificateProjection = Optional<{
  signerName: string;
  keyType: string;
  maxExpirationSeconds: number;
  credentialBundlePath: string;
  keyPath: string;
  certificateChainPath: string;
  userAnnotations: { [key: string]: string };
  user: number;
}>;

export type PodCondition = Optional<{
  type: string;
  observedGeneration: number;
  status: string;
  lastProbeTime: string | null;
  lastTransitionTime: string | null;
  reason: string;
  message: string;
}>;

export type PodDNSConfig = Optional<{
  nameservers: string[];
  searches: string[];
  options: PodDNSConfigOption[];
}>;

export type PodDNSConfigOption = Optional<{ name: string; value: string }>;

export type PodExtendedResourceClaimStatus = Optional<{
  requestMappings: ContainerExtendedResourceRequest[] | null;
  resourceClaimName: string;
}>;

export type PodIP = Optional<{ ip: string }>;
export type PodOS = Optional<{ name: string }>;
export type PodReadinessGate = Optional<{ conditionType: string }>;

export type PodResourceClaim = Optional<{
  name: string;
  resourceClaimName: string;
  resourceClaimTemplateName: string;
}>;

export type PodResourceClaimStatus = Optional<{ name: string; resourceClaimName: string }>;
export type PodSchedulingGate = Optional<{ name: string }>;
export type PodSchedulingGroup = Optional<{ podGroupName: string }>;

export type PodSecurityContext = Optional<{
  seLinuxOptions: SELinuxOptions;
  windowsOptions: WindowsSecurityContextOptions;
  runAsUser: number;
  runAsGroup: number;
  runAsNonRoot: boolean;
  supplementalGroups: number[];
  supplementalGroupsPolicy: string;
  fsGroup: number;
  sysctls: Sysctl[];
  fsGroupChangePolicy: string;
  seccompProfile: SeccompProfile;
  appArmorProfile: AppArmorProfile;
  seLinuxChangePolicy: string;
}>;

export type PodSpec = Optional<{
  volumes: Volume[];
  initContainers: Container[];
  containers: Container[] | null;
  ephemeralContainers: EphemeralContainer[];
  restartPolicy: string;
  terminationGracePeriodSeconds: number;
  activeDeadlineSeconds: number;
  dnsPolicy: string;
  nodeSelector: { [key: string]: string };
  serviceAccountName: string;
  serviceAccount: string;
  automountServiceAccountToken: boolean;
  nodeName: string;
  hostNetwork: boolean;
  hostPID: boolean;
  hostIPC: boolean;
  shareProcessNamespace: boolean;
  securityContext: PodSecurityContext;
  imagePullSecrets: LocalObjectReference[];
  hostname: string;
  subdomain: string;
  affinity: Affinity;
  schedulerName: string;
  tolerations: Toleration[];
  hostAliases: HostAlias[];
  priorityClassName: string;
  priority: number;
  dnsConfig: PodDNSConfig;
  readinessGates: PodReadinessGate[];
  runtimeClassName: string;
  enableServiceLinks: boolean;
  preemptionPolicy: string;
  overhead: { [key: string]: string };
  topologySpreadConstraints: TopologySpreadConstraint[];
  setHostnameAsFQDN: boolean;
  os: PodOS;
  hostUsers: boolean;
  schedulingGates: PodSchedulingGate[];
  resourceClaims: PodResourceClaim[];
  resources: ResourceRequirements;
  hostnameOverride: string;
  schedulingGroup: PodSchedulingGroup;
  evictionResponders: EvictionResponder[];
}>;

export type PodStatus = Optional<{
  observedGeneration: number;
  phase: string;
  conditions: PodCondition[];
  message: string;
  reason: string;
  nominatedNodeName: string;
  hostIP: string;
  hostIPs: HostIP[];
  podIP: string;
  podIPs: PodIP[];
  startTime: string;
  initContainerStatuses: ContainerStatus[];
  containerStatuses: ContainerStatus[];
  qosClass: string;
  ephemeralContainerStatuses: ContainerStatus[];
  resize: string;
  resourceClaimStatuses: PodResourceClaimStatus[];
  extendedResourceClaimStatus: PodExtendedResourceClaimStatus;
  allocatedResources: { [key: string]: string };
  resources: ResourceRequirements;
  nodeAllocatableResourceClaimStatuses: NodeAllocatableResourceClaimStatus[];
  volumeHealth: PodVolumeHealth[];
}>;

export type PodTemplateSpec = { metadata: ObjectMeta; spec?: PodSpec | undefined };

export type PodVolumeHealth = Optional<{
  name: string;
  healthConditions: VolumeHealthCondition[];
  lastTransitionTime: string | null;
}>;

export type PortStatus = Optional<{ port: number; protocol: string; error: string }>;
export type PortworxVolumeSource = Optional<{ volumeID: string; fsType: string; readOnly: boolean }>;
export type PreferredSchedulingTerm = Optional<{ weight: number; preference: NodeSelectorTerm }>;

export type Probe = Optional<{
  exec: ExecAction;
  httpGet: HTTPGetAction;
  tcpSocket: TCPSocketAction;
  grpc: GRPCAction;
  initialDelaySeconds: number;
  timeoutSeconds: number;
  periodSeconds: number;
  successThreshold: number;
  failureThreshold: number;
  terminationGracePeriodSeconds: number;
}>;

export type ProbeHandler = Optional<{
  exec: ExecAction;
  httpGet: HTTPGetAction;
  tcpSocket: TCPSocketAction;
  grpc: GRPCAction;
}>;

export type ProjectedVolumeSource = Optional<{
  sources: VolumeProjection[] | null;
  defaultMode: number;
  defaultUser: number;
}>;

export type QuobyteVolumeSource = Optional<{
  registry: string;
  volume: string;
  readOnly: boolean;
  user: string;
  group: string;
  tenant: string;
}>;

export type RBDPersistentVolumeSource = Optional<{
  monitors: string[] | null;
  image: string;
  fsType: string;
  pool: string;
  user: string;
  keyring: string;
  secretRef: SecretReference;
  readOnly: boolean;
}>;

export type RBDVolumeSource = Optional<{
  monitors: string[] | null;
  image: string;
  fsType: string;
  pool: string;
  user: string;
  keyring: string;
  secretRef: LocalObjectReference;
  readOnly: boolean;
}>;

export type ReplicationControllerSpec = Optional<{
  replicas: number;
  minReadySeconds: number;
  selector: { [key: string]: string };
  template: PodTemplateSpec;
}>;

export type ResourceClaim = Optional<{ name: string; request: string }>;
export type ResourceFieldSelector = Optional<{ containerName: string; resource: string; divisor: string }>;
export type ResourceHealth = Optional<{ resourceID: string; health: string; message: string }>;

export type ResourceQuota = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: ResourceQuotaSpec | undefined;
  status?: ResourceQuotaStatus | undefined;
};

export type ResourceQuotaSpec = Optional<{
  hard: { [key: string]: string };
  scopes: string[];
  scopeSelector: ScopeSelector;
}>;

export type ResourceQuotaStatus = Optional<{
  hard: { [key: string]: string };
  used: { [key: string]: string };
}>;

export type ResourceRequirements = Optional<{
  limits: { [key: string]: string };
  requests: { [key: string]: string };
  claims: ResourceClaim[];
}>;

export type ResourceStatus = Optional<{ name: string; resources: ResourceHealth[] }>;
export type SELinuxOptions = Optional<{ user: string; role: string; type: string; level: string }>;

export type ScaleIOPersistentVolumeSource = Optional<{
  gateway: string;
  system: string;
  secretRef: SecretReference | null;
  sslEnabled: boolean;
  protectionDomain: string;
  storagePool: string;
  storageMode: string;
  volumeName: string;
  fsType: string;
  readOnly: boolean;
}>;

export type ScaleIOVolumeSource = Optional<{
  gateway: string;
  system: string;
  secretRef: LocalObjectReference | null;
  sslEnabled: boolean;
  protectionDomain: string;
  storagePool: string;
  storageMode: string;
  volumeName: string;
  fsType: string;
  readOnly: boolean;
}>;

export type ScopeSelector = Optional<{ matchExpressions: ScopedResourceSelectorRequirement[] }>;

export type ScopedResourceSelectorRequirement = Optional<{
  scopeName: string;
  operator: string;
  values: string[];
}>;

export type SeccompProfile = Optional<{ type: string; localhostProfile: string }>;

export type Secret = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  immutable?: boolean | undefined;
  data?: { [key: string]: string } | undefined;
  stringData?: { [key: string]: string } | undefined;
  type?: string | undefined;
};

export type SecretEnvSource = Optional<{ name: string; optional: boolean }>;
export type SecretKeySelector = Optional<{ name: string; key: string; optional: boolean }>;
export type SecretProjection = Optional<{ name: string; items: KeyToPath[]; optional: boolean }>;
export type SecretReference = Optional<{ name: string; namespace: string }>;

export type SecretVolumeSource = Optional<{
  secretName: string;
  items: KeyToPath[];
  defaultMode: number;
  optional: boolean;
  defaultUser: number;
}>;

export type SecurityContext = Optional<{
  capabilities: Capabilities;
  privileged: boolean;
  seLinuxOptions: SELinuxOptions;
  windowsOptions: WindowsSecurityContextOptions;
  runAsUser: number;
  runAsGroup: number;
  runAsNonRoot: boolean;
  readOnlyRootFilesystem: boolean;
  allowPrivilegeEscalation: boolean;
  procMount: string;
  seccompProfile: SeccompProfile;
  appArmorProfile: AppArmorProfile;
}>;

export type Service = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: ServiceSpec | undefined;
  status?: ServiceStatus | undefined;
};

export type ServiceAccountTokenProjection = Optional<{
  audience: string;
  expirationSeconds: number;
  path: string;
  user: number;
}>;

export type ServicePort = Optional<{
  name: string;
  protocol: string;
  appProtocol: string;
  port: number;
  targetPort: string | number;
  nodePort: number;
}>;

export type ServiceSpec = Optional<{
  ports: ServicePort[];
  selector: { [key: string]: string };
  clusterIP: string;
  clusterIPs: string[];
  type: string;
  externalIPs: string[];
  sessionAffinity: string;
  loadBalancerIP: string;
  loadBalancerSourceRanges: string[];
  externalName: string;
  externalTrafficPolicy: string;
  healthCheckNodePort: number;
  publishNotReadyAddresses: boolean;
  sessionAffinityConfig: SessionAffinityConfig;
  ipFamilies: string[];
  ipFamilyPolicy: string;
  allocateLoadBalancerNodePorts: boolean;
  loadBalancerClass: string;
  internalTrafficPolicy: string;
  trafficDistribution: string;
}>;

export type ServiceStatus = Optional<{ loadBalancer: LoadBalancerStatus; conditions: Condition[] }>;
export type SessionAffinityConfig = Optional<{ clientIP: ClientIPConfig }>;
export type SleepAction = Optional<{ seconds: number }>;

export type StorageOSPersistentVolumeSource = Optional<{
  volumeName: string;
  volumeNamespace: string;
  fsType: string;
  readOnly: boolean;
  secretRef: ObjectReference;
}>;

export type StorageOSVolumeSource = Optional<{
  volumeName: string;
  volumeNamespace: string;
  fsType: string;
  readOnly: boolean;
  secretRef: LocalObjectReference;
}>;

export type Sysctl = Optional<{ name: string; value: string }>;
export type TCPSocketAction = Optional<{ port: string | number; host: string }>;
export type Taint = Optional<{ key: string; value: string; effect: string; timeAdded: string }>;

export type Toleration = Optional<{
  key: string;
  operator: string;
  value: string;
  effect: string;
  tolerationSeconds: number;
}>;

export type TopologySelectorLabelRequirement = Optional<{ key: string; values: string[] | null }>;
export type TopologySelectorTerm = Optional<{ matchLabelExpressions: TopologySelectorLabelRequirement[] }>;

export type TopologySpreadConstraint = Optional<{
  maxSkew: number;
  topologyKey: string;
  whenUnsatisfiable: string;
  labelSelector: LabelSelector;
  minDomains: number;
  nodeAffinityPolicy: string;
  nodeTaintsPolicy: string;
  matchLabelKeys: string[];
}>;

export type TypedLocalObjectReference = Optional<{ apiGroup: string | null; kind: string; name: string }>;

export type TypedObjectReference = Optional<{
  apiGroup: string | null;
  kind: string;
  name: string;
  namespace: string;
}>;

export type Volume = Optional<{
  name: string;
  hostPath: HostPathVolumeSource;
  emptyDir: EmptyDirVolumeSource;
  gcePersistentDisk: GCEPersistentDiskVolumeSource;
  awsElasticBlockStore: AWSElasticBlockStoreVolumeSource;
  gitRepo: GitRepoVolumeSource;
  secret: SecretVolumeSource;
  nfs: NFSVolumeSource;
  iscsi: ISCSIVolumeSource;
  glusterfs: GlusterfsVolumeSource;
  persistentVolumeClaim: PersistentVolumeClaimVolumeSource;
  rbd: RBDVolumeSource;
  flexVolume: FlexVolumeSource;
  cinder: CinderVolumeSource;
  cephfs: CephFSVolumeSource;
  flocker: FlockerVolumeSource;
  downwardAPI: DownwardAPIVolumeSource;
  fc: FCVolumeSource;
  azureFile: AzureFileVolumeSource;
  configMap: ConfigMapVolumeSource;
  vsphereVolume: VsphereVirtualDiskVolumeSource;
  quobyte: QuobyteVolumeSource;
  azureDisk: AzureDiskVolumeSource;
  photonPersistentDisk: PhotonPersistentDiskVolumeSource;
  projected: ProjectedVolumeSource;
  portworxVolume: PortworxVolumeSource;
  scaleIO: ScaleIOVolumeSource;
  storageos: StorageOSVolumeSource;
  csi: CSIVolumeSource;
  ephemeral: EphemeralVolumeSource;
  image: ImageVolumeSource;
}>;

export type VolumeDevice = Optional<{ name: string; devicePath: string }>;
export type VolumeHealthCondition = Optional<{ status: string; reason: string; message: string }>;

export type VolumeHealthStatus = Optional<{
  healthConditions: VolumeHealthCondition[];
  lastTransitionTime: string | null;
}>;

export type VolumeMount = Optional<{
  name: string;
  readOnly: boolean;
  recursiveReadOnly: string;
  mountPath: string;
  subPath: string;
  mountPropagation: string;
  subPathExpr: string;
  bindMountOptions: string[];
}>;

export type VolumeMountStatus = Optional<{
  name: string;
  mountPath: string;
  readOnly: boolean;
  recursiveReadOnly: string;
  volumeStatus: VolumeStatus;
}>;

export type VolumeNodeAffinity = Optional<{ required: NodeSelector }>;

export type VolumeProjection = Optional<{
  secret: SecretProjection;
  downwardAPI: DownwardAPIProjection;
  configMap: ConfigMapProjection;
  serviceAccountToken: ServiceAccountTokenProjection;
  clusterTrustBundle: ClusterTrustBundleProjection;
  podCertificate: PodCertificateProjection;
}>;

export type VolumeResourceRequirements = Optional<{
  limits: { [key: string]: string };
  requests: { [key: string]: string };
}>;

export type VolumeSource = Optional<{
  hostPath: HostPathVolumeSource;
  emptyDir: EmptyDirVolumeSource;
  gcePersistentDisk: GCEPersistentDiskVolumeSource;
  awsElasticBlockStore: AWSElasticBlockStoreVolumeSource;
  gitRepo: GitRepoVolumeSource;
  secret: SecretVolumeSource;
  nfs: NFSVolumeSource;
  iscsi: ISCSIVolumeSource;
  glusterfs: GlusterfsVolumeSource;
  persistentVolumeClaim: PersistentVolumeClaimVolumeSource;
  rbd: RBDVolumeSource;
  flexVolume: FlexVolumeSource;
  cinder: CinderVolumeSource;
  cephfs: CephFSVolumeSource;
  flocker: FlockerVolumeSource;
  downwardAPI: DownwardAPIVolumeSource;
  fc: FCVolumeSource;
  azureFile: AzureFileVolumeSource;
  configMap: ConfigMapVolumeSource;
  vsphereVolume: VsphereVirtualDiskVolumeSource;
  quobyte: QuobyteVolumeSource;
  azureDisk: AzureDiskVolumeSource;
  photonPersistentDisk: PhotonPersistentDiskVolumeSource;
  projected: ProjectedVolumeSource;
  portworxVolume: PortworxVolumeSource;
  scaleIO: ScaleIOVolumeSource;
  storageos: StorageOSVolumeSource;
  csi: CSIVolumeSource;
  ephemeral: EphemeralVolumeSource;
  image: ImageVolumeSource;
}>;

export type VolumeStatus = Optional<{ image: ImageVolumeStatus }>;

export type VsphereVirtualDiskVolumeSource = Optional<{
  volumePath: string;
  fsType: string;
  storagePolicyName: string;
  storagePolicyID: string;
}>;

export type WeightedPodAffinityTerm = Optional<{ weight: number; podAffinityTerm: PodAffinityTerm }>;

export type WindowsSecurityContextOptions = Optional<{
  gmsaCredentialSpecName: string;
  gmsaCredentialSpec: string;
  runAsUserName: string;
  hostProcess: boolean;
}>;
