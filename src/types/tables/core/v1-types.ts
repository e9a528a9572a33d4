// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Condition, LabelSelector } from "../meta/v1-types.ts";

export type AWSElasticBlockStoreVolumeSource = {
  volumeID?: string | undefined;
  fsType?: string | undefined;
  partition?: number | undefined;
  readOnly?: boolean | undefined;
};

export type Affinity = {
  nodeAffinity?: NodeAffinity | undefined;
  podAffinity?: PodAffinity | undefined;
  podAntiAffinity?: PodAntiAffinity | undefined;
};

export type AppArmorProfile = {
  type?: string | undefined;
  localhostProfile?: string | undefined;
};

export type AttachedVolume = {
  name?: string | undefined;
  devicePath?: string | undefined;
};

export type AzureDiskVolumeSource = {
  diskName?: string | undefined;
  diskURI?: string | undefined;
  cachingMode?: string | undefined;
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
  kind?: string | undefined;
};

export type AzureFilePersistentVolumeSource = {
  secretName?: string | undefined;
  shareName?: string | undefined;
  readOnly?: boolean | undefined;
  secretNamespace?: string | null | undefined;
};

export type AzureFileVolumeSource = {
  secretName?: string | undefined;
  shareName?: string | undefined;
  readOnly?: boolean | undefined;
};

export type CSIPersistentVolumeSource = {
  driver?: string | undefined;
  volumeHandle?: string | undefined;
  readOnly?: boolean | undefined;
  fsType?: string | undefined;
  volumeAttributes?: { [key: string]: string } | undefined;
  controllerPublishSecretRef?: SecretReference | undefined;
  nodeStageSecretRef?: SecretReference | undefined;
  nodePublishSecretRef?: SecretReference | undefined;
  controllerExpandSecretRef?: SecretReference | undefined;
  nodeExpandSecretRef?: SecretReference | undefined;
};

export type CSIVolumeSource = {
  driver?: string | undefined;
  readOnly?: boolean | undefined;
  fsType?: string | undefined;
  volumeAttributes?: { [key: string]: string } | undefined;
  nodePublishSecretRef?: LocalObjectReference | undefined;
};

export type Capabilities = {
  add?: string[] | undefined;
  drop?: string[] | undefined;
};

export type CephFSPersistentVolumeSource = {
  monitors?: string[] | null | undefined;
  path?: string | undefined;
  user?: string | undefined;
  secretFile?: string | undefined;
  secretRef?: SecretReference | undefined;
  readOnly?: boolean | undefined;
};

export type CephFSVolumeSource = {
  monitors?: string[] | null | undefined;
  path?: string | undefined;
  user?: string | undefined;
  secretFile?: string | undefined;
  secretRef?: LocalObjectReference | undefined;
  readOnly?: boolean | undefined;
};

export type CinderPersistentVolumeSource = {
  volumeID?: string | undefined;
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
  secretRef?: SecretReference | undefined;
};

export type CinderVolumeSource = {
  volumeID?: string | undefined;
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
  secretRef?: LocalObjectReference | undefined;
};

export type ClientIPConfig = {
  timeoutSeconds?: number | undefined;
};

export type ClusterTrustBundleProjection = {
  name?: string | undefined;
  signerName?: string | undefined;
  labelSelector?: LabelSelector | undefined;
  optional?: boolean | undefined;
  path?: string | undefined;
  user?: number | undefined;
};

export type ConfigMap = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  immutable?: boolean | undefined;
  data?: { [key: string]: string } | undefined;
  binaryData?: { [key: string]: string } | undefined;
};

export type ConfigMapEnvSource = {
  name?: string | undefined;
  optional?: boolean | undefined;
};

export type ConfigMapKeySelector = {
  name?: string | undefined;
  key?: string | undefined;
  optional?: boolean | undefined;
};

export type ConfigMapNodeConfigSource = {
  namespace?: string | undefined;
  name?: string | undefined;
  uid?: string | undefined;
  resourceVersion?: string | undefined;
  kubeletConfigKey?: string | undefined;
};

export type ConfigMapProjection = {
  name?: string | undefined;
  items?: KeyToPath[] | undefined;
  optional?: boolean | undefined;
};

export type ConfigMapVolumeSource = {
  name?: string | undefined;
  items?: KeyToPath[] | undefined;
  defaultMode?: number | undefined;
  optional?: boolean | undefined;
  defaultUser?: number | undefined;
};

export type Container = {
  name?: string | undefined;
  image?: string | undefined;
  command?: string[] | undefined;
  args?: string[] | undefined;
  workingDir?: string | undefined;
  ports?: ContainerPort[] | undefined;
  envFrom?: EnvFromSource[] | undefined;
  env?: EnvVar[] | undefined;
  resources?: ResourceRequirements | undefined;
  resizePolicy?: ContainerResizePolicy[] | undefined;
  restartPolicy?: string | undefined;
  restartPolicyRules?: ContainerRestartRule[] | undefined;
  volumeMounts?: VolumeMount[] | undefined;
  volumeDevices?: VolumeDevice[] | undefined;
  livenessProbe?: Probe | undefined;
  readinessProbe?: Probe | undefined;
  startupProbe?: Probe | undefined;
  lifecycle?: Lifecycle | undefined;
  terminationMessagePath?: string | undefined;
  terminationMessagePolicy?: string | undefined;
  imagePullPolicy?: string | undefined;
  securityContext?: SecurityContext | undefined;
  stdin?: boolean | undefined;
  stdinOnce?: boolean | undefined;
  tty?: boolean | undefined;
};

export type ContainerExtendedResourceRequest = {
  containerName?: string | undefined;
  resourceName?: string | undefined;
  requestName?: string | undefined;
};

export type ContainerImage = {
  names?: string[] | null | undefined;
  sizeBytes?: number | undefined;
};

export type ContainerPort = {
  name?: string | undefined;
  hostPort?: number | undefined;
  containerPort?: number | undefined;
  protocol?: string | undefined;
  hostIP?: string | undefined;
};

export type ContainerResizePolicy = {
  resourceName?: string | undefined;
  restartPolicy?: string | undefined;
};

export type ContainerRestartRule = {
  action?: string | undefined;
  exitCodes?: ContainerRestartRuleOnExitCodes | undefined;
};

