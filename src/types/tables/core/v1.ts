/** The types of core/v1; the notation is explained in `notation.ts`. */
export const coreV1 = `
AWSElasticBlockStoreVolumeSource volumeID=1:s! fsType=2:s partition=3:i readOnly=4:b
Affinity nodeAffinity=1:NodeAffinity? podAffinity=2:PodAffinity? podAntiAffinity=3:PodAntiAffinity?
AppArmorProfile type=1:s:AppArmorProfileType! localhostProfile=2:s?
AttachedVolume name=1:s:UniqueVolumeName! devicePath=2:s!
AzureDiskVolumeSource diskName=1:s! diskURI=2:s! cachingMode=3:s:AzureDataDiskCachingMode? fsType=4:s?
  readOnly=5:b? kind=6:s:AzureDataDiskKind?
AzureFilePersistentVolumeSource secretName=1:s! shareName=2:s! readOnly=3:b secretNamespace=4:s?!
AzureFileVolumeSource secretName=1:s! shareName=2:s! readOnly=3:b
Binding ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! target=2:ObjectReference!
CSIPersistentVolumeSource driver=1:s! volumeHandle=2:s! readOnly=3:b fsType=4:s volumeAttributes=5:%s
  controllerPublishSecretRef=6:SecretReference? nodeStageSecretRef=7:SecretReference?
  nodePublishSecretRef=8:SecretReference? controllerExpandSecretRef=9:SecretReference?
  nodeExpandSecretRef=10:SecretReference?
CSIVolumeSource driver=1:s! readOnly=2:b? fsType=3:s? volumeAttributes=4:%s
  nodePublishSecretRef=5:LocalObjectReference?
Capabilities add=1:*s:Capability drop=2:*s:Capability
CephFSPersistentVolumeSource monitors=1:*s! path=2:s user=3:s secretFile=4:s secretRef=5:SecretReference?
  readOnly=6:b
CephFSVolumeSource monitors=1:*s! path=2:s user=3:s secretFile=4:s secretRef=5:LocalObjectReference?
  readOnly=6:b
CinderPersistentVolumeSource volumeID=1:s! fsType=2:s readOnly=3:b secretRef=4:SecretReference?
CinderVolumeSource volumeID=1:s! fsType=2:s readOnly=3:b secretRef=4:LocalObjectReference?
ClientIPConfig timeoutSeconds=1:i?
ClusterTrustBundleProjection name=1:s? signerName=2:s? labelSelector=3:meta/v1.LabelSelector? optional=5:b?
  path=4:s! user=6:l?
ComponentCondition type=1:s:ComponentConditionType! status=2:s:ConditionStatus! message=3:s error=4:s
ComponentStatus ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  conditions=2:*ComponentCondition~map=type:""~merge=type
ComponentStatusList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*ComponentStatus!
ConfigMap ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! immutable=4:b? data=2:%s
  binaryData=3:%y
ConfigMapEnvSource ^LocalObjectReference=1:LocalObjectReference optional=2:b?
ConfigMapKeySelector ~atomic ^LocalObjectReference=1:LocalObjectReference key=2:s! optional=3:b?
ConfigMapList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*ConfigMap!
ConfigMapNodeConfigSource namespace=1:s! name=2:s! uid=3:s:types.UID resourceVersion=4:s
  kubeletConfigKey=5:s!
ConfigMapProjection ^LocalObjectReference=1:LocalObjectReference items=2:*KeyToPath optional=4:b?
ConfigMapVolumeSource ^LocalObjectReference=1:LocalObjectReference items=2:*KeyToPath defaultMode=3:i?
  optional=4:b? defaultUser=5:l?
Container name=1:s! image=2:s command=3:*s args=4:*s workingDir=5:s
  ports=6:*ContainerPort~map=containerPort:0,protocol:"TCP"~merge=containerPort envFrom=19:*EnvFromSource
  env=7:*EnvVar~map=name:""~merge=name resources=8:ResourceRequirements!
  resizePolicy=23:*ContainerResizePolicy restartPolicy=24:s:ContainerRestartPolicy?
  restartPolicyRules=25:*ContainerRestartRule volumeMounts=9:*VolumeMount~map=mountPath:""~merge=mountPath
  volumeDevices=21:*VolumeDevice~map=devicePath:""~merge=devicePath livenessProbe=10:Probe?
  readinessProbe=11:Probe? startupProbe=22:Probe? lifecycle=12:Lifecycle? terminationMessagePath=13:s
  terminationMessagePolicy=20:s:TerminationMessagePolicy imagePullPolicy=14:s:PullPolicy
  securityContext=15:SecurityContext? stdin=16:b stdinOnce=17:b tty=18:b
ContainerExtendedResourceRequest containerName=1:s! resourceName=2:s! requestName=3:s!
ContainerImage names=1:*s! sizeBytes=2:l
ContainerPort name=1:s hostPort=2:i containerPort=3:i! protocol=4:s:Protocol hostIP=5:s
ContainerResizePolicy resourceName=1:s:ResourceName! restartPolicy=2:s:ResourceResizeRestartPolicy!
ContainerRestartRule action=1:s:ContainerRestartRuleAction exitCodes=2:ContainerRestartRuleOnExitCodes?
ContainerRestartRuleOnExitCodes operator=1:s:ContainerRestartRuleOnExitCodesOperator values=2:*i~set
ContainerState waiting=1:ContainerStateWaiting? running=2:ContainerStateRunning?
  terminated=3:ContainerStateTerminated?
ContainerStateRunning startedAt=1:T!
ContainerStateTerminated exitCode=1:i! signal=2:i reason=3:s message=4:s startedAt=5:T! finishedAt=6:T!
  containerID=7:s
ContainerStateWaiting reason=1:s message=2:s
ContainerStatus name=1:s! state=2:ContainerState! lastState=3:ContainerState! ready=4:b! restartCount=5:i!
  image=6:s! imageID=7:s! containerID=8:s started=9:b? allocatedResources=10:%(ResourceName)Q@ResourceList
  resources=11:ResourceRequirements? volumeMounts=12:*VolumeMountStatus~map=mountPath:""~merge=mountPath
  user=13:ContainerUser? allocatedResourcesStatus=14:*ResourceStatus~map=name:""~merge=name
  stopSignal=15:s:Signal?
ContainerUser linux=1:LinuxContainerUser?
DaemonEndpoint Port=1:i!
DownwardAPIProjection items=1:*DownwardAPIVolumeFile
DownwardAPIVolumeFile path=1:s! fieldRef=2:ObjectFieldSelector? resourceFieldRef=3:ResourceFieldSelector?
  mode=4:i? user=5:l?
DownwardAPIVolumeSource items=1:*DownwardAPIVolumeFile defaultMode=2:i? defaultUser=3:l?
EmptyDirVolumeSource medium=1:s:StorageMedium sizeLimit=2:Q? mode=3:i?
EndpointAddress ~atomic ip=1:s! hostname=3:s nodeName=4:s? targetRef=2:ObjectReference?
EndpointPort ~atomic name=1:s port=2:i! protocol=3:s:Protocol appProtocol=4:s?
EndpointSubset addresses=1:*EndpointAddress notReadyAddresses=2:*EndpointAddress ports=3:*EndpointPort
Endpoints ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! subsets=2:*EndpointSubset
EndpointsList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*Endpoints!
EnvFromSource prefix=1:s configMapRef=2:ConfigMapEnvSource? secretRef=3:SecretEnvSource?
EnvVar name=1:s! value=2:s valueFrom=3:EnvVarSource?
EnvVarSource fieldRef=1:ObjectFieldSelector? resourceFieldRef=2:ResourceFieldSelector?
  configMapKeyRef=3:ConfigMapKeySelector? secretKeyRef=4:SecretKeySelector? fileKeyRef=5:FileKeySelector?
EphemeralContainer ^EphemeralContainerCommon=1:EphemeralContainerCommon targetContainerName=2:s
EphemeralContainerCommon name=1:s! image=2:s command=3:*s args=4:*s workingDir=5:s
  ports=6:*ContainerPort~map=containerPort:0,protocol:"TCP"~merge=containerPort envFrom=19:*EnvFromSource
  env=7:*EnvVar~map=name:""~merge=name resources=8:ResourceRequirements!
  resizePolicy=23:*ContainerResizePolicy restartPolicy=24:s:ContainerRestartPolicy?
  restartPolicyRules=25:*ContainerRestartRule volumeMounts=9:*VolumeMount~map=mountPath:""~merge=mountPath
  volumeDevices=21:*VolumeDevice~map=devicePath:""~merge=devicePath livenessProbe=10:Probe?
  readinessProbe=11:Probe? startupProbe=22:Probe? lifecycle=12:Lifecycle? terminationMessagePath=13:s
  terminationMessagePolicy=20:s:TerminationMessagePolicy imagePullPolicy=14:s:PullPolicy
  securityContext=15:SecurityContext? stdin=16:b stdinOnce=17:b tty=18:b
EphemeralVolumeSource volumeClaimTemplate=1:PersistentVolumeClaimTemplate?
Event ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! involvedObject=2:ObjectReference!
  reason=3:s message=4:s source=5:EventSource! firstTimestamp=6:T! lastTimestamp=7:T! count=8:i type=9:s
  eventTime=10:M! series=11:EventSeries? action=12:s related=13:ObjectReference? reportingComponent=14:s!
  reportingInstance=15:s!
EventList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*Event!
EventSeries count=1:i lastObservedTime=2:M!
EventSource component=1:s host=2:s
EvictionResponder ~atomic name=1:s! priority=2:i?!
ExecAction command=1:*s
FCVolumeSource targetWWNs=1:*s lun=2:i? fsType=3:s readOnly=4:b wwids=5:*s
FileKeySelector ~atomic volumeName=1:s! path=2:s! key=3:s! optional=4:b?
FlexPersistentVolumeSource driver=1:s! fsType=2:s secretRef=3:SecretReference? readOnly=4:b options=5:%s
FlexVolumeSource driver=1:s! fsType=2:s secretRef=3:LocalObjectReference? readOnly=4:b options=5:%s
FlockerVolumeSource datasetName=1:s datasetUUID=2:s
GCEPersistentDiskVolumeSource pdName=1:s! fsType=2:s partition=3:i readOnly=4:b
GRPCAction port=1:i! service=2:s?! mode=3:s:GRPCProbeMode?
GitRepoVolumeSource repository=1:s! revision=2:s directory=3:s
GlusterfsPersistentVolumeSource endpoints=1:s! path=2:s! readOnly=3:b endpointsNamespace=4:s?
GlusterfsVolumeSource endpoints=1:s! path=2:s! readOnly=3:b
HTTPGetAction path=1:s port=2:I! host=3:s scheme=4:s:URIScheme httpHeaders=5:*HTTPHeader
  protocol=6:s:HTTPProtocol?
HTTPHeader name=1:s! value=2:s!
HostAlias ip=1:s! hostnames=2:*s
HostIP ip=1:s!
HostPathVolumeSource path=1:s! type=2:s:HostPathType?
ISCSIPersistentVolumeSource targetPortal=1:s! iqn=2:s! lun=3:i! iscsiInterface=4:s fsType=5:s readOnly=6:b
  portals=7:*s chapAuthDiscovery=8:b chapAuthSession=11:b secretRef=10:SecretReference? initiatorName=12:s?
ISCSIVolumeSource targetPortal=1:s! iqn=2:s! lun=3:i! iscsiInterface=4:s fsType=5:s readOnly=6:b
  portals=7:*s chapAuthDiscovery=8:b chapAuthSession=11:b secretRef=10:LocalObjectReference?
  initiatorName=12:s?
ImageVolumeSource reference=1:s pullPolicy=2:s:PullPolicy
ImageVolumeStatus imageRef=1:s
KeyToPath key=1:s! path=2:s! mode=3:i? user=4:l?
Lifecycle postStart=1:LifecycleHandler? preStop=2:LifecycleHandler? stopSignal=3:s:Signal?
LifecycleHandler exec=1:ExecAction? httpGet=2:HTTPGetAction? tcpSocket=3:TCPSocketAction?
  sleep=4:SleepAction?
LimitRange ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:LimitRangeSpec!
LimitRangeItem type=1:s:LimitType! max=2:%(ResourceName)Q@ResourceList min=3:%(ResourceName)Q@ResourceList
  default=4:%(ResourceName)Q@ResourceList defaultRequest=5:%(ResourceName)Q@ResourceList
  maxLimitRequestRatio=6:%(ResourceName)Q@ResourceList
LimitRangeList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*LimitRange!
LimitRangeSpec limits=1:*LimitRangeItem!
LinuxContainerUser uid=1:l! gid=2:l! supplementalGroups=3:*l
List ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*R!
LoadBalancerIngress ip=1:s hostname=2:s ipMode=3:s:LoadBalancerIPMode? ports=4:*PortStatus
LoadBalancerStatus ingress=1:*LoadBalancerIngress
LocalObjectReference ~atomic name=1:s
LocalVolumeSource path=1:s! fsType=2:s?
ModifyVolumeStatus targetVolumeAttributesClassName=1:s status=2:s:PersistentVolumeClaimModifyVolumeStatus!
NFSVolumeSource server=1:s! path=2:s! readOnly=3:b
Namespace ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:NamespaceSpec!
  status=3:NamespaceStatus!
NamespaceCondition type=1:s:NamespaceConditionType! status=2:s:ConditionStatus! lastTransitionTime=4:T!
  reason=5:s message=6:s
NamespaceList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*Namespace!
NamespaceSpec finalizers=1:*s:FinalizerName
NamespaceStatus phase=1:s:NamespacePhase conditions=2:*NamespaceCondition~map=type:""~merge=type
Node ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:NodeSpec! status=3:NodeStatus!
NodeAddress type=1:s:NodeAddressType! address=2:s!
NodeAffinity requiredDuringSchedulingIgnoredDuringExecution=1:NodeSelector?
  preferredDuringSchedulingIgnoredDuringExecution=2:*PreferredSchedulingTerm
NodeAllocatableMappedResources name=1:s:ResourceName! quantity=2:Q?!
NodeAllocatableOverheadResources name=1:s:ResourceName! perPod=2:Q? perContainer=3:Q?
NodeAllocatableResourceClaimStatus resourceClaimName=1:s! containers=2:*s~set
  mapping=4:*NodeAllocatableMappedResources~map=name:""~merge=name
  overhead=5:*NodeAllocatableOverheadResources~map=name:""~merge=name
NodeCondition type=1:s:NodeConditionType! status=2:s:ConditionStatus! lastHeartbeatTime=3:T!
  lastTransitionTime=4:T! reason=5:s message=6:s
NodeConfigSource configMap=2:ConfigMapNodeConfigSource?
NodeConfigStatus assigned=1:NodeConfigSource? active=2:NodeConfigSource? lastKnownGood=3:NodeConfigSource?
  error=4:s
NodeDaemonEndpoints kubeletEndpoint=1:DaemonEndpoint!
NodeFeatures supplementalGroupsPolicy=1:b?
NodeList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*Node!
NodeProxyOptions ^TypeMeta=0:meta/v1.TypeMeta path=1:s
NodeRuntimeHandler name=1:s! features=2:NodeRuntimeHandlerFeatures?
NodeRuntimeHandlerFeatures recursiveReadOnlyMounts=1:b? userNamespaces=2:b?
NodeSelector ~atomic nodeSelectorTerms=1:*NodeSelectorTerm!
NodeSelectorRequirement key=1:s! operator=2:s:NodeSelectorOperator! values=3:*s
NodeSelectorTerm ~atomic matchExpressions=1:*NodeSelectorRequirement matchFields=2:*NodeSelectorRequirement
NodePodPreemptionPolicy disableResizePreemption=1:*s~set
NodeSpec podCIDR=1:s podCIDRs=7:*s~set~merge= providerID=3:s unschedulable=4:b taints=5:*Taint
  configSource=6:NodeConfigSource? externalID=2:s podPreemptionPolicy=8:NodePodPreemptionPolicy?
NodeStatus capacity=1:%(ResourceName)Q@ResourceList allocatable=2:%(ResourceName)Q@ResourceList
  phase=3:s:NodePhase conditions=4:*NodeCondition~map=type:""~merge=type
  addresses=5:*NodeAddress~map=type:""~merge=type daemonEndpoints=6:NodeDaemonEndpoints!
  nodeInfo=7:NodeSystemInfo! images=8:*ContainerImage volumesInUse=9:*s:UniqueVolumeName
  volumesAttached=10:*AttachedVolume config=11:NodeConfigStatus? runtimeHandlers=12:*NodeRuntimeHandler
  features=13:NodeFeatures? declaredFeatures=14:*s
NodeSwapStatus capacity=1:l?
NodeSystemInfo machineID=1:s! systemUUID=2:s! bootID=3:s! kernelVersion=4:s! osImage=5:s!
  containerRuntimeVersion=6:s! kubeletVersion=7:s! kubeProxyVersion=8:s! operatingSystem=9:s!
  architecture=10:s! swap=11:NodeSwapStatus? runningInUserNamespace=12:b?
ObjectFieldSelector ~atomic apiVersion=1:s fieldPath=2:s!
ObjectReference ~atomic kind=1:s namespace=2:s name=3:s uid=4:s:types.UID apiVersion=5:s resourceVersion=6:s
  fieldPath=7:s
PersistentVolume ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:PersistentVolumeSpec!
  status=3:PersistentVolumeStatus!
PersistentVolumeClaim ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  spec=2:PersistentVolumeClaimSpec! status=3:PersistentVolumeClaimStatus!
PersistentVolumeClaimCondition type=1:s:PersistentVolumeClaimConditionType! status=2:s:ConditionStatus!
  lastProbeTime=3:T! lastTransitionTime=4:T! reason=5:s message=6:s
PersistentVolumeClaimList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*PersistentVolumeClaim!
PersistentVolumeClaimSpec accessModes=1:*s:PersistentVolumeAccessMode selector=4:meta/v1.LabelSelector?
  resources=2:VolumeResourceRequirements! volumeName=3:s storageClassName=5:s?
  volumeMode=6:s:PersistentVolumeMode? dataSource=7:TypedLocalObjectReference?
  dataSourceRef=8:TypedObjectReference? volumeAttributesClassName=9:s?
PersistentVolumeClaimStatus phase=1:s:PersistentVolumeClaimPhase accessModes=2:*s:PersistentVolumeAccessMode
  capacity=3:%(ResourceName)Q@ResourceList conditions=4:*PersistentVolumeClaimCondition~map=type:""~merge=type
  allocatedResources=5:%(ResourceName)Q@ResourceList
  allocatedResourceStatuses=7:%(ResourceName)s:ClaimResourceStatus~granular
  currentVolumeAttributesClassName=8:s? modifyVolumeStatus=9:ModifyVolumeStatus?
  healthStatus=10:VolumeHealthStatus?
PersistentVolumeClaimTemplate metadata=1:meta/v1.ObjectMeta! spec=2:PersistentVolumeClaimSpec!
PersistentVolumeClaimVolumeSource claimName=1:s! readOnly=2:b
PersistentVolumeList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*PersistentVolume!
PersistentVolumeSource gcePersistentDisk=1:GCEPersistentDiskVolumeSource?
  awsElasticBlockStore=2:AWSElasticBlockStoreVolumeSource? hostPath=3:HostPathVolumeSource?
  glusterfs=4:GlusterfsPersistentVolumeSource? nfs=5:NFSVolumeSource? rbd=6:RBDPersistentVolumeSource?
  iscsi=7:ISCSIPersistentVolumeSource? cinder=8:CinderPersistentVolumeSource?
  cephfs=9:CephFSPersistentVolumeSource? fc=10:FCVolumeSource? flocker=11:FlockerVolumeSource?
  flexVolume=12:FlexPersistentVolumeSource? azureFile=13:AzureFilePersistentVolumeSource?
  vsphereVolume=14:VsphereVirtualDiskVolumeSource? quobyte=15:QuobyteVolumeSource?
  azureDisk=16:AzureDiskVolumeSource? photonPersistentDisk=17:PhotonPersistentDiskVolumeSource?
  portworxVolume=18:PortworxVolumeSource? scaleIO=19:ScaleIOPersistentVolumeSource?
  local=20:LocalVolumeSource? storageos=21:StorageOSPersistentVolumeSource?
  csi=22:CSIPersistentVolumeSource?
PersistentVolumeSpec capacity=1:%(ResourceName)Q@ResourceList ^PersistentVolumeSource=2:PersistentVolumeSource
  accessModes=3:*s:PersistentVolumeAccessMode claimRef=4:ObjectReference?~granular
  persistentVolumeReclaimPolicy=5:s:PersistentVolumeReclaimPolicy storageClassName=6:s mountOptions=7:*s
  volumeMode=8:s:PersistentVolumeMode? nodeAffinity=9:VolumeNodeAffinity? volumeAttributesClassName=10:s?
PersistentVolumeStatus phase=1:s:PersistentVolumePhase message=2:s reason=3:s lastPhaseTransitionTime=4:T?
PhotonPersistentDiskVolumeSource pdID=1:s! fsType=2:s
Pod ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:PodSpec! status=3:PodStatus!
PodAffinity requiredDuringSchedulingIgnoredDuringExecution=1:*PodAffinityTerm
  preferredDuringSchedulingIgnoredDuringExecution=2:*WeightedPodAffinityTerm
PodAffinityTerm labelSelector=1:meta/v1.LabelSelector? namespaces=2:*s topologyKey=3:s!
  namespaceSelector=4:meta/v1.LabelSelector? matchLabelKeys=5:*s mismatchLabelKeys=6:*s
PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution=1:*PodAffinityTerm
  preferredDuringSchedulingIgnoredDuringExecution=2:*WeightedPodAffinityTerm
PodAttachOptions ^TypeMeta=0:meta/v1.TypeMeta stdin=1:b stdout=2:b stderr=3:b tty=4:b container=5:s
PodCertificateProjection signerName=1:s keyType=2:s maxExpirationSeconds=3:i? credentialBundlePath=4:s
  keyPath=5:s certificateChainPath=6:s userAnnotations=7:%s user=8:l?
PodCondition type=1:s:PodConditionType! observedGeneration=7:l status=2:s:ConditionStatus!
  lastProbeTime=3:T! lastTransitionTime=4:T! reason=5:s message=6:s
PodDNSConfig nameservers=1:*s searches=2:*s options=3:*PodDNSConfigOption
PodDNSConfigOption name=1:s value=2:s?
PodExecOptions ^TypeMeta=0:meta/v1.TypeMeta stdin=1:b stdout=2:b stderr=3:b tty=4:b container=5:s
  command=6:*s!
PodExtendedResourceClaimStatus requestMappings=1:*ContainerExtendedResourceRequest! resourceClaimName=2:s!
PodIP ip=1:s!
PodList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*Pod!
PodLogOptions ^TypeMeta=0:meta/v1.TypeMeta container=1:s follow=2:b previous=3:b sinceSeconds=4:l?
  sinceTime=5:T? timestamps=6:b tailLines=7:l? limitBytes=8:l? insecureSkipTLSVerifyBackend=9:b stream=10:s?
PodOS name=1:s:OSName!
PodPortForwardOptions ^TypeMeta=0:meta/v1.TypeMeta ports=1:*i
PodProxyOptions ^TypeMeta=0:meta/v1.TypeMeta path=1:s
PodReadinessGate conditionType=1:s:PodConditionType!
PodResourceClaim name=1:s! resourceClaimName=3:s? resourceClaimTemplateName=4:s?
PodResourceClaimStatus name=1:s! resourceClaimName=2:s?
PodSchedulingGate name=1:s!
PodSchedulingGroup podGroupName=1:s?
PodSecurityContext seLinuxOptions=1:SELinuxOptions? windowsOptions=8:WindowsSecurityContextOptions?
  runAsUser=2:l? runAsGroup=6:l? runAsNonRoot=3:b? supplementalGroups=4:*l
  supplementalGroupsPolicy=12:s:SupplementalGroupsPolicy? fsGroup=5:l? sysctls=7:*Sysctl
  fsGroupChangePolicy=9:s:PodFSGroupChangePolicy? seccompProfile=10:SeccompProfile?
  appArmorProfile=11:AppArmorProfile? seLinuxChangePolicy=13:s:PodSELinuxChangePolicy?
PodSpec volumes=1:*Volume~map=name:""~merge=name~retainKeys
  initContainers=20:*Container~map=name:""~merge=name containers=2:*Container!~map=name:""~merge=name
  ephemeralContainers=34:*EphemeralContainer~map=name:""~merge=name restartPolicy=3:s:RestartPolicy
  terminationGracePeriodSeconds=4:l? activeDeadlineSeconds=5:l? dnsPolicy=6:s:DNSPolicy
  nodeSelector=7:%s~atomic serviceAccountName=8:s serviceAccount=9:s automountServiceAccountToken=21:b?
  nodeName=10:s hostNetwork=11:b hostPID=12:b hostIPC=13:b shareProcessNamespace=27:b?
  securityContext=14:PodSecurityContext? imagePullSecrets=15:*LocalObjectReference~map=name:""~merge=name
  hostname=16:s subdomain=17:s affinity=18:Affinity? schedulerName=19:s tolerations=22:*Toleration
  hostAliases=23:*HostAlias~map=ip:""~merge=ip priorityClassName=24:s priority=25:i?
  dnsConfig=26:PodDNSConfig? readinessGates=28:*PodReadinessGate runtimeClassName=29:s?
  enableServiceLinks=30:b? preemptionPolicy=31:s:PreemptionPolicy? overhead=32:%(ResourceName)Q@ResourceList
  topologySpreadConstraints=33:*TopologySpreadConstraint~map=topologyKey:"",whenUnsatisfiable:""~merge=topologyKey
  setHostnameAsFQDN=35:b? os=36:PodOS? hostUsers=37:b?
  schedulingGates=38:*PodSchedulingGate~map=name:""~merge=name
  resourceClaims=39:*PodResourceClaim~map=name:""~merge=name~retainKeys resources=40:ResourceRequirements?
  hostnameOverride=41:s? schedulingGroup=43:PodSchedulingGroup?
  evictionResponders=44:*EvictionResponder~map=name:""~merge=name
PodStatus observedGeneration=17:l phase=1:s:PodPhase conditions=2:*PodCondition~map=type:""~merge=type
  message=3:s reason=4:s nominatedNodeName=11:s hostIP=5:s hostIPs=16:*HostIP~merge=ip podIP=6:s
  podIPs=12:*PodIP~map=ip:""~merge=ip startTime=7:T? initContainerStatuses=10:*ContainerStatus
  containerStatuses=8:*ContainerStatus qosClass=9:s:PodQOSClass ephemeralContainerStatuses=13:*ContainerStatus
  resize=14:s:PodResizeStatus
  resourceClaimStatuses=15:*PodResourceClaimStatus~map=name:""~merge=name~retainKeys
  extendedResourceClaimStatus=18:PodExtendedResourceClaimStatus?
  allocatedResources=19:%(ResourceName)Q@ResourceList resources=20:ResourceRequirements?
  nodeAllocatableResourceClaimStatuses=21:*NodeAllocatableResourceClaimStatus~map=resourceClaimName:""~merge=resourceClaimName
  volumeHealth=22:*PodVolumeHealth~map=name:""
PodTemplate ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! template=2:PodTemplateSpec!
PodTemplateList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*PodTemplate!
PodTemplateSpec metadata=1:meta/v1.ObjectMeta! spec=2:PodSpec!
PodVolumeHealth name=1:s! healthConditions=2:*VolumeHealthCondition~map=status:"",reason:""~merge=status
  lastTransitionTime=3:T!
PortStatus port=1:i! protocol=2:s:Protocol! error=3:s?
PortworxVolumeSource volumeID=1:s! fsType=2:s readOnly=3:b
PreferredSchedulingTerm weight=1:i! preference=2:NodeSelectorTerm!
Probe ^ProbeHandler=1:ProbeHandler initialDelaySeconds=2:i timeoutSeconds=3:i periodSeconds=4:i
  successThreshold=5:i failureThreshold=6:i terminationGracePeriodSeconds=7:l?
ProbeHandler exec=1:ExecAction? httpGet=2:HTTPGetAction? tcpSocket=3:TCPSocketAction? grpc=4:GRPCAction?
ProjectedVolumeSource sources=1:*VolumeProjection! defaultMode=2:i? defaultUser=3:l?
QuobyteVolumeSource registry=1:s! volume=2:s! readOnly=3:b user=4:s group=5:s tenant=6:s
RBDPersistentVolumeSource monitors=1:*s! image=2:s! fsType=3:s pool=4:s user=5:s keyring=6:s
  secretRef=7:SecretReference? readOnly=8:b
RBDVolumeSource monitors=1:*s! image=2:s! fsType=3:s pool=4:s user=5:s keyring=6:s
  secretRef=7:LocalObjectReference? readOnly=8:b
RangeAllocation ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! range=2:s! data=3:y!
ReplicationController ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  spec=2:ReplicationControllerSpec! status=3:ReplicationControllerStatus!
ReplicationControllerCondition type=1:s:ReplicationControllerConditionType! status=2:s:ConditionStatus!
  lastTransitionTime=3:T! reason=4:s message=5:s
ReplicationControllerList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*ReplicationController!
ReplicationControllerSpec replicas=1:i? minReadySeconds=4:i selector=2:%s~atomic template=3:PodTemplateSpec?
ReplicationControllerStatus replicas=1:i! fullyLabeledReplicas=2:i readyReplicas=4:i availableReplicas=5:i
  observedGeneration=3:l conditions=6:*ReplicationControllerCondition~map=type:""~merge=type
ResourceClaim name=1:s! request=2:s
ResourceFieldSelector ~atomic containerName=1:s resource=2:s! divisor=3:Q!
ResourceHealth resourceID=1:s:ResourceID! health=2:s:ResourceHealthStatus message=6:s?
ResourceQuota ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:ResourceQuotaSpec!
  status=3:ResourceQuotaStatus!
ResourceQuotaList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*ResourceQuota!
ResourceQuotaSpec hard=1:%(ResourceName)Q@ResourceList scopes=2:*s:ResourceQuotaScope
  scopeSelector=3:ScopeSelector?
ResourceQuotaStatus hard=1:%(ResourceName)Q@ResourceList used=2:%(ResourceName)Q@ResourceList
ResourceRequirements limits=1:%(ResourceName)Q@ResourceList requests=2:%(ResourceName)Q@ResourceList
  claims=3:*ResourceClaim~map=name:""
ResourceStatus name=1:s:ResourceName! resources=2:*ResourceHealth~map=resourceID:""
SELinuxOptions user=1:s role=2:s type=3:s level=4:s
ScaleIOPersistentVolumeSource gateway=1:s! system=2:s! secretRef=3:SecretReference?! sslEnabled=4:b
  protectionDomain=5:s storagePool=6:s storageMode=7:s volumeName=8:s fsType=9:s readOnly=10:b
ScaleIOVolumeSource gateway=1:s! system=2:s! secretRef=3:LocalObjectReference?! sslEnabled=4:b
  protectionDomain=5:s storagePool=6:s storageMode=7:s volumeName=8:s fsType=9:s readOnly=10:b
ScopeSelector ~atomic matchExpressions=1:*ScopedResourceSelectorRequirement
ScopedResourceSelectorRequirement scopeName=1:s:ResourceQuotaScope! operator=2:s:ScopeSelectorOperator!
  values=3:*s
SeccompProfile type=1:s:SeccompProfileType! localhostProfile=2:s?
Secret ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! immutable=5:b? data=2:%y stringData=4:%s
  type=3:s:SecretType
SecretEnvSource ^LocalObjectReference=1:LocalObjectReference optional=2:b?
SecretKeySelector ~atomic ^LocalObjectReference=1:LocalObjectReference key=2:s! optional=3:b?
SecretList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*Secret!
SecretProjection ^LocalObjectReference=1:LocalObjectReference items=2:*KeyToPath optional=4:b?
SecretReference ~atomic name=1:s namespace=2:s
SecretVolumeSource secretName=1:s items=2:*KeyToPath defaultMode=3:i? optional=4:b? defaultUser=5:l?
SecurityContext capabilities=1:Capabilities? privileged=2:b? seLinuxOptions=3:SELinuxOptions?
  windowsOptions=10:WindowsSecurityContextOptions? runAsUser=4:l? runAsGroup=8:l? runAsNonRoot=5:b?
  readOnlyRootFilesystem=6:b? allowPrivilegeEscalation=7:b? procMount=9:s:ProcMountType?
  seccompProfile=11:SeccompProfile? appArmorProfile=12:AppArmorProfile?
SerializedReference ^TypeMeta=0:meta/v1.TypeMeta reference=1:ObjectReference!
Service ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:ServiceSpec!
  status=3:ServiceStatus!
ServiceAccount ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  secrets=2:*ObjectReference~map=name~merge=name imagePullSecrets=3:*LocalObjectReference
  automountServiceAccountToken=4:b?
ServiceAccountList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*ServiceAccount!
ServiceAccountTokenProjection audience=1:s expirationSeconds=2:l? path=3:s! user=4:l?
ServiceList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*Service!
ServicePort name=1:s protocol=2:s:Protocol appProtocol=6:s? port=3:i! targetPort=4:I! nodePort=5:i
ServiceProxyOptions ^TypeMeta=0:meta/v1.TypeMeta path=1:s
ServiceSpec ports=1:*ServicePort~map=port:0,protocol:"TCP"~merge=port selector=2:%s~atomic clusterIP=3:s
  clusterIPs=18:*s type=4:s:ServiceType externalIPs=5:*s sessionAffinity=7:s:ServiceAffinity
  loadBalancerIP=8:s loadBalancerSourceRanges=9:*s externalName=10:s
  externalTrafficPolicy=11:s:ServiceExternalTrafficPolicy healthCheckNodePort=12:i
  publishNotReadyAddresses=13:b sessionAffinityConfig=14:SessionAffinityConfig? ipFamilies=19:*s:IPFamily
  ipFamilyPolicy=17:s:IPFamilyPolicy? allocateLoadBalancerNodePorts=20:b? loadBalancerClass=21:s?
  internalTrafficPolicy=22:s:ServiceInternalTrafficPolicy? trafficDistribution=23:s?
ServiceStatus loadBalancer=1:LoadBalancerStatus! conditions=2:*meta/v1.Condition~map=type:""~merge=type
SessionAffinityConfig clientIP=1:ClientIPConfig?
SleepAction seconds=1:l!
StorageOSPersistentVolumeSource volumeName=1:s volumeNamespace=2:s fsType=3:s readOnly=4:b
  secretRef=5:ObjectReference?
StorageOSVolumeSource volumeName=1:s volumeNamespace=2:s fsType=3:s readOnly=4:b
  secretRef=5:LocalObjectReference?
Sysctl name=1:s! value=2:s!
TCPSocketAction port=1:I! host=2:s
Taint key=1:s! value=2:s effect=3:s:TaintEffect! timeAdded=4:T?
Toleration key=1:s operator=2:s:TolerationOperator value=3:s effect=4:s:TaintEffect tolerationSeconds=5:l?
TopologySelectorLabelRequirement key=1:s! values=2:*s!
TopologySelectorTerm ~atomic matchLabelExpressions=1:*TopologySelectorLabelRequirement
TopologySpreadConstraint maxSkew=1:i! topologyKey=2:s! whenUnsatisfiable=3:s:UnsatisfiableConstraintAction!
  labelSelector=4:meta/v1.LabelSelector? minDomains=5:i? nodeAffinityPolicy=6:s:NodeInclusionPolicy?
  nodeTaintsPolicy=7:s:NodeInclusionPolicy? matchLabelKeys=8:*s
TypedLocalObjectReference ~atomic apiGroup=1:s?! kind=2:s! name=3:s!
TypedObjectReference apiGroup=1:s?! kind=2:s! name=3:s! namespace=4:s?
Volume name=1:s! ^VolumeSource=2:VolumeSource
VolumeDevice name=1:s! devicePath=2:s!
VolumeHealthCondition status=1:s:VolumeHealthStatusType! reason=2:s! message=3:s
VolumeHealthStatus healthConditions=1:*VolumeHealthCondition~map=status:"",reason:""~merge=status
  lastTransitionTime=2:T!
VolumeMount name=1:s! readOnly=2:b recursiveReadOnly=7:s:RecursiveReadOnlyMode? mountPath=3:s! subPath=4:s
  mountPropagation=5:s:MountPropagationMode? subPathExpr=6:s bindMountOptions=8:*s~set
VolumeMountStatus name=1:s! mountPath=2:s! readOnly=3:b recursiveReadOnly=4:s:RecursiveReadOnlyMode?
  volumeStatus=5:VolumeStatus?
VolumeNodeAffinity required=1:NodeSelector?
VolumeProjection secret=1:SecretProjection? downwardAPI=2:DownwardAPIProjection?
  configMap=3:ConfigMapProjection? serviceAccountToken=4:ServiceAccountTokenProjection?
  clusterTrustBundle=5:ClusterTrustBundleProjection? podCertificate=6:PodCertificateProjection?
VolumeResourceRequirements limits=1:%(ResourceName)Q@ResourceList requests=2:%(ResourceName)Q@ResourceList
VolumeSource hostPath=1:HostPathVolumeSource? emptyDir=2:EmptyDirVolumeSource?
  gcePersistentDisk=3:GCEPersistentDiskVolumeSource?
  awsElasticBlockStore=4:AWSElasticBlockStoreVolumeSource? gitRepo=5:GitRepoVolumeSource?
  secret=6:SecretVolumeSource? nfs=7:NFSVolumeSource? iscsi=8:ISCSIVolumeSource?
  glusterfs=9:GlusterfsVolumeSource? persistentVolumeClaim=10:PersistentVolumeClaimVolumeSource?
  rbd=11:RBDVolumeSource? flexVolume=12:FlexVolumeSource? cinder=13:CinderVolumeSource?
  cephfs=14:CephFSVolumeSource? flocker=15:FlockerVolumeSource? downwardAPI=16:DownwardAPIVolumeSource?
  fc=17:FCVolumeSource? azureFile=18:AzureFileVolumeSource? configMap=19:ConfigMapVolumeSource?
  vsphereVolume=20:VsphereVirtualDiskVolumeSource? quobyte=21:QuobyteVolumeSource?
  azureDisk=22:AzureDiskVolumeSource? photonPersistentDisk=23:PhotonPersistentDiskVolumeSource?
  projected=26:ProjectedVolumeSource? portworxVolume=24:PortworxVolumeSource?
  scaleIO=25:ScaleIOVolumeSource? storageos=27:StorageOSVolumeSource? csi=28:CSIVolumeSource?
  ephemeral=29:EphemeralVolumeSource? image=30:ImageVolumeSource?
VolumeStatus image=1:ImageVolumeStatus?
VsphereVirtualDiskVolumeSource volumePath=1:s! fsType=2:s storagePolicyName=3:s storagePolicyID=4:s
WeightedPodAffinityTerm weight=1:i! podAffinityTerm=2:PodAffinityTerm!
WindowsSecurityContextOptions gmsaCredentialSpecName=1:s? gmsaCredentialSpec=2:s? runAsUserName=3:s?
  hostProcess=4:b?
`;
