import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { once } from "../../../../async/once.ts";
import { nearestFolder } from "../../../../disk/nearest-folder.ts";
import { capital } from "../naming.ts";

/** Texts in the schema of one type; the build takes them from a package (docs/decisions/0009). */
export interface TypeTexts {
  readonly description?: string;
  readonly required?: readonly string[];
  /** Values that a field may have; for a list, the values of each item. */
  readonly enums?: Readonly<Record<string, readonly string[]>>;
  /** Descriptions by field. */
  readonly fields: Readonly<Record<string, string>>;
}

const FILE = "openapi-texts.json";
const texts = once(() => readTexts(dirname(fileURLToPath(import.meta.url))));

/**
 * Returns the texts of a type by the name of its schema, `io.k8s.api.core.v1.Pod`; "" for the texts that all
 * kinds share. The file is read at the first call. Undefined if there are no texts, as for all types if the
 * source runs without a build.
 */
export function publishedTexts(schemaName: string): TypeTexts | undefined {
  const loaded = texts();
  const found = [schemaName, inV1(schemaName)].map(textKey).find((key) => Object.hasOwn(loaded, key));
  const published = found === undefined ? undefined : loaded[found];
  const newer = NEWER_FACTS[schemaName] ?? NEWER_FACTS[inV1(schemaName)];
  return newer === undefined ? published : withNewer(published, newer);
}

const wordsOf = (text: string): readonly string[] => (text === "" ? [] : text.split(" "));

function withNewer(
  { fields, ...texts }: TypeTexts = { fields: {} },
  { required, enums = {} }: NewerFacts,
): TypeTexts {
  const values = Object.entries(enums).map(([field, text]) => [field, wordsOf(text)]);
  return {
    ...texts,
    fields,
    ...(required === undefined ? {} : { required: wordsOf(required) }),
    enums: { ...texts.enums, ...Object.fromEntries(values) },
  };
}

/**
 * Returns the name of the type in v1, whose texts are used for types of earlier versions that the package
 * does not have; they are nearly equal.
 */
const inV1 = (schemaName: string): string => schemaName.replace(/\.v\d+(?:alpha|beta)\d+\./, ".v1.");

/**
 * Returns the key of a type in the file: `IoK8sApiCoreV1Pod` for `io.k8s.api.core.v1.Pod`.
 *
 * @public The build reads it: scripts/parts/build/kind-types.mjs.
 */
export const textKey = (schemaName: string): string => schemaName.split(/[.-]/).map(capital).join("");

/** Reads the file, which is in a folder above the bundled code, at the highest in the folder of package.json. */
function readTexts(from: string): Readonly<Record<string, TypeTexts>> {
  const folder = nearestFolder(from, FILE, "package.json");
  if (folder === undefined || !existsSync(join(folder, FILE))) return {};
  return JSON.parse(readFileSync(join(folder, FILE), "utf8"));
}

/** Facts about a type: its required fields, and the values of fields; names are separated by spaces. */
interface NewerFacts {
  readonly required?: string;
  readonly enums?: Readonly<Record<string, string>>;
}

/**
 * The OpenAPI documents of Kubernetes 1.37 where they differ from the package of texts, which is made from 1.36. The list
 * goes as soon as the package has a version for 1.37.
 */
const NEWER_FACTS: Readonly<Record<string, NewerFacts>> = {
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