export type ContainerRestartRuleOnExitCodes = {
  operator?: string | undefined;
  values?: number[] | undefined;
};

export type ContainerState = {
  waiting?: ContainerStateWaiting | undefined;
  running?: ContainerStateRunning | undefined;
  terminated?: ContainerStateTerminated | undefined;
};

export type ContainerStateRunning = {
  startedAt?: string | null | undefined;
};

export type ContainerStateTerminated = {
  exitCode?: number | undefined;
  signal?: number | undefined;
  reason?: string | undefined;
  message?: string | undefined;
  startedAt?: string | null | undefined;
  finishedAt?: string | null | undefined;
  containerID?: string | undefined;
};

export type ContainerStateWaiting = {
  reason?: string | undefined;
  message?: string | undefined;
};

export type ContainerStatus = {
  name?: string | undefined;
  state?: ContainerState | undefined;
  lastState?: ContainerState | undefined;
  ready?: boolean | undefined;
  restartCount?: number | undefined;
  image?: string | undefined;
  imageID?: string | undefined;
  containerID?: string | undefined;
  started?: boolean | undefined;
  allocatedResources?: { [key: string]: string } | undefined;
  resources?: ResourceRequirements | undefined;
  volumeMounts?: VolumeMountStatus[] | undefined;
  user?: ContainerUser | undefined;
  allocatedResourcesStatus?: ResourceStatus[] | undefined;
  stopSignal?: string | undefined;
};

export type ContainerUser = {
  linux?: LinuxContainerUser | undefined;
};

export type DaemonEndpoint = {
  Port?: number | undefined;
};

export type DownwardAPIProjection = {
  items?: DownwardAPIVolumeFile[] | undefined;
};

export type DownwardAPIVolumeFile = {
  path?: string | undefined;
  fieldRef?: ObjectFieldSelector | undefined;
  resourceFieldRef?: ResourceFieldSelector | undefined;
  mode?: number | undefined;
  user?: number | undefined;
};

export type DownwardAPIVolumeSource = {
  items?: DownwardAPIVolumeFile[] | undefined;
  defaultMode?: number | undefined;
  defaultUser?: number | undefined;
};

export type EmptyDirVolumeSource = {
  medium?: string | undefined;
  sizeLimit?: string | undefined;
  mode?: number | undefined;
};

export type EndpointAddress = {
  ip?: string | undefined;
  hostname?: string | undefined;
  nodeName?: string | undefined;
  targetRef?: ObjectReference | undefined;
};

export type EndpointPort = {
  name?: string | undefined;
  port?: number | undefined;
  protocol?: string | undefined;
  appProtocol?: string | undefined;
};

export type EndpointSubset = {
  addresses?: EndpointAddress[] | undefined;
  notReadyAddresses?: EndpointAddress[] | undefined;
  ports?: EndpointPort[] | undefined;
};

export type Endpoints = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  subsets?: EndpointSubset[] | undefined;
};

export type EnvFromSource = {
  prefix?: string | undefined;
  configMapRef?: ConfigMapEnvSource | undefined;
  secretRef?: SecretEnvSource | undefined;
};

export type EnvVar = {
  name?: string | undefined;
  value?: string | undefined;
  valueFrom?: EnvVarSource | undefined;
};

export type EnvVarSource = {
  fieldRef?: ObjectFieldSelector | undefined;
  resourceFieldRef?: ResourceFieldSelector | undefined;
  configMapKeyRef?: ConfigMapKeySelector | undefined;
  secretKeyRef?: SecretKeySelector | undefined;
  fileKeyRef?: FileKeySelector | undefined;
};

export type EphemeralContainer = {
  name?: string | undefined;
  image?: string | undefined;
  command?: string[] | undefined;
  args?: string[] | undefined;
  workingDir?: string | undefined;
  ports?: ContainerPort[] | undefined;
  envFrom?: EnvFromSource[] | undefined;
  env?: EnvVar[] | undefined;
  resources?: ResourceRequirements | undefined;
  resizePolicy?: ContainerResizePolicy[] | undefined;
  restartPolicy?: string | undefined;
  restartPolicyRules?: ContainerRestartRule[] | undefined;
  volumeMounts?: VolumeMount[] | undefined;
  volumeDevices?: VolumeDevice[] | undefined;
  livenessProbe?: Probe | undefined;
  readinessProbe?: Probe | undefined;
  startupProbe?: Probe | undefined;
  lifecycle?: Lifecycle | undefined;
  terminationMessagePath?: string | undefined;
  terminationMessagePolicy?: string | undefined;
  imagePullPolicy?: string | undefined;
  securityContext?: SecurityContext | undefined;
  stdin?: boolean | undefined;
  stdinOnce?: boolean | undefined;
  tty?: boolean | undefined;
  targetContainerName?: string | undefined;
};

export type EphemeralContainerCommon = {
  name?: string | undefined;
  image?: string | undefined;
  command?: string[] | undefined;
  args?: string[] | undefined;
  workingDir?: string | undefined;
  ports?: ContainerPort[] | undefined;
  envFrom?: EnvFromSource[] | undefined;
  env?: EnvVar[] | undefined;
  resources?: ResourceRequirements | undefined;
  resizePolicy?: ContainerResizePolicy[] | undefined;
  restartPolicy?: string | undefined;
  restartPolicyRules?: ContainerRestartRule[] | undefined;
  volumeMounts?: VolumeMount[] | undefined;
  volumeDevices?: VolumeDevice[] | undefined;
  livenessProbe?: Probe | undefined;
  readinessProbe?: Probe | undefined;
  startupProbe?: Probe | undefined;
  lifecycle?: Lifecycle | undefined;
  terminationMessagePath?: string | undefined;
  terminationMessagePolicy?: string | undefined;
  imagePullPolicy?: string | undefined;
  securityContext?: SecurityContext | undefined;
  stdin?: boolean | undefined;
  stdinOnce?: boolean | undefined;
  tty?: boolean | undefined;
};

export type EphemeralVolumeSource = {
  volumeClaimTemplate?: PersistentVolumeClaimTemplate | undefined;
};

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

export type EventSeries = {
  count?: number | undefined;
  lastObservedTime?: string | null | undefined;
};

