/**
 * API versions of Kubernetes' own kinds that are not stable: group and version, then the minor versions of Kubernetes in
 * which it appeared, was deprecated, and is no longer served, then the version that replaces it (`-` if there is none),
 * then the kinds. From `zz_generated.prerelease-lifecycle.go` of k8s.io/api 0.37.2 and of its neighbours, from the guide
 * to deprecated versions of Kubernetes, and for kinds that have left the sources from the changelogs. Versions of
 * configuration files of components are among them.
 */
export const API_VERSION_ROWS = `
admissionregistration.k8s.io/v1alpha1 1.26 1.29 1.32 admissionregistration.k8s.io/v1: ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding
admissionregistration.k8s.io/v1alpha1 1.32 1.35 1.38 admissionregistration.k8s.io/v1: MutatingAdmissionPolicy MutatingAdmissionPolicyBinding
admissionregistration.k8s.io/v1beta1 1.9 1.16 1.22 admissionregistration.k8s.io/v1: MutatingWebhookConfiguration ValidatingWebhookConfiguration
admissionregistration.k8s.io/v1beta1 1.28 1.31 1.34 admissionregistration.k8s.io/v1: ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding
admissionregistration.k8s.io/v1beta1 1.34 1.37 1.40 admissionregistration.k8s.io/v1: MutatingAdmissionPolicy MutatingAdmissionPolicyBinding
apiextensions.k8s.io/v1beta1 1.7 1.16 1.22 apiextensions.k8s.io/v1: CustomResourceDefinition
apiregistration.k8s.io/v1beta1 1.7 1.19 1.22 apiregistration.k8s.io/v1: APIService
apiserver.config.k8s.io/v1alpha1 1.14 1.17 1.36 apiserver.config.k8s.io/v1: WebhookAdmission
apps/v1beta1 1.7 1.8 1.16 apps/v1: ControllerRevision ReplicaSet
apps/v1beta1 1.6 1.8 1.16 apps/v1: Deployment
apps/v1beta1 1.5 1.8 1.16 apps/v1: StatefulSet
apps/v1beta2 1.8 1.9 1.16 apps/v1: ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet
audit.k8s.io/v1alpha1 1.7 1.21 1.24 audit.k8s.io/v1: Event Policy
audit.k8s.io/v1beta1 1.8 1.21 1.24 audit.k8s.io/v1: Event Policy
auditregistration.k8s.io/v1alpha1 1.13 1.18 1.19 -: AuditSink
authentication.k8s.io/v1alpha1 1.26 1.29 1.32 authentication.k8s.io/v1: SelfSubjectReview
authentication.k8s.io/v1beta1 1.4 1.19 1.22 authentication.k8s.io/v1: TokenReview
authentication.k8s.io/v1beta1 1.27 1.30 1.33 authentication.k8s.io/v1: SelfSubjectReview
authorization.k8s.io/v1beta1 1.2 1.19 1.22 authorization.k8s.io/v1: LocalSubjectAccessReview SelfSubjectAccessReview SubjectAccessReview
authorization.k8s.io/v1beta1 1.8 1.19 1.22 authorization.k8s.io/v1: SelfSubjectRulesReview
autoscaling/v2beta1 1.8 1.22 1.25 autoscaling/v2: HorizontalPodAutoscaler
autoscaling/v2beta2 1.12 1.23 1.26 autoscaling/v2: HorizontalPodAutoscaler
batch/v1beta1 1.8 1.21 1.25 batch/v1: CronJob
batch/v2alpha1 1.5 1.21 1.21 batch/v1: CronJob
certificates.k8s.io/v1alpha1 1.34 1.35 1.35 certificates.k8s.io/v1: PodCertificateRequest
certificates.k8s.io/v1alpha1 1.26 1.34 1.37 certificates.k8s.io/v1: ClusterTrustBundle
certificates.k8s.io/v1beta1 1.12 1.19 1.22 certificates.k8s.io/v1: CertificateSigningRequest
certificates.k8s.io/v1beta1 1.33 1.37 1.40 certificates.k8s.io/v1: ClusterTrustBundle
certificates.k8s.io/v1beta1 1.35 1.37 1.40 certificates.k8s.io/v1: PodCertificateRequest
coordination.k8s.io/v1alpha1 1.31 1.32 1.32 coordination.k8s.io/v1beta1: LeaseCandidate
coordination.k8s.io/v1alpha2 1.32 1.35 1.38 coordination.k8s.io/v1beta1: LeaseCandidate
coordination.k8s.io/v1beta1 1.12 1.19 1.22 coordination.k8s.io/v1: Lease
coordination.k8s.io/v1beta1 1.33 1.36 1.39 -: LeaseCandidate
discovery.k8s.io/v1beta1 1.16 1.21 1.25 discovery.k8s.io/v1: EndpointSlice
events.k8s.io/v1beta1 1.8 1.22 1.25 events.k8s.io/v1: Event
extensions/v1beta1 1.1 1.8 1.16 apps/v1: DaemonSet Deployment
extensions/v1beta1 1.3 1.9 1.16 networking.k8s.io/v1: NetworkPolicy
extensions/v1beta1 1.2 1.8 1.16 apps/v1: ReplicaSet
extensions/v1beta1 1.2 1.10 1.16 -: PodSecurityPolicy
extensions/v1beta1 1.1 1.14 1.22 networking.k8s.io/v1: Ingress
flowcontrol.apiserver.k8s.io/v1beta1 1.20 1.23 1.26 flowcontrol.apiserver.k8s.io/v1: FlowSchema PriorityLevelConfiguration
flowcontrol.apiserver.k8s.io/v1beta2 1.23 1.26 1.29 flowcontrol.apiserver.k8s.io/v1: FlowSchema PriorityLevelConfiguration
flowcontrol.apiserver.k8s.io/v1beta3 1.26 1.29 1.32 flowcontrol.apiserver.k8s.io/v1: FlowSchema PriorityLevelConfiguration
kubeadm.k8s.io/v1beta1 1.13 1.15 1.19 kubeadm.k8s.io/v1beta4: ClusterConfiguration InitConfiguration JoinConfiguration
kubeadm.k8s.io/v1beta2 1.15 1.22 1.27 kubeadm.k8s.io/v1beta4: ClusterConfiguration InitConfiguration JoinConfiguration
kubeadm.k8s.io/v1beta3 1.22 1.31 1.37 kubeadm.k8s.io/v1beta4: ClusterConfiguration InitConfiguration JoinConfiguration
kubescheduler.config.k8s.io/v1beta2 1.22 1.25 1.28 kubescheduler.config.k8s.io/v1: KubeSchedulerConfiguration
kubescheduler.config.k8s.io/v1beta3 1.23 1.26 1.29 kubescheduler.config.k8s.io/v1: KubeSchedulerConfiguration
lifecycle.k8s.io/v1alpha1 1.37 1.40 1.43 -: Eviction EvictionRequest
networking.k8s.io/v1beta1 1.14 1.19 1.22 networking.k8s.io/v1: Ingress
networking.k8s.io/v1beta1 1.18 1.19 1.22 networking.k8s.io/v1: IngressClass
networking.k8s.io/v1beta1 1.31 1.34 1.37 networking.k8s.io/v1: IPAddress ServiceCIDR
node.k8s.io/v1beta1 1.13 1.22 1.25 node.k8s.io/v1: RuntimeClass
policy/v1beta1 1.5 1.22 1.25 policy/v1: Eviction
policy/v1beta1 1.5 1.21 1.25 policy/v1: PodDisruptionBudget
policy/v1beta1 1.10 1.21 1.25 -: PodSecurityPolicy
rbac.authorization.k8s.io/v1alpha1 1.5 1.17 1.22 rbac.authorization.k8s.io/v1: ClusterRole ClusterRoleBinding Role RoleBinding
rbac.authorization.k8s.io/v1beta1 1.6 1.17 1.22 rbac.authorization.k8s.io/v1: ClusterRole ClusterRoleBinding Role RoleBinding
resource.k8s.io/v1alpha2 1.27 1.30 1.31 resource.k8s.io/v1: ResourceClaim ResourceClaimTemplate ResourceSlice
resource.k8s.io/v1alpha2 1.27 1.30 1.31 -: ResourceClaimParameters ResourceClass ResourceClassParameters
resource.k8s.io/v1alpha3 1.31 1.32 1.32 -: PodSchedulingContext
resource.k8s.io/v1alpha3 1.31 1.33 1.34 resource.k8s.io/v1: DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice
resource.k8s.io/v1alpha3 1.33 1.36 1.39 resource.k8s.io/v1: DeviceTaintRule
resource.k8s.io/v1alpha3 1.36 1.39 1.42 -: ResourcePoolStatusRequest
resource.k8s.io/v1beta1 1.32 1.35 1.38 resource.k8s.io/v1: DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice
resource.k8s.io/v1beta2 1.33 1.36 1.39 resource.k8s.io/v1: DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice
resource.k8s.io/v1beta2 1.36 1.39 1.42 resource.k8s.io/v1: DeviceTaintRule
scheduling.k8s.io/v1alpha1 1.8 1.14 1.17 scheduling.k8s.io/v1: PriorityClass
scheduling.k8s.io/v1alpha1 1.35 1.36 1.36 scheduling.k8s.io/v1beta1: Workload
scheduling.k8s.io/v1alpha2 1.36 1.37 1.37 scheduling.k8s.io/v1beta1: PodGroup Workload
scheduling.k8s.io/v1beta1 1.11 1.14 1.22 scheduling.k8s.io/v1: PriorityClass
scheduling.k8s.io/v1beta1 1.37 1.40 1.43 -: PodGroup Workload
settings.k8s.io/v1alpha1 1.6 1.19 1.20 -: PodPreset
storage.k8s.io/v1alpha1 1.19 1.21 1.24 storage.k8s.io/v1: CSIStorageCapacity
storage.k8s.io/v1alpha1 1.9 1.21 1.24 storage.k8s.io/v1: VolumeAttachment
storage.k8s.io/v1alpha1 1.29 1.32 1.35 storage.k8s.io/v1: VolumeAttributesClass
storage.k8s.io/v1beta1 1.14 1.19 1.22 storage.k8s.io/v1: CSIDriver
storage.k8s.io/v1beta1 1.14 1.17 1.22 storage.k8s.io/v1: CSINode
storage.k8s.io/v1beta1 1.4 1.19 1.22 storage.k8s.io/v1: StorageClass
storage.k8s.io/v1beta1 1.10 1.19 1.22 storage.k8s.io/v1: VolumeAttachment
storage.k8s.io/v1beta1 1.21 1.24 1.27 storage.k8s.io/v1: CSIStorageCapacity
storage.k8s.io/v1beta1 1.31 1.34 1.37 storage.k8s.io/v1: VolumeAttributesClass
storagemigration.k8s.io/v1alpha1 1.30 1.35 1.35 storagemigration.k8s.io/v1: StorageVersionMigration
storagemigration.k8s.io/v1beta1 1.35 1.37 1.40 storagemigration.k8s.io/v1: StorageVersionMigration
`;

