/**
 * How lists, maps and objects are merged by server-side apply and strategic merge patch, as upstream's API documents
 * declare it (x-kubernetes-list-type, -map-keys, -map-type, -patch-strategy, -patch-merge-key). A line without indentation
 * names a type (`atomic`: one owner for the whole object), an indented line one of its fields:
 * `map=k:"default",k2` a list of type map with its keys and their defaults, `set` a list of type set, `merge=key` a
 * strategic merge (no key: a set of scalars), `retainKeys`, `replace`, `atomic` or `granular` for objects and maps.
 * What is not named here is replaced as a whole when a list, merged by key when an object or a map.
 */
export const MERGE_RULES = `
admissionregistration/v1.MatchResources atomic
admissionregistration/v1.MutatingAdmissionPolicySpec
  matchConditions map=name:"" merge=name
admissionregistration/v1.MutatingWebhook
  matchConditions map=name:"" merge=name
admissionregistration/v1.MutatingWebhookConfiguration
  webhooks map=name:"" merge=name
admissionregistration/v1.NamedRuleWithOperations atomic
admissionregistration/v1.ParamKind atomic
admissionregistration/v1.ParamRef atomic
admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec
  validationActions set
admissionregistration/v1.ValidatingAdmissionPolicySpec
  matchConditions map=name:"" merge=name
  variables map=name:"" merge=name
admissionregistration/v1.ValidatingAdmissionPolicyStatus
  conditions map=type:""
admissionregistration/v1.ValidatingWebhook
  matchConditions map=name:"" merge=name
admissionregistration/v1.ValidatingWebhookConfiguration
  webhooks map=name:"" merge=name
admissionregistration/v1.Variable atomic
admissionregistration/v1beta1.MutatingWebhook
  matchConditions map=name:"" merge=name
admissionregistration/v1beta1.MutatingWebhookConfiguration
  webhooks map=name:"" merge=name
admissionregistration/v1beta1.ValidatingWebhook
  matchConditions map=name:"" merge=name
admissionregistration/v1beta1.ValidatingWebhookConfiguration
  webhooks map=name:"" merge=name
apiextensions/v1.CustomResourceDefinitionStatus
  conditions map=type:""
apiextensions/v1.JSONSchemaProps
  x-kubernetes-validations map=rule:"" merge=rule
apiregistration/v1.APIServiceStatus
  conditions map=type:"" merge=type
apps/v1.DaemonSetStatus
  conditions map=type:"" merge=type
apps/v1.DeploymentSpec
  strategy retainKeys
apps/v1.DeploymentStatus
  conditions map=type:"" merge=type
apps/v1.ReplicaSetStatus
  conditions map=type:"" merge=type
apps/v1.StatefulSetStatus
  conditions map=type:"" merge=type
autoscaling/v1.CrossVersionObjectReference atomic
autoscaling/v2.HorizontalPodAutoscalerStatus
  conditions map=type:"" merge=type
batch/v1.JobStatus
  conditions merge=type
batch/v1.PodFailurePolicyOnExitCodesRequirement
  values set
batch/v1.UncountedTerminatedPods
  failed set
  succeeded set
certificates/v1.CertificateSigningRequestStatus
  conditions map=type:""
core/v1.ComponentStatus
  conditions map=type:"" merge=type
core/v1.ConfigMapKeySelector atomic
core/v1.Container
  env map=name:"" merge=name
  ports map=containerPort:0,protocol:"TCP" merge=containerPort
  volumeDevices map=devicePath:"" merge=devicePath
  volumeMounts map=mountPath:"" merge=mountPath
core/v1.ContainerRestartRuleOnExitCodes
  values set
core/v1.ContainerStatus
  allocatedResourcesStatus map=name:"" merge=name
  volumeMounts map=mountPath:"" merge=mountPath
core/v1.EndpointAddress atomic
core/v1.EndpointPort atomic
core/v1.EphemeralContainer
  env map=name:"" merge=name
  ports map=containerPort:0,protocol:"TCP" merge=containerPort
  volumeDevices map=devicePath:"" merge=devicePath
  volumeMounts map=mountPath:"" merge=mountPath
core/v1.FileKeySelector atomic
core/v1.LocalObjectReference atomic
core/v1.NamespaceStatus
  conditions map=type:"" merge=type
core/v1.NodeAllocatableResourceClaimStatus
  containers set
core/v1.NodeSelector atomic
core/v1.NodeSelectorTerm atomic
core/v1.NodeSpec
  podCIDRs set merge=
core/v1.NodeStatus
  addresses map=type:"" merge=type
  conditions map=type:"" merge=type
core/v1.ObjectFieldSelector atomic
core/v1.ObjectReference atomic
core/v1.PersistentVolumeClaimStatus
  allocatedResourceStatuses granular
  conditions map=type:"" merge=type
core/v1.PersistentVolumeSpec
  claimRef granular
core/v1.PodSpec
  containers map=name:"" merge=name
  ephemeralContainers map=name:"" merge=name
  hostAliases map=ip:"" merge=ip
  imagePullSecrets map=name:"" merge=name
  initContainers map=name:"" merge=name
  nodeSelector atomic
  resourceClaims map=name:"" merge=name retainKeys
  schedulingGates map=name:"" merge=name
  topologySpreadConstraints map=topologyKey:"",whenUnsatisfiable:"" merge=topologyKey
  volumes map=name:"" merge=name retainKeys
core/v1.PodStatus
  conditions map=type:"" merge=type
  hostIPs merge=ip
  podIPs map=ip:"" merge=ip
  resourceClaimStatuses map=name:"" merge=name retainKeys
core/v1.ReplicationControllerSpec
  selector atomic
core/v1.ReplicationControllerStatus
  conditions map=type:"" merge=type
core/v1.ResourceFieldSelector atomic
core/v1.ResourceRequirements
  claims map=name:""
core/v1.ResourceStatus
  resources map=resourceID:""
core/v1.ScopeSelector atomic
core/v1.SecretKeySelector atomic
core/v1.SecretReference atomic
core/v1.ServiceAccount
  secrets map=name merge=name
core/v1.ServiceSpec
  ports map=port:0,protocol:"TCP" merge=port
  selector atomic
core/v1.ServiceStatus
  conditions map=type:"" merge=type
core/v1.TopologySelectorTerm atomic
core/v1.TypedLocalObjectReference atomic
discovery/v1.Endpoint
  addresses set
discovery/v1.EndpointPort atomic
flowcontrol/v1.FlowSchemaStatus
  conditions map=type merge=type
flowcontrol/v1.NonResourcePolicyRule
  nonResourceURLs set
  verbs set
flowcontrol/v1.PriorityLevelConfigurationStatus
  conditions map=type merge=type
flowcontrol/v1.ResourcePolicyRule
  apiGroups set
  namespaces set
  resources set
  verbs set
meta/v1.LabelSelector atomic
meta/v1.ObjectMeta
  finalizers set merge=
  ownerReferences map=uid:"" merge=uid
meta/v1.OwnerReference atomic
networking/v1.ServiceBackendPort atomic
networking/v1.ServiceCIDRStatus
  conditions map=type:"" merge=type
node/v1.Scheduling
  nodeSelector atomic
policy/v1.PodDisruptionBudgetSpec
  selector replace
policy/v1.PodDisruptionBudgetStatus
  conditions map=type:"" merge=type
rbac/v1.RoleRef atomic
rbac/v1.Subject atomic
resource/v1.AllocatedDeviceStatus
  conditions map=type:""
resource/v1.ResourceClaimStatus
  devices map=driver:"",device:"",pool:"",shareID
  reservedFor map=uid:"" merge=uid
storage/v1.CSIDriverSpec
  volumeLifecycleModes set
storage/v1.CSINodeSpec
  drivers map=name:"" merge=name
`;