export type EventSource = {
  component?: string | undefined;
  host?: string | undefined;
};

export type EvictionResponder = {
  name?: string | undefined;
  priority?: number | null | undefined;
};

export type ExecAction = {
  command?: string[] | undefined;
};

export type FCVolumeSource = {
  targetWWNs?: string[] | undefined;
  lun?: number | undefined;
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
  wwids?: string[] | undefined;
};

export type FileKeySelector = {
  volumeName?: string | undefined;
  path?: string | undefined;
  key?: string | undefined;
  optional?: boolean | undefined;
};

export type FlexPersistentVolumeSource = {
  driver?: string | undefined;
  fsType?: string | undefined;
  secretRef?: SecretReference | undefined;
  readOnly?: boolean | undefined;
  options?: { [key: string]: string } | undefined;
};

export type FlexVolumeSource = {
  driver?: string | undefined;
  fsType?: string | undefined;
  secretRef?: LocalObjectReference | undefined;
  readOnly?: boolean | undefined;
  options?: { [key: string]: string } | undefined;
};

export type FlockerVolumeSource = {
  datasetName?: string | undefined;
  datasetUUID?: string | undefined;
};

export type GCEPersistentDiskVolumeSource = {
  pdName?: string | undefined;
  fsType?: string | undefined;
  partition?: number | undefined;
  readOnly?: boolean | undefined;
};

export type GRPCAction = {
  port?: number | undefined;
  service?: string | null | undefined;
  mode?: string | undefined;
};

export type GitRepoVolumeSource = {
  repository?: string | undefined;
  revision?: string | undefined;
  directory?: string | undefined;
};

export type GlusterfsPersistentVolumeSource = {
  endpoints?: string | undefined;
  path?: string | undefined;
  readOnly?: boolean | undefined;
  endpointsNamespace?: string | undefined;
};

export type GlusterfsVolumeSource = {
  endpoints?: string | undefined;
  path?: string | undefined;
  readOnly?: boolean | undefined;
};

export type HTTPGetAction = {
  path?: string | undefined;
  port?: string | number | undefined;
  host?: string | undefined;
  scheme?: string | undefined;
  httpHeaders?: HTTPHeader[] | undefined;
  protocol?: string | undefined;
};

export type HTTPHeader = {
  name?: string | undefined;
  value?: string | undefined;
};

export type HostAlias = {
  ip?: string | undefined;
  hostnames?: string[] | undefined;
};

export type HostIP = {
  ip?: string | undefined;
};

export type HostPathVolumeSource = {
  path?: string | undefined;
  type?: string | undefined;
};

export type ISCSIPersistentVolumeSource = {
  targetPortal?: string | undefined;
  iqn?: string | undefined;
  lun?: number | undefined;
  iscsiInterface?: string | undefined;
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
  portals?: string[] | undefined;
  chapAuthDiscovery?: boolean | undefined;
  chapAuthSession?: boolean | undefined;
  secretRef?: SecretReference | undefined;
  initiatorName?: string | undefined;
};

export type ISCSIVolumeSource = {
  targetPortal?: string | undefined;
  iqn?: string | undefined;
  lun?: number | undefined;
  iscsiInterface?: string | undefined;
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
  portals?: string[] | undefined;
  chapAuthDiscovery?: boolean | undefined;
  chapAuthSession?: boolean | undefined;
  secretRef?: LocalObjectReference | undefined;
  initiatorName?: string | undefined;
};

export type ImageVolumeSource = {
  reference?: string | undefined;
  pullPolicy?: string | undefined;
};

export type ImageVolumeStatus = {
  imageRef?: string | undefined;
};

export type KeyToPath = {
  key?: string | undefined;
  path?: string | undefined;
  mode?: number | undefined;
  user?: number | undefined;
};

export type Lifecycle = {
  postStart?: LifecycleHandler | undefined;
  preStop?: LifecycleHandler | undefined;
  stopSignal?: string | undefined;
};

export type LifecycleHandler = {
  exec?: ExecAction | undefined;
  httpGet?: HTTPGetAction | undefined;
  tcpSocket?: TCPSocketAction | undefined;
  sleep?: SleepAction | undefined;
};

export type LimitRangeItem = {
  type?: string | undefined;
  max?: { [key: string]: string } | undefined;
  min?: { [key: string]: string } | undefined;
  default?: { [key: string]: string } | undefined;
  defaultRequest?: { [key: string]: string } | undefined;
  maxLimitRequestRatio?: { [key: string]: string } | undefined;
};

export type LinuxContainerUser = {
  uid?: number | undefined;
  gid?: number | undefined;
  supplementalGroups?: number[] | undefined;
};

export type LoadBalancerIngress = {
  ip?: string | undefined;
  hostname?: string | undefined;
  ipMode?: string | undefined;
  ports?: PortStatus[] | undefined;
};

export type LoadBalancerStatus = {
  ingress?: LoadBalancerIngress[] | undefined;
};

export type LocalObjectReference = {
  name?: string | undefined;
};

export type LocalVolumeSource = {
  path?: string | undefined;
  fsType?: string | undefined;
};

export type ModifyVolumeStatus = {
  targetVolumeAttributesClassName?: string | undefined;
  status?: string | undefined;
};

export type NFSVolumeSource = {
  server?: string | undefined;
  path?: string | undefined;
  readOnly?: boolean | undefined;
};

export type Namespace = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: NamespaceSpec | undefined;
  status?: NamespaceStatus | undefined;
};

export type NamespaceCondition = {
  type?: string | undefined;
  status?: string | undefined;
  lastTransitionTime?: string | null | undefined;
  reason?: string | undefined;
  message?: string | undefined;
};

export type NamespaceSpec = {
  finalizers?: string[] | undefined;
};

export type NamespaceStatus = {
  phase?: string | undefined;
  conditions?: NamespaceCondition[] | undefined;
};

export type Node = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: NodeSpec | undefined;
  status?: NodeStatus | undefined;
};

export type NodeAddress = {
  type?: string | undefined;
  address?: string | undefined;
};

export type NodeAffinity = {
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector | undefined;
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[] | undefined;
};

export type NodeAllocatableMappedResources = {
  name?: string | undefined;
  quantity?: string | null | undefined;
};

