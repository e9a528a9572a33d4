import type { GroupVersionKind } from "../../api/group-version.ts";
import type { SubresourceVerb, Verb } from "../kind.ts";

/** A group of built-in resources, as data. */
export interface GroupFacts {
  readonly group: string;
  /** Name of its tables of fields: `core`, `rbac`. */
  readonly table: string;
  /** Served versions in order of preference. */
  readonly versions: readonly string[];
  readonly resources: readonly ResourceFacts[];
}

/** What is to be known of a built-in resource besides its fields; what is absent is the usual. */
export interface ResourceFacts {
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** Absent: all eight. */
  readonly verbs?: readonly Verb[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly SubresourceFacts[];
  /** Below `/registry/`; absent: the plural. */
  readonly storagePrefix?: string;
  /** The version inside the server; absent: the preferred one. */
  readonly hub?: string;
  /** Text of the Warning header. */
  readonly deprecated?: string;
  /** What it is called where one is not found; absent: the plural. */
  readonly missingAs?: string;
}

export interface SubresourceFacts {
  readonly name: string;
  readonly style: "update" | "scale" | "create" | "connect" | "get";
  readonly verbs: readonly SubresourceVerb[];
  readonly kind?: GroupVersionKind;
}

const ALL = ["all"];
const EXTENSIONS = ["api-extensions"];
const CREATE_ONLY: readonly Verb[] = ["create"];
const READ_WRITE: readonly SubresourceVerb[] = ["get", "patch", "update"];

const core = (kind: string): GroupVersionKind => ({ group: "", version: "v1", kind });

const update = (name: string): SubresourceFacts => ({ name, style: "update", verbs: READ_WRITE });

const status = update("status");

const scale: SubresourceFacts = {
  name: "scale",
  style: "scale",
  verbs: READ_WRITE,
  kind: { group: "autoscaling", version: "v1", kind: "Scale" },
};

const create = (name: string, kind: GroupVersionKind): SubresourceFacts => ({
  name,
  style: "create",
  verbs: ["create"],
  kind,
});

const connect = (name: string, kind: string): SubresourceFacts => ({
  name,
  style: "connect",
  verbs: ["create", "get"],
  kind: core(kind),
});

const proxy = (kind: string): SubresourceFacts => ({
  name: "proxy",
  style: "connect",
  verbs: ["create", "delete", "get", "patch", "update"],
  kind: core(kind),
});

/** A namespaced kind. */
const namespaced = (kind: string, plural: string, rest: Partial<ResourceFacts> = {}): ResourceFacts => ({
  kind,
  plural,
  namespaced: true,
  ...rest,
});

/** A cluster-scoped kind. */
const cluster = (kind: string, plural: string, rest: Partial<ResourceFacts> = {}): ResourceFacts => ({
  kind,
  plural,
  namespaced: false,
  ...rest,
});

/**
 * Every built-in resource of the stable versions, groups in the order of discovery (api-surface B.1, B.2), resources
 * by name.
 */
export const BUILTIN_GROUPS: readonly GroupFacts[] = [
  {
    group: "",
    table: "core",
    versions: ["v1"],
    resources: [
      namespaced("Binding", "bindings", { verbs: CREATE_ONLY }),
      cluster("ComponentStatus", "componentstatuses", {
        verbs: ["get", "list"],
        shortNames: ["cs"],
        deprecated: "v1 ComponentStatus is deprecated in v1.19+",
        missingAs: "componentstatus",
      }),
      namespaced("ConfigMap", "configmaps", { shortNames: ["cm"] }),
      namespaced("Endpoints", "endpoints", {
        shortNames: ["ep"],
        storagePrefix: "services/endpoints",
        deprecated: "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
      }),
      namespaced("Event", "events", { shortNames: ["ev"] }),
      namespaced("LimitRange", "limitranges", { shortNames: ["limits"] }),
      cluster("Namespace", "namespaces", {
        verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
        shortNames: ["ns"],
        subresources: [{ name: "finalize", style: "update", verbs: ["update"] }, status],
      }),
      cluster("Node", "nodes", {
        shortNames: ["no"],
        storagePrefix: "minions",
        subresources: [proxy("NodeProxyOptions"), status],
      }),
      namespaced("PersistentVolumeClaim", "persistentvolumeclaims", {
        shortNames: ["pvc"],
        subresources: [status],
      }),
      cluster("PersistentVolume", "persistentvolumes", { shortNames: ["pv"], subresources: [status] }),
      namespaced("Pod", "pods", {
        shortNames: ["po"],
        categories: ALL,
        subresources: [
          connect("attach", "PodAttachOptions"),
          create("binding", core("Binding")),
          update("ephemeralcontainers"),
          create("eviction", { group: "policy", version: "v1", kind: "Eviction" }),
          connect("exec", "PodExecOptions"),
          { name: "log", style: "get", verbs: ["get"] },
          connect("portforward", "PodPortForwardOptions"),
          proxy("PodProxyOptions"),
          update("resize"),
          status,
        ],
      }),
      namespaced("PodTemplate", "podtemplates"),
      namespaced("ReplicationController", "replicationcontrollers", {
        shortNames: ["rc"],
        categories: ALL,
        storagePrefix: "controllers",
        subresources: [scale, status],
      }),
      namespaced("ResourceQuota", "resourcequotas", { shortNames: ["quota"], subresources: [status] }),
      namespaced("Secret", "secrets"),
      namespaced("ServiceAccount", "serviceaccounts", {
        shortNames: ["sa"],
        subresources: [
          create("token", { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" }),
        ],
      }),
      namespaced("Service", "services", {
        shortNames: ["svc"],
        categories: ALL,
        storagePrefix: "services/specs",
        subresources: [proxy("ServiceProxyOptions"), status],
      }),
    ],
  },
  {
    group: "apiregistration.k8s.io",
    table: "apiregistration",
    versions: ["v1"],
    resources: [
      cluster("APIService", "apiservices", {
        categories: EXTENSIONS,
        storagePrefix: "apiregistration.k8s.io/apiservices",
        subresources: [status],
      }),
    ],
  },
  {
    group: "apps",
    table: "apps",
    versions: ["v1"],
    resources: [
      namespaced("ControllerRevision", "controllerrevisions"),
      namespaced("DaemonSet", "daemonsets", { shortNames: ["ds"], categories: ALL, subresources: [status] }),
      namespaced("Deployment", "deployments", {
        shortNames: ["deploy"],
        categories: ALL,
        subresources: [scale, status],
      }),
      namespaced("ReplicaSet", "replicasets", {
        shortNames: ["rs"],
        categories: ALL,
        subresources: [scale, status],
      }),
      namespaced("StatefulSet", "statefulsets", {
        shortNames: ["sts"],
        categories: ALL,
        subresources: [scale, status],
      }),
    ],
  },
  {
    group: "events.k8s.io",
    table: "events",
    versions: ["v1"],
    resources: [namespaced("Event", "events", { shortNames: ["ev"] })],
  },
  {
    group: "authentication.k8s.io",
    table: "authentication",
    versions: ["v1"],
    resources: [
      cluster("SelfSubjectReview", "selfsubjectreviews", { verbs: CREATE_ONLY }),
      cluster("TokenReview", "tokenreviews", { verbs: CREATE_ONLY }),
    ],
  },
  {
    group: "authorization.k8s.io",
    table: "authorization",
    versions: ["v1"],
    resources: [
      namespaced("LocalSubjectAccessReview", "localsubjectaccessreviews", { verbs: CREATE_ONLY }),
      cluster("SelfSubjectAccessReview", "selfsubjectaccessreviews", { verbs: CREATE_ONLY }),
      cluster("SelfSubjectRulesReview", "selfsubjectrulesreviews", { verbs: CREATE_ONLY }),
      cluster("SubjectAccessReview", "subjectaccessreviews", { verbs: CREATE_ONLY }),
    ],
  },
  {
    group: "autoscaling",
    table: "autoscaling",
    versions: ["v2", "v1"],
    resources: [
      namespaced("HorizontalPodAutoscaler", "horizontalpodautoscalers", {
        shortNames: ["hpa"],
        categories: ALL,
        subresources: [status],
      }),
    ],
  },
  {
    group: "batch",
    table: "batch",
    versions: ["v1"],
    resources: [
      namespaced("CronJob", "cronjobs", { shortNames: ["cj"], categories: ALL, subresources: [status] }),
      namespaced("Job", "jobs", { categories: ALL, subresources: [status] }),
    ],
  },
  {
    group: "certificates.k8s.io",
    table: "certificates",
    versions: ["v1"],
    resources: [
      cluster("CertificateSigningRequest", "certificatesigningrequests", {
        shortNames: ["csr"],
        subresources: [update("approval"), status],
      }),
    ],
  },
  {
    group: "networking.k8s.io",
    table: "networking",
    versions: ["v1"],
    resources: [
      cluster("IngressClass", "ingressclasses"),
      namespaced("Ingress", "ingresses", {
        shortNames: ["ing"],
        storagePrefix: "ingress",
        subresources: [status],
      }),
      cluster("IPAddress", "ipaddresses", { shortNames: ["ip"] }),
      namespaced("NetworkPolicy", "networkpolicies", { shortNames: ["netpol"] }),
      cluster("ServiceCIDR", "servicecidrs", { subresources: [status] }),
    ],
  },
  {
    group: "policy",
    table: "policy",
    versions: ["v1"],
    resources: [
      namespaced("PodDisruptionBudget", "poddisruptionbudgets", {
        shortNames: ["pdb"],
        subresources: [status],
      }),
    ],
  },
  {
    group: "rbac.authorization.k8s.io",
    table: "rbac",
    versions: ["v1"],
    resources: [
      cluster("ClusterRoleBinding", "clusterrolebindings"),
      cluster("ClusterRole", "clusterroles"),
      namespaced("RoleBinding", "rolebindings"),
      namespaced("Role", "roles"),
    ],
  },
  {
    group: "storage.k8s.io",
    table: "storage",
    versions: ["v1"],
    resources: [
      cluster("CSIDriver", "csidrivers"),
      cluster("CSINode", "csinodes"),
      namespaced("CSIStorageCapacity", "csistoragecapacities"),
      cluster("StorageClass", "storageclasses", { shortNames: ["sc"] }),
      cluster("VolumeAttachment", "volumeattachments", { subresources: [status] }),
      cluster("VolumeAttributesClass", "volumeattributesclasses", { shortNames: ["vac"] }),
    ],
  },
  {
    group: "admissionregistration.k8s.io",
    table: "admissionregistration",
    versions: ["v1"],
    resources: [
      cluster("MutatingAdmissionPolicy", "mutatingadmissionpolicies", { categories: EXTENSIONS }),
      cluster("MutatingAdmissionPolicyBinding", "mutatingadmissionpolicybindings", {
        categories: EXTENSIONS,
      }),
      cluster("MutatingWebhookConfiguration", "mutatingwebhookconfigurations", { categories: EXTENSIONS }),
      cluster("ValidatingAdmissionPolicy", "validatingadmissionpolicies", {
        categories: EXTENSIONS,
        subresources: [status],
      }),
      cluster("ValidatingAdmissionPolicyBinding", "validatingadmissionpolicybindings", {
        categories: EXTENSIONS,
      }),
      cluster("ValidatingWebhookConfiguration", "validatingwebhookconfigurations", {
        categories: EXTENSIONS,
      }),
    ],
  },
  {
    group: "apiextensions.k8s.io",
    table: "apiextensions",
    versions: ["v1"],
    resources: [
      cluster("CustomResourceDefinition", "customresourcedefinitions", {
        shortNames: ["crd", "crds"],
        categories: EXTENSIONS,
        storagePrefix: "apiextensions.k8s.io/customresourcedefinitions",
        subresources: [status],
      }),
    ],
  },
  {
    group: "scheduling.k8s.io",
    table: "scheduling",
    versions: ["v1"],
    resources: [cluster("PriorityClass", "priorityclasses", { shortNames: ["pc"] })],
  },
  {
    group: "coordination.k8s.io",
    table: "coordination",
    versions: ["v1"],
    resources: [namespaced("Lease", "leases")],
  },
  {
    group: "node.k8s.io",
    table: "node",
    versions: ["v1"],
    resources: [cluster("RuntimeClass", "runtimeclasses")],
  },
  {
    group: "discovery.k8s.io",
    table: "discovery",
    versions: ["v1"],
    resources: [namespaced("EndpointSlice", "endpointslices")],
  },
  {
    group: "resource.k8s.io",
    table: "resource",
    versions: ["v1"],
    resources: [
      cluster("DeviceClass", "deviceclasses"),
      namespaced("ResourceClaim", "resourceclaims", { subresources: [status] }),
      namespaced("ResourceClaimTemplate", "resourceclaimtemplates"),
      cluster("ResourceSlice", "resourceslices"),
    ],
  },
  {
    group: "flowcontrol.apiserver.k8s.io",
    table: "flowcontrol",
    versions: ["v1"],
    resources: [
      cluster("FlowSchema", "flowschemas", { subresources: [status] }),
      cluster("PriorityLevelConfiguration", "prioritylevelconfigurations", { subresources: [status] }),
    ],
  },
];

/** Built-in groups as `/apis` lists them; groups of custom resources come after them, by name. */
export const BUILTIN_GROUP_ORDER: readonly string[] = BUILTIN_GROUPS.map(({ group }) => group);
