import type { GoTypes } from "../../../machine/go-form/go-form.ts";

/** The core group's internal types: pod templates, claims and volumes with all that they hold. See `go-form.ts` for the notation. */
export const CORE_TYPES: GoTypes = {
  AWSElasticBlockStoreVolumeSource: "VolumeID:s FSType=fsType:s Partition:i ReadOnly:b",
  Affinity: "NodeAffinity:*NodeAffinity PodAffinity:*PodAffinity PodAntiAffinity:*PodAntiAffinity",
  AppArmorProfile: "Type:s LocalhostProfile:?",
  AzureDiskVolumeSource: "DiskName:s DataDiskURI=diskURI:s CachingMode:? FSType=fsType:? ReadOnly:? Kind:?",
  AzureFilePersistentVolumeSource: "SecretName:s ShareName:s ReadOnly:b SecretNamespace:?",
  AzureFileVolumeSource: "SecretName:s ShareName:s ReadOnly:b",
  CSIPersistentVolumeSource:
    "Driver:s VolumeHandle:s ReadOnly:b FSType=fsType:s VolumeAttributes:% ControllerPublishSecretRef:*SecretReference NodeStageSecretRef:*SecretReference NodePublishSecretRef:*SecretReference ControllerExpandSecretRef:*SecretReference NodeExpandSecretRef:*SecretReference",
  CSIVolumeSource:
    "Driver:s ReadOnly:? FSType=fsType:? VolumeAttributes:% NodePublishSecretRef:*LocalObjectReference",
  Capabilities: "Add:? Drop:?",
  CephFSPersistentVolumeSource: "Monitors:? Path:s User:s SecretFile:s SecretRef:*SecretReference ReadOnly:b",
  CephFSVolumeSource: "Monitors:? Path:s User:s SecretFile:s SecretRef:*LocalObjectReference ReadOnly:b",
  CinderPersistentVolumeSource: "VolumeID:s FSType=fsType:s ReadOnly:b SecretRef:*SecretReference",
  CinderVolumeSource: "VolumeID:s FSType=fsType:s ReadOnly:b SecretRef:*LocalObjectReference",
  ClusterTrustBundleProjection: "Name:? SignerName:? LabelSelector:@selector Optional:? Path:s",
  ConfigMapEnvSource: "Name:s Optional:?",
  ConfigMapKeySelector: "Name:s Key:s Optional:?",
  ConfigMapNodeConfigSource: "Namespace:s Name:s UID=uid:s ResourceVersion:s KubeletConfigKey:s",
  ConfigMapProjection: "Name:s Items:[]KeyToPath Optional:?",
  ConfigMapVolumeSource: "Name:s Items:[]KeyToPath DefaultMode:? Optional:?",
  Container:
    "Name:s Image:s Command:? Args:? WorkingDir:s Ports:[]ContainerPort EnvFrom:[]EnvFromSource Env:[]EnvVar Resources:ResourceRequirements ResizePolicy:[]ContainerResizePolicy RestartPolicy:? RestartPolicyRules:[]ContainerRestartRule VolumeMounts:[]VolumeMount VolumeDevices:[]VolumeDevice LivenessProbe:*Probe ReadinessProbe:*Probe StartupProbe:*Probe Lifecycle:*Lifecycle TerminationMessagePath:s TerminationMessagePolicy:s ImagePullPolicy:s SecurityContext:*SecurityContext Stdin:b StdinOnce:b TTY=tty:b",
  ContainerPort: "Name:s HostPort:i ContainerPort:i Protocol:s HostIP:s",
  ContainerResizePolicy: "ResourceName:s RestartPolicy:s",
  ContainerRestartRule: "Action:s ExitCodes:*ContainerRestartRuleOnExitCodes",
  ContainerRestartRuleOnExitCodes: "Operator:s Values:?",
  DownwardAPIProjection: "Items:[]DownwardAPIVolumeFile",
  DownwardAPIVolumeFile:
    "Path:s FieldRef:*ObjectFieldSelector ResourceFieldRef:*ResourceFieldSelector Mode:?",
  DownwardAPIVolumeSource: "Items:[]DownwardAPIVolumeFile DefaultMode:?",
  EmptyDirVolumeSource: "Medium:s SizeLimit:?",
  EndpointAddress: "IP=ip:s Hostname:s NodeName:? TargetRef:*ObjectReference",
  EndpointPort: "Name:s Port:i Protocol:s AppProtocol:?",
  EndpointSubset: "Addresses:[]EndpointAddress NotReadyAddresses:[]EndpointAddress Ports:[]EndpointPort",
  EnvFromSource: "Prefix:s ConfigMapRef:*ConfigMapEnvSource SecretRef:*SecretEnvSource",
  EnvVar: "Name:s Value:s ValueFrom:*EnvVarSource",
  EnvVarSource:
    "FieldRef:*ObjectFieldSelector ResourceFieldRef:*ResourceFieldSelector ConfigMapKeyRef:*ConfigMapKeySelector SecretKeyRef:*SecretKeySelector FileKeyRef:*FileKeySelector",
  EphemeralContainer:
    "Name:s Image:s Command:? Args:? WorkingDir:s Ports:[]ContainerPort EnvFrom:[]EnvFromSource Env:[]EnvVar Resources:ResourceRequirements ResizePolicy:[]ContainerResizePolicy RestartPolicy:? RestartPolicyRules:[]ContainerRestartRule VolumeMounts:[]VolumeMount VolumeDevices:[]VolumeDevice LivenessProbe:*Probe ReadinessProbe:*Probe StartupProbe:*Probe Lifecycle:*Lifecycle TerminationMessagePath:s TerminationMessagePolicy:s ImagePullPolicy:s SecurityContext:*SecurityContext Stdin:b StdinOnce:b TTY=tty:b TargetContainerName:s",
  EphemeralVolumeSource: "VolumeClaimTemplate:*PersistentVolumeClaimTemplate",
  EventSource: "Component:s Host:s",
  ExecAction: "Command:?",
  FCVolumeSource: "TargetWWNs:? Lun:? FSType=fsType:s ReadOnly:b WWIDs=wwids:?",
  FileKeySelector: "VolumeName:s Path:s Key:s Optional:?",
  FlexPersistentVolumeSource: "Driver:s FSType=fsType:s SecretRef:*SecretReference ReadOnly:b Options:%",
  FlexVolumeSource: "Driver:s FSType=fsType:s SecretRef:*LocalObjectReference ReadOnly:b Options:%",
  FlockerVolumeSource: "DatasetName:s DatasetUUID:s",
  GCEPersistentDiskVolumeSource: "PDName=pdName:s FSType=fsType:s Partition:i ReadOnly:b",
  GRPCAction: "Port:i Service:?",
  GitRepoVolumeSource: "Repository:s Revision:s Directory:s",
  GlusterfsPersistentVolumeSource: "EndpointsName=endpoints:s Path:s ReadOnly:b EndpointsNamespace:?",
  GlusterfsVolumeSource: "EndpointsName=endpoints:s Path:s ReadOnly:b",
  HTTPGetAction: "Path:s Port:? Host:s Scheme:s HTTPHeaders=httpHeaders:[]HTTPHeader",
  HTTPHeader: "Name:s Value:s",
  HostAlias: "IP=ip:s Hostnames:?",
  HostIP: "IP=ip:s",
  HostPathVolumeSource: "Path:s Type:?",
  ISCSIPersistentVolumeSource:
    "TargetPortal:s IQN=iqn:s Lun:i ISCSIInterface=iscsiInterface:s FSType=fsType:s ReadOnly:b Portals:? DiscoveryCHAPAuth=chapAuthDiscovery:b SessionCHAPAuth=chapAuthSession:b SecretRef:*SecretReference InitiatorName:?",
  ISCSIVolumeSource:
    "TargetPortal:s IQN=iqn:s Lun:i ISCSIInterface=iscsiInterface:s FSType=fsType:s ReadOnly:b Portals:? DiscoveryCHAPAuth=chapAuthDiscovery:b SessionCHAPAuth=chapAuthSession:b SecretRef:*LocalObjectReference InitiatorName:?",
  ImageVolumeSource: "Reference:s PullPolicy:s",
  KeyToPath: "Key:s Path:s Mode:?",
  Lifecycle: "PostStart:*LifecycleHandler PreStop:*LifecycleHandler StopSignal:?",
  LifecycleHandler:
    "Exec:*ExecAction HTTPGet=httpGet:*HTTPGetAction TCPSocket=tcpSocket:*TCPSocketAction Sleep:*SleepAction",
  LimitRangeItem: "Type:s Max:% Min:% Default:% DefaultRequest:% MaxLimitRequestRatio:%",
  LoadBalancerIngress: "IP=ip:s Hostname:s IPMode=ipMode:? Ports:[]PortStatus",
  LocalObjectReference: "Name:s",
  LocalVolumeSource: "Path:s FSType=fsType:?",
  NFSVolumeSource: "Server:s Path:s ReadOnly:b",
  NodeAddress: "Type:s Address:s",
  NodeAffinity:
    "RequiredDuringSchedulingIgnoredDuringExecution:*NodeSelector PreferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm",
  NodeConfigSource: "ConfigMap:*ConfigMapNodeConfigSource",
  NodeSelector: "NodeSelectorTerms:[]NodeSelectorTerm",
  NodeSelectorRequirement: "Key:s Operator:s Values:?",
  NodeSelectorTerm: "MatchExpressions:[]NodeSelectorRequirement MatchFields:[]NodeSelectorRequirement",
  ObjectFieldSelector: "APIVersion=apiVersion:s FieldPath:s",
  ObjectReference:
    "Kind:s Namespace:s Name:s UID=uid:s APIVersion=apiVersion:s ResourceVersion:s FieldPath:s",
  PersistentVolumeClaimSpec:
    "AccessModes:? Selector:@selector Resources:VolumeResourceRequirements VolumeName:s StorageClassName:? VolumeMode:? DataSource:*TypedLocalObjectReference DataSourceRef:*TypedObjectReference VolumeAttributesClassName:?",
  PersistentVolumeClaimTemplate: "@metadata Spec:PersistentVolumeClaimSpec",
  PersistentVolumeClaimVolumeSource: "ClaimName:s ReadOnly:b",
  PersistentVolumeSource:
    "GCEPersistentDisk=gcePersistentDisk:*GCEPersistentDiskVolumeSource AWSElasticBlockStore=awsElasticBlockStore:*AWSElasticBlockStoreVolumeSource HostPath:*HostPathVolumeSource Glusterfs:*GlusterfsPersistentVolumeSource NFS=nfs:*NFSVolumeSource RBD=rbd:*RBDPersistentVolumeSource Quobyte:*QuobyteVolumeSource ISCSI=iscsi:*ISCSIPersistentVolumeSource FlexVolume:*FlexPersistentVolumeSource Cinder:*CinderPersistentVolumeSource CephFS=cephfs:*CephFSPersistentVolumeSource FC=fc:*FCVolumeSource Flocker:*FlockerVolumeSource AzureFile:*AzureFilePersistentVolumeSource VsphereVolume:*VsphereVirtualDiskVolumeSource AzureDisk:*AzureDiskVolumeSource PhotonPersistentDisk:*PhotonPersistentDiskVolumeSource PortworxVolume:*PortworxVolumeSource ScaleIO:*ScaleIOPersistentVolumeSource Local:*LocalVolumeSource StorageOS=storageos:*StorageOSPersistentVolumeSource CSI=csi:*CSIPersistentVolumeSource",
  PersistentVolumeSpec:
    "Capacity:% AccessModes:? ClaimRef:*ObjectReference PersistentVolumeReclaimPolicy:s StorageClassName:s MountOptions:? VolumeMode:? NodeAffinity:*VolumeNodeAffinity VolumeAttributesClassName:?",
  PhotonPersistentDiskVolumeSource: "PdID:s FSType=fsType:s",
  PodAffinity:
    "RequiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm",
  PodAffinityTerm:
    "LabelSelector:@selector Namespaces:? TopologyKey:s NamespaceSelector:@selector MatchLabelKeys:? MismatchLabelKeys:?",
  PodAntiAffinity:
    "RequiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm",
  PodCertificateProjection:
    "SignerName:s KeyType:s MaxExpirationSeconds:? CredentialBundlePath:s KeyPath:s CertificateChainPath:s UserAnnotations:%",
  PodDNSConfig: "Nameservers:? Searches:? Options:[]PodDNSConfigOption",
  PodDNSConfigOption: "Name:s Value:?",
  PodIP: "IP=ip:s",
  PodOS: "Name:s",
  PodReadinessGate: "ConditionType:s",
  PodResourceClaim: "Name:s ResourceClaimName:? ResourceClaimTemplateName:?",
  PodSchedulingGate: "Name:s",
  PodSchedulingGroup: "PodGroupName:?",
  PodSecurityContext:
    "HostNetwork:b HostPID:b HostIPC:b ShareProcessNamespace:? HostUsers:? SELinuxOptions=seLinuxOptions:*SELinuxOptions WindowsOptions:*WindowsSecurityContextOptions RunAsUser:? RunAsGroup:? RunAsNonRoot:? SupplementalGroups:? SupplementalGroupsPolicy:? FSGroup=fsGroup:? FSGroupChangePolicy=fsGroupChangePolicy:? Sysctls:[]Sysctl SeccompProfile:*SeccompProfile AppArmorProfile:*AppArmorProfile SELinuxChangePolicy=seLinuxChangePolicy:?",
  PodSpec:
    "Volumes:[]Volume InitContainers:[]Container Containers:[]Container EphemeralContainers:[]EphemeralContainer RestartPolicy:s TerminationGracePeriodSeconds:? ActiveDeadlineSeconds:? DNSPolicy=dnsPolicy:s NodeSelector:% ServiceAccountName:s AutomountServiceAccountToken:? NodeName:s SecurityContext:*PodSecurityContext ImagePullSecrets:[]LocalObjectReference Hostname:s Subdomain:s SetHostnameAsFQDN:? Affinity:*Affinity SchedulerName:s Tolerations:[]Toleration HostAliases:[]HostAlias PriorityClassName:s Priority:? PreemptionPolicy:? DNSConfig=dnsConfig:*PodDNSConfig ReadinessGates:[]PodReadinessGate RuntimeClassName:? Overhead:% EnableServiceLinks:? TopologySpreadConstraints:[]TopologySpreadConstraint OS=os:*PodOS SchedulingGates:[]PodSchedulingGate ResourceClaims:[]PodResourceClaim Resources:*ResourceRequirements HostnameOverride:? SchedulingGroup:*PodSchedulingGroup",
  PodTemplateSpec: "@metadata Spec:PodSpec",
  PortStatus: "Port:i Protocol:s Error:?",
  PortworxVolumeSource: "VolumeID:s FSType=fsType:s ReadOnly:b",
  PreferredSchedulingTerm: "Weight:i Preference:NodeSelectorTerm",
  Probe:
    "Exec:*ExecAction HTTPGet=httpGet:*HTTPGetAction TCPSocket=tcpSocket:*TCPSocketAction GRPC=grpc:*GRPCAction InitialDelaySeconds:i TimeoutSeconds:i PeriodSeconds:i SuccessThreshold:i FailureThreshold:i TerminationGracePeriodSeconds:?",
  ProjectedVolumeSource: "Sources:[]VolumeProjection DefaultMode:?",
  QuobyteVolumeSource: "Registry:s Volume:s ReadOnly:b User:s Group:s Tenant:s",
  RBDPersistentVolumeSource:
    "CephMonitors=monitors:? RBDImage=image:s FSType=fsType:s RBDPool=pool:s RadosUser=user:s Keyring:s SecretRef:*SecretReference ReadOnly:b",
  RBDVolumeSource:
    "CephMonitors=monitors:? RBDImage=image:s FSType=fsType:s RBDPool=pool:s RadosUser=user:s Keyring:s SecretRef:*LocalObjectReference ReadOnly:b",
  ResourceClaim: "Name:s Request:s",
  ResourceFieldSelector: "ContainerName:s Resource:s Divisor:q",
  ResourceQuotaSpec: "Hard:% Scopes:? ScopeSelector:*ScopeSelector",
  ResourceRequirements: "Limits:% Requests:% Claims:[]ResourceClaim",
  SELinuxOptions: "User:s Role:s Type:s Level:s",
  ScaleIOPersistentVolumeSource:
    "Gateway:s System:s SecretRef:*SecretReference SSLEnabled=sslEnabled:b ProtectionDomain:s StoragePool:s StorageMode:s VolumeName:s FSType=fsType:s ReadOnly:b",
  ScaleIOVolumeSource:
    "Gateway:s System:s SecretRef:*LocalObjectReference SSLEnabled=sslEnabled:b ProtectionDomain:s StoragePool:s StorageMode:s VolumeName:s FSType=fsType:s ReadOnly:b",
  ScopeSelector: "MatchExpressions:[]ScopedResourceSelectorRequirement",
  ScopedResourceSelectorRequirement: "ScopeName:s Operator:s Values:?",
  SeccompProfile: "Type:s LocalhostProfile:?",
  SecretEnvSource: "Name:s Optional:?",
  SecretKeySelector: "Name:s Key:s Optional:?",
  SecretProjection: "Name:s Items:[]KeyToPath Optional:?",
  SecretReference: "Name:s Namespace:s",
  SecretVolumeSource: "SecretName:s Items:[]KeyToPath DefaultMode:? Optional:?",
  SecurityContext:
    "Capabilities:*Capabilities Privileged:? SELinuxOptions=seLinuxOptions:*SELinuxOptions WindowsOptions:*WindowsSecurityContextOptions RunAsUser:? RunAsGroup:? RunAsNonRoot:? ReadOnlyRootFilesystem:? AllowPrivilegeEscalation:? ProcMount:? SeccompProfile:*SeccompProfile AppArmorProfile:*AppArmorProfile",
  ServiceAccountTokenProjection: "Audience:s ExpirationSeconds:i Path:s",
  ServicePort: "Name:s Protocol:s AppProtocol:? Port:i TargetPort:? NodePort:i",
  SleepAction: "Seconds:i",
  StorageOSPersistentVolumeSource:
    "VolumeName:s VolumeNamespace:s FSType=fsType:s ReadOnly:b SecretRef:*ObjectReference",
  StorageOSVolumeSource:
    "VolumeName:s VolumeNamespace:s FSType=fsType:s ReadOnly:b SecretRef:*LocalObjectReference",
  Sysctl: "Name:s Value:s",
  TCPSocketAction: "Port:? Host:s",
  Taint: "Key:s Value:s Effect:s TimeAdded:?",
  Toleration: "Key:s Operator:s Value:s Effect:s TolerationSeconds:?",
  TopologySpreadConstraint:
    "MaxSkew:i TopologyKey:s WhenUnsatisfiable:s LabelSelector:@selector MinDomains:? NodeAffinityPolicy:? NodeTaintsPolicy:? MatchLabelKeys:?",
  TypedLocalObjectReference: "APIGroup=apiGroup:? Kind:s Name:s",
  TypedObjectReference: "APIGroup=apiGroup:? Kind:s Name:s Namespace:?",
  Volume:
    "Name:s HostPath:*HostPathVolumeSource EmptyDir:*EmptyDirVolumeSource GCEPersistentDisk=gcePersistentDisk:*GCEPersistentDiskVolumeSource AWSElasticBlockStore=awsElasticBlockStore:*AWSElasticBlockStoreVolumeSource GitRepo:*GitRepoVolumeSource Secret:*SecretVolumeSource NFS=nfs:*NFSVolumeSource ISCSI=iscsi:*ISCSIVolumeSource Glusterfs:*GlusterfsVolumeSource PersistentVolumeClaim:*PersistentVolumeClaimVolumeSource RBD=rbd:*RBDVolumeSource Quobyte:*QuobyteVolumeSource FlexVolume:*FlexVolumeSource Cinder:*CinderVolumeSource CephFS=cephfs:*CephFSVolumeSource Flocker:*FlockerVolumeSource DownwardAPI:*DownwardAPIVolumeSource FC=fc:*FCVolumeSource AzureFile:*AzureFileVolumeSource ConfigMap:*ConfigMapVolumeSource VsphereVolume:*VsphereVirtualDiskVolumeSource AzureDisk:*AzureDiskVolumeSource PhotonPersistentDisk:*PhotonPersistentDiskVolumeSource Projected:*ProjectedVolumeSource PortworxVolume:*PortworxVolumeSource ScaleIO:*ScaleIOVolumeSource StorageOS=storageos:*StorageOSVolumeSource CSI=csi:*CSIVolumeSource Ephemeral:*EphemeralVolumeSource Image:*ImageVolumeSource",
  VolumeDevice: "Name:s DevicePath:s",
  VolumeMount: "Name:s ReadOnly:b RecursiveReadOnly:? MountPath:s SubPath:s MountPropagation:? SubPathExpr:s",
  VolumeNodeAffinity: "Required:*NodeSelector",
  VolumeProjection:
    "Secret:*SecretProjection DownwardAPI:*DownwardAPIProjection ConfigMap:*ConfigMapProjection ServiceAccountToken:*ServiceAccountTokenProjection ClusterTrustBundle:*ClusterTrustBundleProjection PodCertificate:*PodCertificateProjection",
  VolumeResourceRequirements: "Limits:% Requests:%",
  VsphereVirtualDiskVolumeSource: "VolumePath:s FSType=fsType:s StoragePolicyName:s StoragePolicyID:s",
  WeightedPodAffinityTerm: "Weight:i PodAffinityTerm:PodAffinityTerm",
  WindowsSecurityContextOptions:
    "GMSACredentialSpecName=gmsaCredentialSpecName:? GMSACredentialSpec=gmsaCredentialSpec:? RunAsUserName:? HostProcess:?",
};