export type NodeAllocatableOverheadResources = {
  name?: string | undefined;
  perPod?: string | undefined;
  perContainer?: string | undefined;
};

export type NodeAllocatableResourceClaimStatus = {
  resourceClaimName?: string | undefined;
  containers?: string[] | undefined;
  mapping?: NodeAllocatableMappedResources[] | undefined;
  overhead?: NodeAllocatableOverheadResources[] | undefined;
};

export type NodeCondition = {
  type?: string | undefined;
  status?: string | undefined;
  lastHeartbeatTime?: string | null | undefined;
  lastTransitionTime?: string | null | undefined;
  reason?: string | undefined;
  message?: string | undefined;
};

export type NodeConfigSource = {
  configMap?: ConfigMapNodeConfigSource | undefined;
};

export type NodeConfigStatus = {
  assigned?: NodeConfigSource | undefined;
  active?: NodeConfigSource | undefined;
  lastKnownGood?: NodeConfigSource | undefined;
  error?: string | undefined;
};

export type NodeDaemonEndpoints = {
  kubeletEndpoint?: DaemonEndpoint | undefined;
};

export type NodeFeatures = {
  supplementalGroupsPolicy?: boolean | undefined;
};

export type NodeRuntimeHandler = {
  name?: string | undefined;
  features?: NodeRuntimeHandlerFeatures | undefined;
};

export type NodeRuntimeHandlerFeatures = {
  recursiveReadOnlyMounts?: boolean | undefined;
  userNamespaces?: boolean | undefined;
};

export type NodeSelector = {
  nodeSelectorTerms?: NodeSelectorTerm[] | null | undefined;
};

export type NodeSelectorRequirement = {
  key?: string | undefined;
  operator?: string | undefined;
  values?: string[] | undefined;
};

export type NodeSelectorTerm = {
  matchExpressions?: NodeSelectorRequirement[] | undefined;
  matchFields?: NodeSelectorRequirement[] | undefined;
};

export type NodePodPreemptionPolicy = {
  disableResizePreemption?: string[] | undefined;
};

export type NodeSpec = {
  podCIDR?: string | undefined;
  podCIDRs?: string[] | undefined;
  providerID?: string | undefined;
  unschedulable?: boolean | undefined;
  taints?: Taint[] | undefined;
  configSource?: NodeConfigSource | undefined;
  externalID?: string | undefined;
  podPreemptionPolicy?: NodePodPreemptionPolicy | undefined;
};

export type NodeStatus = {
  capacity?: { [key: string]: string } | undefined;
  allocatable?: { [key: string]: string } | undefined;
  phase?: string | undefined;
  conditions?: NodeCondition[] | undefined;
  addresses?: NodeAddress[] | undefined;
  daemonEndpoints?: NodeDaemonEndpoints | undefined;
  nodeInfo?: NodeSystemInfo | undefined;
  images?: ContainerImage[] | undefined;
  volumesInUse?: string[] | undefined;
  volumesAttached?: AttachedVolume[] | undefined;
  config?: NodeConfigStatus | undefined;
  runtimeHandlers?: NodeRuntimeHandler[] | undefined;
  features?: NodeFeatures | undefined;
  declaredFeatures?: string[] | undefined;
};

export type NodeSwapStatus = {
  capacity?: number | undefined;
};

export type NodeSystemInfo = {
  machineID?: string | undefined;
  systemUUID?: string | undefined;
  bootID?: string | undefined;
  kernelVersion?: string | undefined;
  osImage?: string | undefined;
  containerRuntimeVersion?: string | undefined;
  kubeletVersion?: string | undefined;
  kubeProxyVersion?: string | undefined;
  operatingSystem?: string | undefined;
  architecture?: string | undefined;
  swap?: NodeSwapStatus | undefined;
  runningInUserNamespace?: boolean | undefined;
};

export type ObjectFieldSelector = {
  apiVersion?: string | undefined;
  fieldPath?: string | undefined;
};

export type ObjectReference = {
  kind?: string | undefined;
  namespace?: string | undefined;
  name?: string | undefined;
  uid?: string | undefined;
  apiVersion?: string | undefined;
  resourceVersion?: string | undefined;
  fieldPath?: string | undefined;
};

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

export type PersistentVolumeClaimCondition = {
  type?: string | undefined;
  status?: string | undefined;
  lastProbeTime?: string | null | undefined;
  lastTransitionTime?: string | null | undefined;
  reason?: string | undefined;
  message?: string | undefined;
};

export type PersistentVolumeClaimSpec = {
  accessModes?: string[] | undefined;
  selector?: LabelSelector | undefined;
  resources?: VolumeResourceRequirements | undefined;
  volumeName?: string | undefined;
  storageClassName?: string | undefined;
  volumeMode?: string | undefined;
  dataSource?: TypedLocalObjectReference | undefined;
  dataSourceRef?: TypedObjectReference | undefined;
  volumeAttributesClassName?: string | undefined;
};

export type PersistentVolumeClaimStatus = {
  phase?: string | undefined;
  accessModes?: string[] | undefined;
  capacity?: { [key: string]: string } | undefined;
  conditions?: PersistentVolumeClaimCondition[] | undefined;
  allocatedResources?: { [key: string]: string } | undefined;
  allocatedResourceStatuses?: { [key: string]: string } | undefined;
  currentVolumeAttributesClassName?: string | undefined;
  modifyVolumeStatus?: ModifyVolumeStatus | undefined;
  healthStatus?: VolumeHealthStatus | undefined;
};

export type PersistentVolumeClaimTemplate = {
  metadata: ObjectMeta;
  spec?: PersistentVolumeClaimSpec | undefined;
};

export type PersistentVolumeClaimVolumeSource = {
  claimName?: string | undefined;
  readOnly?: boolean | undefined;
};