/**
 * Versions of other projects: group and version, the version that replaces it, with other kinds after commas if the kind has
 * another name there, and the release of the project that no longer serves it.
 */
export const OTHER_VERSION_ROWS = `
acme.cert-manager.io/v1alpha2 acme.cert-manager.io/v1 cert-manager 1.6: Challenge Order
acme.cert-manager.io/v1alpha3 acme.cert-manager.io/v1 cert-manager 1.6: Challenge Order
acme.cert-manager.io/v1beta1 acme.cert-manager.io/v1 cert-manager 1.6: Challenge Order
authentication.istio.io/v1alpha1 security.istio.io/v1,PeerAuthentication Istio 1.6: MeshPolicy
authentication.istio.io/v1alpha1 security.istio.io/v1,PeerAuthentication,RequestAuthentication Istio 1.6: Policy
cert-manager.io/v1alpha2 cert-manager.io/v1 cert-manager 1.6: Certificate CertificateRequest ClusterIssuer Issuer
cert-manager.io/v1alpha3 cert-manager.io/v1 cert-manager 1.6: Certificate CertificateRequest ClusterIssuer Issuer
cert-manager.io/v1beta1 cert-manager.io/v1 cert-manager 1.6: Certificate CertificateRequest ClusterIssuer Issuer
certmanager.k8s.io/v1alpha1 acme.cert-manager.io/v1 cert-manager 0.11: Challenge Order
certmanager.k8s.io/v1alpha1 cert-manager.io/v1 cert-manager 0.11: Certificate CertificateRequest ClusterIssuer Issuer
external-secrets.io/v1beta1 external-secrets.io/v1 External Secrets Operator 0.17: ClusterExternalSecret ClusterSecretStore ExternalSecret SecretStore
karpenter.k8s.aws/v1beta1 karpenter.k8s.aws/v1 Karpenter 1.1: EC2NodeClass
karpenter.sh/v1beta1 karpenter.sh/v1 Karpenter 1.1: NodeClaim NodePool
keda.k8s.io/v1alpha1 keda.sh/v1alpha1 KEDA 2.0: ScaledObject TriggerAuthentication
rbac.istio.io/v1alpha1 security.istio.io/v1 Istio 1.6: AuthorizationPolicy
rbac.istio.io/v1alpha1 security.istio.io/v1,AuthorizationPolicy Istio 1.6: ClusterRbacConfig RbacConfig ServiceRole ServiceRoleBinding
snapshot.storage.k8s.io/v1alpha1 snapshot.storage.k8s.io/v1 external-snapshotter 2.0: VolumeSnapshot VolumeSnapshotClass VolumeSnapshotContent
snapshot.storage.k8s.io/v1beta1 snapshot.storage.k8s.io/v1 external-snapshotter 6.0: VolumeSnapshot VolumeSnapshotClass VolumeSnapshotContent
traefik.containo.us/v1alpha1 traefik.io/v1alpha1 Traefik 3.0: IngressRoute IngressRouteTCP IngressRouteUDP Middleware MiddlewareTCP ServersTransport TLSOption TLSStore TraefikService
`;
