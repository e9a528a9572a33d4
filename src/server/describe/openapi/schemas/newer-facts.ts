/** Facts about a type: its required fields, and the values of fields; names are separated by spaces. */
export interface NewerFacts {
  readonly required?: string;
  readonly enums?: Readonly<Record<string, string>>;
}

/**
 * The OpenAPI documents of Kubernetes 1.37 where they differ from the package of texts, which is made from 1.36. The list
 * goes as soon as the package has a version for 1.37.
 */
export const NEWER_FACTS: Readonly<Record<string, NewerFacts>> = {
  "io.k8s.api.apps.v1.ControllerRevision": { required: "data" },
  "io.k8s.api.apps.v1.DaemonSet": { required: "spec" },
  "io.k8s.api.apps.v1.DaemonSetCondition": { required: "" },
  "io.k8s.api.apps.v1.Deployment": { required: "spec" },
  "io.k8s.api.apps.v1.DeploymentCondition": { required: "" },
  "io.k8s.api.apps.v1.ReplicaSet": { required: "spec" },
  "io.k8s.api.apps.v1.ReplicaSetCondition": { required: "" },
  "io.k8s.api.apps.v1.StatefulSet": { required: "spec" },
  "io.k8s.api.apps.v1.StatefulSetCondition": { required: "" },
  "io.k8s.api.apps.v1.StatefulSetUpdateStrategy": { enums: { type: "OnDelete Recreate RollingUpdate" } },
  "io.k8s.api.certificates.v1.ClusterTrustBundle": { required: "spec" },
  "io.k8s.api.certificates.v1.ClusterTrustBundleSpec": { required: "trustBundle" },
  "io.k8s.api.certificates.v1.PodCertificateRequest": { required: "spec" },
  "io.k8s.api.certificates.v1.PodCertificateRequestSpec": {
    required:
      "signerName podName podUID serviceAccountName serviceAccountUID nodeName nodeUID stubPKCS10Request",
  },
  "io.k8s.api.core.v1.EvictionResponder": { required: "name priority" },
  "io.k8s.api.core.v1.GRPCAction": { enums: { mode: "Plaintext TLS" } },
  "io.k8s.api.core.v1.HTTPGetAction": { enums: { protocol: "HTTP1 HTTP2" } },
  "io.k8s.api.core.v1.NodeAllocatableMappedResources": { required: "name quantity" },
  "io.k8s.api.core.v1.NodeAllocatableOverheadResources": { required: "name" },
  "io.k8s.api.core.v1.PodVolumeHealth": { required: "name" },
  "io.k8s.api.core.v1.VolumeHealthCondition": {
    required: "status reason",
    enums: { status: "DataLoss Degraded Inaccessible" },
  },
  "io.k8s.api.flowcontrol.v1.FlowSchema": { required: "spec" },
  "io.k8s.api.flowcontrol.v1.FlowSchemaCondition": { required: "type" },
  "io.k8s.api.flowcontrol.v1.LimitedPriorityLevelConfiguration": { required: "limitResponse" },
  "io.k8s.api.flowcontrol.v1.PriorityLevelConfiguration": { required: "spec" },
  "io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationCondition": { required: "type" },
  "io.k8s.api.resource.v1.DeviceClass": { required: "" },
  "io.k8s.api.resource.v1.DeviceDerivedAttribute": { required: "name expression" },
  "io.k8s.api.resource.v1.DeviceRequestAllocationResult": {
    enums: { skipNodeOperations: "* NodePrepareResources NodeUnprepareResources" },
  },
  "io.k8s.api.resource.v1.DeviceTaintRule": { required: "spec" },
  "io.k8s.api.resource.v1.DeviceTaintRuleSpec": { required: "taint" },
  "io.k8s.api.resource.v1.ResourceClaim": { required: "" },
  "io.k8s.api.resource.v1.ResourceClaimTemplate": { required: "" },
  "io.k8s.api.resource.v1.ResourceClaimTemplateSpec": { required: "" },
  "io.k8s.api.resource.v1.ResourceSliceSpec": {
    enums: { skipNodeOperations: "* NodePrepareResources NodeUnprepareResources" },
  },
  "io.k8s.api.scheduling.v1alpha3.TopologyConstraint": { required: "key" },
  "io.k8s.api.scheduling.v1alpha3.WorkloadPodGroupResourceClaim": { required: "name" },
  "io.k8s.api.storage.v1.StorageHealth": { required: "name" },
  "io.k8s.api.storage.v1.StorageHealthCondition": {
    required: "status reason",
    enums: {
      accessMode: "ReadOnlyMany ReadWriteMany ReadWriteOnce ReadWriteOncePod",
      status: "StorageDegraded StorageUnreachable",
      volumeMode: "Block Filesystem",
    },
  },
  "io.k8s.api.storagemigration.v1.StorageVersionMigrationSpec": { required: "resource" },
  "io.k8s.apimachinery.pkg.apis.meta.v1.GroupResource": { required: "group resource" },
};