export type PersistentVolumeSource = {
  gcePersistentDisk?: GCEPersistentDiskVolumeSource | undefined;
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource | undefined;
  hostPath?: HostPathVolumeSource | undefined;
  glusterfs?: GlusterfsPersistentVolumeSource | undefined;
  nfs?: NFSVolumeSource | undefined;
  rbd?: RBDPersistentVolumeSource | undefined;
  iscsi?: ISCSIPersistentVolumeSource | undefined;
  cinder?: CinderPersistentVolumeSource | undefined;
  cephfs?: CephFSPersistentVolumeSource | undefined;
  fc?: FCVolumeSource | undefined;
  flocker?: FlockerVolumeSource | undefined;
  flexVolume?: FlexPersistentVolumeSource | undefined;
  azureFile?: AzureFilePersistentVolumeSource | undefined;
  vsphereVolume?: VsphereVirtualDiskVolumeSource | undefined;
  quobyte?: QuobyteVolumeSource | undefined;
  azureDisk?: AzureDiskVolumeSource | undefined;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource | undefined;
  portworxVolume?: PortworxVolumeSource | undefined;
  scaleIO?: ScaleIOPersistentVolumeSource | undefined;
  local?: LocalVolumeSource | undefined;
  storageos?: StorageOSPersistentVolumeSource | undefined;
  csi?: CSIPersistentVolumeSource | undefined;
};

export type PersistentVolumeSpec = {
  capacity?: { [key: string]: string } | undefined;
  gcePersistentDisk?: GCEPersistentDiskVolumeSource | undefined;
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource | undefined;
  hostPath?: HostPathVolumeSource | undefined;
  glusterfs?: GlusterfsPersistentVolumeSource | undefined;
  nfs?: NFSVolumeSource | undefined;
  rbd?: RBDPersistentVolumeSource | undefined;
  iscsi?: ISCSIPersistentVolumeSource | undefined;
  cinder?: CinderPersistentVolumeSource | undefined;
  cephfs?: CephFSPersistentVolumeSource | undefined;
  fc?: FCVolumeSource | undefined;
  flocker?: FlockerVolumeSource | undefined;
  flexVolume?: FlexPersistentVolumeSource | undefined;
  azureFile?: AzureFilePersistentVolumeSource | undefined;
  vsphereVolume?: VsphereVirtualDiskVolumeSource | undefined;
  quobyte?: QuobyteVolumeSource | undefined;
  azureDisk?: AzureDiskVolumeSource | undefined;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource | undefined;
  portworxVolume?: PortworxVolumeSource | undefined;
  scaleIO?: ScaleIOPersistentVolumeSource | undefined;
  local?: LocalVolumeSource | undefined;
  storageos?: StorageOSPersistentVolumeSource | undefined;
  csi?: CSIPersistentVolumeSource | undefined;
  accessModes?: string[] | undefined;
  claimRef?: ObjectReference | undefined;
  persistentVolumeReclaimPolicy?: string | undefined;
  storageClassName?: string | undefined;
  mountOptions?: string[] | undefined;
  volumeMode?: string | undefined;
  nodeAffinity?: VolumeNodeAffinity | undefined;
  volumeAttributesClassName?: string | undefined;
};

export type PersistentVolumeStatus = {
  phase?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  lastPhaseTransitionTime?: string | undefined;
};

export type PhotonPersistentDiskVolumeSource = {
  pdID?: string | undefined;
  fsType?: string | undefined;
};

export type Pod = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: PodSpec | undefined;
  status?: PodStatus | undefined;
};

export type PodAffinity = {
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[] | undefined;
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[] | undefined;
};

export type PodAffinityTerm = {
  labelSelector?: LabelSelector | undefined;
  namespaces?: string[] | undefined;
  topologyKey?: string | undefined;
  namespaceSelector?: LabelSelector | undefined;
  matchLabelKeys?: string[] | undefined;
  mismatchLabelKeys?: string[] | undefined;
};

export type PodAntiAffinity = {
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[] | undefined;
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[] | undefined;
};

export type PodCertificateProjection = {
  signerName?: string | undefined;
  keyType?: string | undefined;
  maxExpirationSeconds?: number | undefined;
  credentialBundlePath?: string | undefined;
  keyPath?: string | undefined;
  certificateChainPath?: string | undefined;
  userAnnotations?: { [key: string]: string } | undefined;
  user?: number | undefined;
};

export type PodCondition = {
  type?: string | undefined;
  observedGeneration?: number | undefined;
  status?: string | undefined;
  lastProbeTime?: string | null | undefined;
  lastTransitionTime?: string | null | undefined;
  reason?: string | undefined;
  message?: string | undefined;
};

export type PodDNSConfig = {
  nameservers?: string[] | undefined;
  searches?: string[] | undefined;
  options?: PodDNSConfigOption[] | undefined;
};

export type PodDNSConfigOption = {
  name?: string | undefined;
  value?: string | undefined;
};

export type PodExtendedResourceClaimStatus = {
  requestMappings?: ContainerExtendedResourceRequest[] | null | undefined;
  resourceClaimName?: string | undefined;
};

export type PodIP = {
  ip?: string | undefined;
};

export type PodOS = {
  name?: string | undefined;
};

export type PodReadinessGate = {
  conditionType?: string | undefined;
};

export type PodResourceClaim = {
  name?: string | undefined;
  resourceClaimName?: string | undefined;
  resourceClaimTemplateName?: string | undefined;
};

export type PodResourceClaimStatus = {
  name?: string | undefined;
  resourceClaimName?: string | undefined;
};

export type PodSchedulingGate = {
  name?: string | undefined;
};

export type PodSchedulingGroup = {
  podGroupName?: string | undefined;
};

export type PodSecurityContext = {
  seLinuxOptions?: SELinuxOptions | undefined;
  windowsOptions?: WindowsSecurityContextOptions | undefined;
  runAsUser?: number | undefined;
  runAsGroup?: number | undefined;
  runAsNonRoot?: boolean | undefined;
  supplementalGroups?: number[] | undefined;
  supplementalGroupsPolicy?: string | undefined;
  fsGroup?: number | undefined;
  sysctls?: Sysctl[] | undefined;
  fsGroupChangePolicy?: string | undefined;
  seccompProfile?: SeccompProfile | undefined;
  appArmorProfile?: AppArmorProfile | undefined;
  seLinuxChangePolicy?: string | undefined;
};

