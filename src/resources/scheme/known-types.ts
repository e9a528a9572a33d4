/**
 * What kube-apiserver's schemes know beside what it serves: kinds of old versions, lists, options. By group, then version;
 * `+` means that there is a list of them, too.
 */
const TYPES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "": {
    v1: "Binding ComponentStatus+ ConfigMap+ Endpoints+ Event+ LimitRange+ List Namespace+ Node+ NodeProxyOptions PersistentVolume+ PersistentVolumeClaim+ Pod+ PodAttachOptions PodExecOptions PodLogOptions PodPortForwardOptions PodProxyOptions PodStatusResult PodTemplate+ RangeAllocation ReplicationController+ ResourceQuota+ Secret+ SerializedReference Service+ ServiceAccount+ ServiceProxyOptions",
  },
  "admission.k8s.io": { v1: "AdmissionReview", v1beta1: "AdmissionReview" },
  "admissionregistration.k8s.io": {
    v1: "MutatingAdmissionPolicy+ MutatingAdmissionPolicyBinding+ MutatingWebhookConfiguration+ ValidatingAdmissionPolicy+ ValidatingAdmissionPolicyBinding+ ValidatingWebhookConfiguration+",
    v1beta1:
      "MutatingAdmissionPolicy+ MutatingAdmissionPolicyBinding+ MutatingWebhookConfiguration+ ValidatingAdmissionPolicy+ ValidatingAdmissionPolicyBinding+ ValidatingWebhookConfiguration+",
    v1alpha1:
      "MutatingAdmissionPolicy+ MutatingAdmissionPolicyBinding+ ValidatingAdmissionPolicy+ ValidatingAdmissionPolicyBinding+",
  },
  apps: {
    v1: "ControllerRevision+ DaemonSet+ Deployment+ ReplicaSet+ StatefulSet+",
    v1beta1: "ControllerRevision+ Deployment+ DeploymentRollback Scale StatefulSet+",
    v1beta2: "ControllerRevision+ DaemonSet+ Deployment+ ReplicaSet+ Scale StatefulSet+",
  },
  "authentication.k8s.io": {
    v1: "SelfSubjectReview TokenRequest TokenReview",
    v1beta1: "SelfSubjectReview TokenReview",
    v1alpha1: "SelfSubjectReview",
  },
  "authorization.k8s.io": {
    v1: "LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview",
    v1beta1: "LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview",
  },
  autoscaling: { v1: "HorizontalPodAutoscaler+ Scale", v2: "HorizontalPodAutoscaler+" },
  batch: { v1: "CronJob+ Job+", v1beta1: "CronJob+" },
  "certificates.k8s.io": {
    v1: "CertificateSigningRequest+",
    v1alpha1: "ClusterTrustBundle+",
    v1beta1: "CertificateSigningRequest+ ClusterTrustBundle+ PodCertificateRequest+",
  },
  "coordination.k8s.io": { v1: "Lease+", v1alpha2: "LeaseCandidate+", v1beta1: "Lease+ LeaseCandidate+" },
  "discovery.k8s.io": { v1: "EndpointSlice+", v1beta1: "EndpointSlice+" },
  "events.k8s.io": { v1: "Event+", v1beta1: "Event+" },
  extensions: {
    v1beta1: "DaemonSet+ Deployment+ DeploymentRollback Ingress+ NetworkPolicy+ ReplicaSet+ Scale",
  },
  "flowcontrol.apiserver.k8s.io": {
    v1: "FlowSchema+ PriorityLevelConfiguration+",
    v1beta1: "FlowSchema+ PriorityLevelConfiguration+",
    v1beta2: "FlowSchema+ PriorityLevelConfiguration+",
    v1beta3: "FlowSchema+ PriorityLevelConfiguration+",
  },
  "imagepolicy.k8s.io": { v1alpha1: "ImageReview" },
  "internal.apiserver.k8s.io": { v1alpha1: "StorageVersion+" },
  "networking.k8s.io": {
    v1: "IPAddress+ Ingress+ IngressClass+ NetworkPolicy+ ServiceCIDR+",
    v1beta1: "IPAddress+ Ingress+ IngressClass+ ServiceCIDR+",
  },
  "node.k8s.io": { v1: "RuntimeClass+", v1alpha1: "RuntimeClass+", v1beta1: "RuntimeClass+" },
  policy: { v1: "Eviction PodDisruptionBudget+", v1beta1: "Eviction PodDisruptionBudget+" },
  "rbac.authorization.k8s.io": {
    v1: "ClusterRole+ ClusterRoleBinding+ Role+ RoleBinding+",
    v1alpha1: "ClusterRole+ ClusterRoleBinding+ Role+ RoleBinding+",
    v1beta1: "ClusterRole+ ClusterRoleBinding+ Role+ RoleBinding+",
  },
  "resource.k8s.io": {
    v1: "DeviceClass+ ResourceClaim+ ResourceClaimTemplate+ ResourceSlice+",
    v1alpha3: "DeviceTaintRule+ ResourcePoolStatusRequest+",
    v1beta1: "DeviceClass+ ResourceClaim+ ResourceClaimTemplate+ ResourceSlice+",
    v1beta2: "DeviceClass+ DeviceTaintRule+ ResourceClaim+ ResourceClaimTemplate+ ResourceSlice+",
  },
  "scheduling.k8s.io": { v1: "PriorityClass+", v1alpha2: "PodGroup+ Workload+", v1beta1: "PriorityClass+" },
  "storage.k8s.io": {
    v1: "CSIDriver+ CSINode+ CSIStorageCapacity+ StorageClass+ VolumeAttachment+ VolumeAttributesClass+",
    v1alpha1: "CSIStorageCapacity+ VolumeAttachment+ VolumeAttributesClass+",
    v1beta1: "CSIDriver+ CSINode+ CSIStorageCapacity+ StorageClass+ VolumeAttachment+ VolumeAttributesClass+",
  },
  "storagemigration.k8s.io": { v1beta1: "StorageVersionMigration+" },
};

/** Definitions and APIServices are decoded by servers that know nothing else. */
const ALONE: typeof TYPES = {
  "apiextensions.k8s.io": {
    v1: "ConversionReview CustomResourceDefinition+",
    v1beta1: "ConversionReview CustomResourceDefinition+",
  },
  "apiregistration.k8s.io": { v1: "APIService+", v1beta1: "APIService+" },
};

const kindsIn = (text = ""): ReadonlySet<string> =>
  new Set(
    text
      .split(" ")
      .flatMap((word) => (word.endsWith("+") ? [word.slice(0, -1), `${word.slice(0, -1)}List`] : [word])),
  );

const compiled = (types: typeof TYPES): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    Object.entries(types).flatMap(([group, versions]) => [
      ...Object.entries(versions).map(([version, text]) => [`${group}/${version}`, kindsIn(text)] as const),
      [`${group}/__internal`, kindsIn(Object.values(versions).join(" "))] as const,
    ]),
  );

const known = compiled(TYPES);
const alone = new Map(
  Object.entries(ALONE).map(([group, versions]) => [group, compiled({ [group]: versions })]),
);

/** Kinds by `group/version`, as the server knows them that decodes the bodies of a group. */
export const kindsKnownTo = (group: string): ReadonlyMap<string, ReadonlySet<string>> =>
  alone.get(group) ?? known;
