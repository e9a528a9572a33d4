/**
 * Changes that objects need beyond another `apiVersion`, by group, version and kind of the old form. The guide to deprecated
 * versions of Kubernetes has these facts.
 */
const MIGRATIONS: Readonly<Record<string, string>> = {
  "extensions/v1beta1 Deployment":
    "spec.selector is required and immutable; spec.rollbackTo is gone; spec.progressDeadlineSeconds defaults to 600, spec.revisionHistoryLimit to 10, maxSurge and maxUnavailable to 25%",
  "apps/v1beta1 Deployment":
    "spec.selector is required and immutable; spec.rollbackTo is gone; spec.progressDeadlineSeconds defaults to 600, spec.revisionHistoryLimit to 10, maxSurge and maxUnavailable to 25%",
  "apps/v1beta2 Deployment": "spec.selector is immutable after creation",
  "extensions/v1beta1 DaemonSet":
    "spec.selector is required and immutable; spec.templateGeneration is gone; spec.updateStrategy.type defaults to RollingUpdate, not OnDelete",
  "apps/v1beta2 DaemonSet": "spec.selector is immutable after creation",
  "extensions/v1beta1 ReplicaSet": "spec.selector is required and immutable",
  "apps/v1beta1 ReplicaSet": "spec.selector is required and immutable",
  "apps/v1beta1 StatefulSet":
    "spec.selector is required and immutable; spec.updateStrategy.type defaults to RollingUpdate, not OnDelete",
  "extensions/v1beta1 Ingress":
    "spec.backend is spec.defaultBackend; serviceName is service.name; servicePort is service.port.number or service.port.name; pathType is required for each path (ImplementationSpecific is the old behavior)",
  "networking.k8s.io/v1beta1 Ingress":
    "spec.backend is spec.defaultBackend; serviceName is service.name; servicePort is service.port.number or service.port.name; pathType is required for each path (ImplementationSpecific is the old behavior)",
  "policy/v1beta1 PodDisruptionBudget":
    "an empty selector {} selects all pods of the namespace; it selected none",
  "policy/v1beta1 PodSecurityPolicy":
    "use the labels of Pod Security Admission on namespaces (pod-security.kubernetes.io/enforce), or a policy",
  "extensions/v1beta1 PodSecurityPolicy":
    "use the labels of Pod Security Admission on namespaces (pod-security.kubernetes.io/enforce), or a policy",
  "autoscaling/v2beta1 HorizontalPodAutoscaler":
    "targetAverageUtilization is target.averageUtilization with target.type Utilization; targetAverageValue and targetValue move into target as well",
  "autoscaling/v2beta2 HorizontalPodAutoscaler": "the fields are the same",
  "discovery.k8s.io/v1beta1 EndpointSlice":
    "topology is replaced by nodeName and zone of each endpoint; deprecatedTopology cannot be written",
  "events.k8s.io/v1beta1 Event":
    "type is Normal or Warning; involvedObject is regarding; action, reason, reportingController and reportingInstance are required; eventTime and series replace firstTimestamp, lastTimestamp and count",
  "admissionregistration.k8s.io/v1beta1 MutatingWebhookConfiguration":
    "sideEffects (None or NoneOnDryRun) and admissionReviewVersions are required; failurePolicy defaults to Fail, not Ignore; matchPolicy to Equivalent, not Exact; timeoutSeconds to 10, not 30; names of webhooks must differ",
  "admissionregistration.k8s.io/v1beta1 ValidatingWebhookConfiguration":
    "sideEffects (None or NoneOnDryRun) and admissionReviewVersions are required; failurePolicy defaults to Fail, not Ignore; matchPolicy to Equivalent, not Exact; timeoutSeconds to 10, not 30; names of webhooks must differ",
  "apiextensions.k8s.io/v1beta1 CustomResourceDefinition":
    "spec.scope is required; version, validation, subresources and additionalPrinterColumns move into each of spec.versions; each version needs a structural schema; conversion.webhookClientConfig is conversion.webhook.clientConfig; preserveUnknownFields: true becomes x-kubernetes-preserve-unknown-fields in the schema; JSONPath is jsonPath",
  "authorization.k8s.io/v1beta1 SubjectAccessReview": "spec.group is spec.groups",
  "authorization.k8s.io/v1beta1 LocalSubjectAccessReview": "spec.group is spec.groups",
  "certificates.k8s.io/v1beta1 CertificateSigningRequest":
    "spec.signerName is required, and not kubernetes.io/legacy-unknown; spec.usages is required, without duplicates; conditions need a status; status.certificate has only CERTIFICATE blocks",
  "certificates.k8s.io/v1beta1 PodCertificateRequest":
    "spec.pkixPublicKey and spec.proofOfPossession are gone: the certificate request has both",
  "storage.k8s.io/v1beta1 CSIDriver": "the fields are the same",
  "flowcontrol.apiserver.k8s.io/v1beta1 PriorityLevelConfiguration":
    "limited.assuredConcurrencyShares is limited.nominalConcurrencyShares, and 0 stays 0",
  "flowcontrol.apiserver.k8s.io/v1beta2 PriorityLevelConfiguration":
    "limited.assuredConcurrencyShares is limited.nominalConcurrencyShares, and 0 stays 0",
  "flowcontrol.apiserver.k8s.io/v1beta3 PriorityLevelConfiguration":
    "limited.nominalConcurrencyShares: 0 stays 0, and is no longer 30",
  "resource.k8s.io/v1beta1 ResourceClaim":
    "the fields of a device request move into exactly; devices of a slice have their fields without basic",
  "resource.k8s.io/v1beta1 ResourceClaimTemplate": "the fields of a device request move into exactly",
  "resource.k8s.io/v1beta1 ResourceSlice": "the fields of devices[].basic move into the device itself",
  "kubeadm.k8s.io/v1beta3 ClusterConfiguration":
    "extraArgs is a list of name and value; `kubeadm config migrate` of 1.36 rewrites the file",
  "scheduling.k8s.io/v1alpha2 Workload":
    "delete the objects before the upgrade, and create them again after it",
  "scheduling.k8s.io/v1alpha2 PodGroup":
    "delete the objects before the upgrade, and create them again after it",
  "storagemigration.k8s.io/v1alpha1 StorageVersionMigration": "delete the objects before the upgrade",
  "apiserver.config.k8s.io/v1alpha1 WebhookAdmission": "the kind is WebhookAdmissionConfiguration",
};

/** Returns what must change besides the version; empty if nothing is known. */
export const migrationOf = (groupVersion: string, kind: string): string =>
  MIGRATIONS[`${groupVersion} ${kind}`] ?? "";