export type PodSpec = {
  volumes?: Volume[] | undefined;
  initContainers?: Container[] | undefined;
  containers?: Container[] | null | undefined;
  ephemeralContainers?: EphemeralContainer[] | undefined;
  restartPolicy?: string | undefined;
  terminationGracePeriodSeconds?: number | undefined;
  activeDeadlineSeconds?: number | undefined;
  dnsPolicy?: string | undefined;
  nodeSelector?: { [key: string]: string } | undefined;
  serviceAccountName?: string | undefined;
  serviceAccount?: string | undefined;
  automountServiceAccountToken?: boolean | undefined;
  nodeName?: string | undefined;
  hostNetwork?: boolean | undefined;
  hostPID?: boolean | undefined;
  hostIPC?: boolean | undefined;
  shareProcessNamespace?: boolean | undefined;
  securityContext?: PodSecurityContext | undefined;
  imagePullSecrets?: LocalObjectReference[] | undefined;
  hostname?: string | undefined;
  subdomain?: string | undefined;
  affinity?: Affinity | undefined;
  schedulerName?: string | undefined;
  tolerations?: Toleration[] | undefined;
  hostAliases?: HostAlias[] | undefined;
  priorityClassName?: string | undefined;
  priority?: number | undefined;
  dnsConfig?: PodDNSConfig | undefined;
  readinessGates?: PodReadinessGate[] | undefined;
  runtimeClassName?: string | undefined;
  enableServiceLinks?: boolean | undefined;
  preemptionPolicy?: string | undefined;
  overhead?: { [key: string]: string } | undefined;
  topologySpreadConstraints?: TopologySpreadConstraint[] | undefined;
  setHostnameAsFQDN?: boolean | undefined;
  os?: PodOS | undefined;
  hostUsers?: boolean | undefined;
  schedulingGates?: PodSchedulingGate[] | undefined;
  resourceClaims?: PodResourceClaim[] | undefined;
  resources?: ResourceRequirements | undefined;
  hostnameOverride?: string | undefined;
  schedulingGroup?: PodSchedulingGroup | undefined;
  evictionResponders?: EvictionResponder[] | undefined;
};

export type PodStatus = {
  observedGeneration?: number | undefined;
  phase?: string | undefined;
  conditions?: PodCondition[] | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  nominatedNodeName?: string | undefined;
  hostIP?: string | undefined;
  hostIPs?: HostIP[] | undefined;
  podIP?: string | undefined;
  podIPs?: PodIP[] | undefined;
  startTime?: string | undefined;
  initContainerStatuses?: ContainerStatus[] | undefined;
  containerStatuses?: ContainerStatus[] | undefined;
  qosClass?: string | undefined;
  ephemeralContainerStatuses?: ContainerStatus[] | undefined;
  resize?: string | undefined;
  resourceClaimStatuses?: PodResourceClaimStatus[] | undefined;
  extendedResourceClaimStatus?: PodExtendedResourceClaimStatus | undefined;
  allocatedResources?: { [key: string]: string } | undefined;
  resources?: ResourceRequirements | undefined;
  nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[] | undefined;
  volumeHealth?: PodVolumeHealth[] | undefined;
};

export type PodTemplateSpec = {
  metadata: ObjectMeta;
  spec?: PodSpec | undefined;
};

export type PodVolumeHealth = {
  name?: string | undefined;
  healthConditions?: VolumeHealthCondition[] | undefined;
  lastTransitionTime?: string | null | undefined;
};

export type PortStatus = {
  port?: number | undefined;
  protocol?: string | undefined;
  error?: string | undefined;
};

export type PortworxVolumeSource = {
  volumeID?: string | undefined;
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
};

export type PreferredSchedulingTerm = {
  weight?: number | undefined;
  preference?: NodeSelectorTerm | undefined;
};

export type Probe = {
  exec?: ExecAction | undefined;
  httpGet?: HTTPGetAction | undefined;
  tcpSocket?: TCPSocketAction | undefined;
  grpc?: GRPCAction | undefined;
  initialDelaySeconds?: number | undefined;
  timeoutSeconds?: number | undefined;
  periodSeconds?: number | undefined;
  successThreshold?: number | undefined;
  failureThreshold?: number | undefined;
  terminationGracePeriodSeconds?: number | undefined;
};

export type ProbeHandler = {
  exec?: ExecAction | undefined;
  httpGet?: HTTPGetAction | undefined;
  tcpSocket?: TCPSocketAction | undefined;
  grpc?: GRPCAction | undefined;
};

export type ProjectedVolumeSource = {
  sources?: VolumeProjection[] | null | undefined;
  defaultMode?: number | undefined;
  defaultUser?: number | undefined;
};

export type QuobyteVolumeSource = {
  registry?: string | undefined;
  volume?: string | undefined;
  readOnly?: boolean | undefined;
  user?: string | undefined;
  group?: string | undefined;
  tenant?: string | undefined;
};

export type RBDPersistentVolumeSource = {
  monitors?: string[] | null | undefined;
  image?: string | undefined;
  fsType?: string | undefined;
  pool?: string | undefined;
  user?: string | undefined;
  keyring?: string | undefined;
  secretRef?: SecretReference | undefined;
  readOnly?: boolean | undefined;
};

export type RBDVolumeSource = {
  monitors?: string[] | null | undefined;
  image?: string | undefined;
  fsType?: string | undefined;
  pool?: string | undefined;
  user?: string | undefined;
  keyring?: string | undefined;
  secretRef?: LocalObjectReference | undefined;
  readOnly?: boolean | undefined;
};

export type ReplicationControllerSpec = {
  replicas?: number | undefined;
  minReadySeconds?: number | undefined;
  selector?: { [key: string]: string } | undefined;
  template?: PodTemplateSpec | undefined;
};

export type ResourceClaim = {
  name?: string | undefined;
  request?: string | undefined;
};

export type ResourceFieldSelector = {
  containerName?: string | undefined;
  resource?: string | undefined;
  divisor?: string | undefined;
};

export type ResourceHealth = {
  resourceID?: string | undefined;
  health?: string | undefined;
  message?: string | undefined;
};

export type ResourceQuota = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: ResourceQuotaSpec | undefined;
  status?: ResourceQuotaStatus | undefined;
};

export type ResourceQuotaSpec = {
  hard?: { [key: string]: string } | undefined;
  scopes?: string[] | undefined;
  scopeSelector?: ScopeSelector | undefined;
};

export type ResourceQuotaStatus = {
  hard?: { [key: string]: string } | undefined;
  used?: { [key: string]: string } | undefined;
};

