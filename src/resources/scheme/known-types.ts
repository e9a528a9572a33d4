import { groupOfTable } from "../../types/notation/table-groups.ts";
import { fieldFacts, tableNames } from "../../types/notation/tables.ts";

/**
 * Types that the schemes of kube-apiserver have in addition to our tables: kinds of old versions, lists,
 * options. By group, then version; `+` means that the list of the kind exists, too.
 */
const OTHERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "admission.k8s.io": { v1: "AdmissionReview", v1beta1: "AdmissionReview" },
  "admissionregistration.k8s.io": {
    v1beta1:
      "MutatingAdmissionPolicy+ MutatingAdmissionPolicyBinding+ ValidatingAdmissionPolicy+ ValidatingAdmissionPolicyBinding+",
    v1alpha1:
      "MutatingAdmissionPolicy+ MutatingAdmissionPolicyBinding+ ValidatingAdmissionPolicy+ ValidatingAdmissionPolicyBinding+",
  },
  apps: {
    v1beta1: "ControllerRevision+ Deployment+ DeploymentRollback Scale StatefulSet+",
    v1beta2: "ControllerRevision+ DaemonSet+ Deployment+ ReplicaSet+ Scale StatefulSet+",
  },
  "authentication.k8s.io": { v1beta1: "SelfSubjectReview TokenReview", v1alpha1: "SelfSubjectReview" },
  "authorization.k8s.io": {
    v1beta1: "LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview",
  },
  batch: { v1beta1: "CronJob+" },
  "certificates.k8s.io": {
    v1alpha1: "ClusterTrustBundle+",
    v1beta1: "CertificateSigningRequest+ ClusterTrustBundle+ PodCertificateRequest+",
  },
  "coordination.k8s.io": { v1alpha2: "LeaseCandidate+", v1beta1: "Lease+ LeaseCandidate+" },
  "discovery.k8s.io": { v1beta1: "EndpointSlice+" },
  "events.k8s.io": { v1beta1: "Event+" },
  extensions: {
    v1beta1: "DaemonSet+ Deployment+ DeploymentRollback Ingress+ NetworkPolicy+ ReplicaSet+ Scale",
  },
  "flowcontrol.apiserver.k8s.io": {
    v1beta1: "FlowSchema+ PriorityLevelConfiguration+",
    v1beta2: "FlowSchema+ PriorityLevelConfiguration+",
    v1beta3: "FlowSchema+ PriorityLevelConfiguration+",
  },
  "imagepolicy.k8s.io": { v1alpha1: "ImageReview" },
  "internal.apiserver.k8s.io": { v1alpha1: "StorageVersion+" },
  "lifecycle.k8s.io": { v1alpha1: "Eviction+ EvictionRequest+" },
  "networking.k8s.io": { v1beta1: "IPAddress+ Ingress+ IngressClass+ ServiceCIDR+" },
  "node.k8s.io": { v1alpha1: "RuntimeClass+", v1beta1: "RuntimeClass+" },
  policy: { v1beta1: "Eviction PodDisruptionBudget+" },
  "rbac.authorization.k8s.io": {
    v1alpha1: "ClusterRole+ ClusterRoleBinding+ Role+ RoleBinding+",
    v1beta1: "ClusterRole+ ClusterRoleBinding+ Role+ RoleBinding+",
  },
  "resource.k8s.io": {
    v1alpha3: "DeviceTaintRule+ ResourcePoolStatusRequest+",
    v1beta1: "DeviceClass+ ResourceClaim+ ResourceClaimTemplate+ ResourceSlice+",
    v1beta2: "DeviceClass+ DeviceTaintRule+ ResourceClaim+ ResourceClaimTemplate+ ResourceSlice+",
  },
  "scheduling.k8s.io": {
    v1alpha3: "CompositePodGroup+ PodGroup+ Workload+",
    v1beta1: "PodGroup+ PriorityClass+ Workload+",
  },
  "storage.k8s.io": {
    v1alpha1: "CSIStorageCapacity+ VolumeAttachment+ VolumeAttributesClass+",
    v1beta1: "CSIDriver+ CSINode+ CSIStorageCapacity+ StorageClass+ VolumeAttachment+ VolumeAttributesClass+",
  },
  "storagemigration.k8s.io": { v1beta1: "StorageVersionMigration+" },
  "apiextensions.k8s.io": { v1beta1: "ConversionReview CustomResourceDefinition+" },
  "apiregistration.k8s.io": { v1beta1: "APIService+" },
};

/** Groups of definitions and APIServices, whose servers decode no other groups. */
const ALONE: ReadonlySet<string> = new Set(["apiextensions.k8s.io", "apiregistration.k8s.io"]);

/** Tables whose types belong to all groups, or to no group with objects. */
const OF_NO_SCHEME: ReadonlySet<string> = new Set(["apidiscovery", "meta"]);

/** Further kinds, and the table of the other kinds, by `group/version`. */
interface KnownTypes {
  readonly kinds: ReadonlySet<string>;
  readonly table?: string;
}

const known: ReadonlyMap<string, KnownTypes> = knownTypes();

function knownTypes(): Map<string, KnownTypes> {
  const types = new Map<string, KnownTypes>();
  for (const [group, versions] of Object.entries(OTHERS))
    for (const [version, text] of Object.entries(versions))
      types.set(`${group}/${version}`, { kinds: kindsIn(text) });
  for (const table of tableNames()) {
    const [name = "", version = ""] = table.split("/");
    const place = `${groupOfTable(name)}/${version}`;
    if (!OF_NO_SCHEME.has(name)) types.set(place, { kinds: new Set(), ...types.get(place), table });
  }
  return types;
}

function kindsIn(text: string): ReadonlySet<string> {
  return new Set(
    text
      .split(" ")
      .flatMap((word) => (word.endsWith("+") ? [word.slice(0, -1), `${word.slice(0, -1)}List`] : [word])),
  );
}

const INTERNAL = "__internal";

/** Returns the versions whose kinds a version has: the internal version has all kinds of its group. */
const placesOf = (group: string, version: string): readonly string[] =>
  version === INTERNAL
    ? [...known.keys()].filter((place) => place.slice(0, place.lastIndexOf("/")) === group)
    : [`${group}/${version}`].filter((place) => known.has(place));

/** True if the group exists. */
export const knowsGroup = (group: string): boolean =>
  [...known.keys()].some((place) => place.slice(0, place.lastIndexOf("/")) === group);

/** True if the server that decodes the bodies of the group `serving` has a version of a group. */
export const knowsVersion = (serving: string, group: string, version: string): boolean =>
  (ALONE.has(serving) ? group === serving : !ALONE.has(group)) && placesOf(group, version).length > 0;

/** True if that server has a kind in that version. */
export const knowsKind = (serving: string, group: string, version: string, kind: string): boolean =>
  knowsVersion(serving, group, version) && placesOf(group, version).some((place) => hasKind(place, kind));

function hasKind(place: string, kind: string): boolean {
  const { kinds, table } = known.get(place) ?? {};
  if (kinds?.has(kind)) return true;
  const [first] = (table === undefined ? undefined : fieldFacts(`${table}.${kind}`)) ?? [];
  return first?.embedded === true && first.name === "TypeMeta";
}