export type ResourceRequirements = {
  limits?: { [key: string]: string } | undefined;
  requests?: { [key: string]: string } | undefined;
  claims?: ResourceClaim[] | undefined;
};

export type ResourceStatus = {
  name?: string | undefined;
  resources?: ResourceHealth[] | undefined;
};

export type SELinuxOptions = {
  user?: string | undefined;
  role?: string | undefined;
  type?: string | undefined;
  level?: string | undefined;
};

export type ScaleIOPersistentVolumeSource = {
  gateway?: string | undefined;
  system?: string | undefined;
  secretRef?: SecretReference | null | undefined;
  sslEnabled?: boolean | undefined;
  protectionDomain?: string | undefined;
  storagePool?: string | undefined;
  storageMode?: string | undefined;
  volumeName?: string | undefined;
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
};

export type ScaleIOVolumeSource = {
  gateway?: string | undefined;
  system?: string | undefined;
  secretRef?: LocalObjectReference | null | undefined;
  sslEnabled?: boolean | undefined;
  protectionDomain?: string | undefined;
  storagePool?: string | undefined;
  storageMode?: string | undefined;
  volumeName?: string | undefined;
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
};

export type ScopeSelector = {
  matchExpressions?: ScopedResourceSelectorRequirement[] | undefined;
};

export type ScopedResourceSelectorRequirement = {
  scopeName?: string | undefined;
  operator?: string | undefined;
  values?: string[] | undefined;
};

export type SeccompProfile = {
  type?: string | undefined;
  localhostProfile?: string | undefined;
};

export type Secret = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  immutable?: boolean | undefined;
  data?: { [key: string]: string } | undefined;
  stringData?: { [key: string]: string } | undefined;
  type?: string | undefined;
};

export type SecretEnvSource = {
  name?: string | undefined;
  optional?: boolean | undefined;
};

export type SecretKeySelector = {
  name?: string | undefined;
  key?: string | undefined;
  optional?: boolean | undefined;
};

export type SecretProjection = {
  name?: string | undefined;
  items?: KeyToPath[] | undefined;
  optional?: boolean | undefined;
};

export type SecretReference = {
  name?: string | undefined;
  namespace?: string | undefined;
};

export type SecretVolumeSource = {
  secretName?: string | undefined;
  items?: KeyToPath[] | undefined;
  defaultMode?: number | undefined;
  optional?: boolean | undefined;
  defaultUser?: number | undefined;
};

export type SecurityContext = {
  capabilities?: Capabilities | undefined;
  privileged?: boolean | undefined;
  seLinuxOptions?: SELinuxOptions | undefined;
  windowsOptions?: WindowsSecurityContextOptions | undefined;
  runAsUser?: number | undefined;
  runAsGroup?: number | undefined;
  runAsNonRoot?: boolean | undefined;
  readOnlyRootFilesystem?: boolean | undefined;
  allowPrivilegeEscalation?: boolean | undefined;
  procMount?: string | undefined;
  seccompProfile?: SeccompProfile | undefined;
  appArmorProfile?: AppArmorProfile | undefined;
};

export type Service = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: ServiceSpec | undefined;
  status?: ServiceStatus | undefined;
};

export type ServiceAccountTokenProjection = {
  audience?: string | undefined;
  expirationSeconds?: number | undefined;
  path?: string | undefined;
  user?: number | undefined;
};

export type ServicePort = {
  name?: string | undefined;
  protocol?: string | undefined;
  appProtocol?: string | undefined;
  port?: number | undefined;
  targetPort?: string | number | undefined;
  nodePort?: number | undefined;
};

export type ServiceSpec = {
  ports?: ServicePort[] | undefined;
  selector?: { [key: string]: string } | undefined;
  clusterIP?: string | undefined;
  clusterIPs?: string[] | undefined;
  type?: string | undefined;
  externalIPs?: string[] | undefined;
  sessionAffinity?: string | undefined;
  loadBalancerIP?: string | undefined;
  loadBalancerSourceRanges?: string[] | undefined;
  externalName?: string | undefined;
  externalTrafficPolicy?: string | undefined;
  healthCheckNodePort?: number | undefined;
  publishNotReadyAddresses?: boolean | undefined;
  sessionAffinityConfig?: SessionAffinityConfig | undefined;
  ipFamilies?: string[] | undefined;
  ipFamilyPolicy?: string | undefined;
  allocateLoadBalancerNodePorts?: boolean | undefined;
  loadBalancerClass?: string | undefined;
  internalTrafficPolicy?: string | undefined;
  trafficDistribution?: string | undefined;
};

export type ServiceStatus = {
  loadBalancer?: LoadBalancerStatus | undefined;
  conditions?: Condition[] | undefined;
};

export type SessionAffinityConfig = {
  clientIP?: ClientIPConfig | undefined;
};

export type SleepAction = {
  seconds?: number | undefined;
};

export type StorageOSPersistentVolumeSource = {
  volumeName?: string | undefined;
  volumeNamespace?: string | undefined;
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
  secretRef?: ObjectReference | undefined;
};

export type StorageOSVolumeSource = {
  volumeName?: string | undefined;
  volumeNamespace?: string | undefined;
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
  secretRef?: LocalObjectReference | undefined;
};

export type Sysctl = {
  name?: string | undefined;
  value?: string | undefined;
};

export type TCPSocketAction = {
  port?: string | number | undefined;
  host?: string | undefined;
};

export type Taint = {
  key?: string | undefined;
  value?: string | undefined;
  effect?: string | undefined;
  timeAdded?: string | undefined;
};

export type Toleration = {
  key?: string | undefined;
  operator?: string | undefined;
  value?: string | undefined;
  effect?: string | undefined;
  tolerationSeconds?: number | undefined;
};

export type TopologySelectorLabelRequirement = {
  key?: string | undefined;
  values?: string[] | null | undefined;
};

export type TopologySelectorTerm = {
  matchLabelExpressions?: TopologySelectorLabelRequirement[] | undefined;
};

export type TopologySpreadConstraint = {
  maxSkew?: number | undefined;
  topologyKey?: string | undefined;
  whenUnsatisfiable?: string | undefined;
  labelSelector?: LabelSelector | undefined;
  minDomains?: number | undefined;
  nodeAffinityPolicy?: string | undefined;
  nodeTaintsPolicy?: string | undefined;
  matchLabelKeys?: string[] | undefined;
};

export type TypedLocalObjectReference = {
  apiGroup?: string | null | undefined;
  kind?: string | undefined;
  name?: string | undefined;
};

export type TypedObjectReference = {
  apiGroup?: string | null | undefined;
  kind?: string | undefined;
  name?: string | undefined;
  namespace?: string | undefined;
};

export type Volume = {
  name?: string | undefined;
  hostPath?: HostPathVolumeSource | undefined;
  emptyDir?: EmptyDirVolumeSource | undefined;
  gcePersistentDisk?: GCEPersistentDiskVolumeSource | undefined;
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource | undefined;
  gitRepo?: GitRepoVolumeSource | undefined;
  secret?: SecretVolumeSource | undefined;
  nfs?: NFSVolumeSource | undefined;
  iscsi?: ISCSIVolumeSource | undefined;
  glusterfs?: GlusterfsVolumeSource | undefined;
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource | undefined;
  rbd?: RBDVolumeSource | undefined;
  flexVolume?: FlexVolumeSource | undefined;
  cinder?: CinderVolumeSource | undefined;
  cephfs?: CephFSVolumeSource | undefined;
  flocker?: FlockerVolumeSource | undefined;
  downwardAPI?: DownwardAPIVolumeSource | undefined;
  fc?: FCVolumeSource | undefined;
  azureFile?: AzureFileVolumeSource | undefined;
  configMap?: ConfigMapVolumeSource | undefined;
  vsphereVolume?: VsphereVirtualDiskVolumeSource | undefined;
  quobyte?: QuobyteVolumeSource | undefined;
  azureDisk?: AzureDiskVolumeSource | undefined;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource | undefined;
  projected?: ProjectedVolumeSource | undefined;
  portworxVolume?: PortworxVolumeSource | undefined;
  scaleIO?: ScaleIOVolumeSource | undefined;
  storageos?: StorageOSVolumeSource | undefined;
  csi?: CSIVolumeSource | undefined;
  ephemeral?: EphemeralVolumeSource | undefined;
  image?: ImageVolumeSource | undefined;
};

export type VolumeDevice = {
  name?: string | undefined;
  devicePath?: string | undefined;
};

export type VolumeHealthCondition = {
  status?: string | undefined;
  reason?: string | undefined;
  message?: string | undefined;
};

export type VolumeHealthStatus = {
  healthConditions?: VolumeHealthCondition[] | undefined;
  lastTransitionTime?: string | null | undefined;
};

export type VolumeMount = {
  name?: string | undefined;
  readOnly?: boolean | undefined;
  recursiveReadOnly?: string | undefined;
  mountPath?: string | undefined;
  subPath?: string | undefined;
  mountPropagation?: string | undefined;
  subPathExpr?: string | undefined;
  bindMountOptions?: string[] | undefined;
};

export type VolumeMountStatus = {
  name?: string | undefined;
  mountPath?: string | undefined;
  readOnly?: boolean | undefined;
  recursiveReadOnly?: string | undefined;
  volumeStatus?: VolumeStatus | undefined;
};

export type VolumeNodeAffinity = {
  required?: NodeSelector | undefined;
};

export type VolumeProjection = {
  secret?: SecretProjection | undefined;
  downwardAPI?: DownwardAPIProjection | undefined;
  configMap?: ConfigMapProjection | undefined;
  serviceAccountToken?: ServiceAccountTokenProjection | undefined;
  clusterTrustBundle?: ClusterTrustBundleProjection | undefined;
  podCertificate?: PodCertificateProjection | undefined;
};

export type VolumeResourceRequirements = {
  limits?: { [key: string]: string } | undefined;
  requests?: { [key: string]: string } | undefined;
};

export type VolumeSource = {
  hostPath?: HostPathVolumeSource | undefined;
  emptyDir?: EmptyDirVolumeSource | undefined;
  gcePersistentDisk?: GCEPersistentDiskVolumeSource | undefined;
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource | undefined;
  gitRepo?: GitRepoVolumeSource | undefined;
  secret?: SecretVolumeSource | undefined;
  nfs?: NFSVolumeSource | undefined;
  iscsi?: ISCSIVolumeSource | undefined;
  glusterfs?: GlusterfsVolumeSource | undefined;
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource | undefined;
  rbd?: RBDVolumeSource | undefined;
  flexVolume?: FlexVolumeSource | undefined;
  cinder?: CinderVolumeSource | undefined;
  cephfs?: CephFSVolumeSource | undefined;
  flocker?: FlockerVolumeSource | undefined;
  downwardAPI?: DownwardAPIVolumeSource | undefined;
  fc?: FCVolumeSource | undefined;
  azureFile?: AzureFileVolumeSource | undefined;
  configMap?: ConfigMapVolumeSource | undefined;
  vsphereVolume?: VsphereVirtualDiskVolumeSource | undefined;
  quobyte?: QuobyteVolumeSource | undefined;
  azureDisk?: AzureDiskVolumeSource | undefined;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource | undefined;
  projected?: ProjectedVolumeSource | undefined;
  portworxVolume?: PortworxVolumeSource | undefined;
  scaleIO?: ScaleIOVolumeSource | undefined;
  storageos?: StorageOSVolumeSource | undefined;
  csi?: CSIVolumeSource | undefined;
  ephemeral?: EphemeralVolumeSource | undefined;
  image?: ImageVolumeSource | undefined;
};

export type VolumeStatus = {
  image?: ImageVolumeStatus | undefined;
};

export type VsphereVirtualDiskVolumeSource = {
  volumePath?: string | undefined;
  fsType?: string | undefined;
  storagePolicyName?: string | undefined;
  storagePolicyID?: string | undefined;
};

export type WeightedPodAffinityTerm = {
  weight?: number | undefined;
  podAffinityTerm?: PodAffinityTerm | undefined;
};

export type WindowsSecurityContextOptions = {
  gmsaCredentialSpecName?: string | undefined;
  gmsaCredentialSpec?: string | undefined;
  runAsUserName?: string | undefined;
  hostProcess?: boolean | undefined;
};
