/** What the endpoints of a built-in resource do that most do not (api-surface A.6, A.11). */
export interface Manners {
  /** PUT of a missing object creates it. */
  readonly createOnUpdate: boolean;
  /** PUT needs a resourceVersion. */
  readonly versionRequired: boolean;
  /** DELETE answers with the object even when it is gone. */
  readonly returnsDeleted: boolean;
  /** Owns nothing and waits for nobody. */
  readonly collected: boolean;
  /** What it owns stays when a delete does not say otherwise. */
  readonly orphans: boolean;
  /** `metadata.generation` counts changes of these fields; absent: there is none. */
  readonly generation: readonly string[] | undefined;
}

const CREATE_ON_UPDATE = new Set([
  "/endpoints",
  "/events",
  "/limitranges",
  "/services",
  "coordination.k8s.io/leases",
  "events.k8s.io/events",
  "node.k8s.io/runtimeclasses",
  "rbac.authorization.k8s.io/clusterrolebindings",
  "rbac.authorization.k8s.io/clusterroles",
  "rbac.authorization.k8s.io/rolebindings",
  "rbac.authorization.k8s.io/roles",
]);

const VERSION_REQUIRED = new Set([
  "admissionregistration.k8s.io/mutatingadmissionpolicies",
  "admissionregistration.k8s.io/mutatingadmissionpolicybindings",
  "admissionregistration.k8s.io/mutatingwebhookconfigurations",
  "admissionregistration.k8s.io/validatingadmissionpolicies",
  "admissionregistration.k8s.io/validatingadmissionpolicybindings",
  "admissionregistration.k8s.io/validatingwebhookconfigurations",
  "apiextensions.k8s.io/customresourcedefinitions",
  "apiregistration.k8s.io/apiservices",
  "coordination.k8s.io/leases",
  "node.k8s.io/runtimeclasses",
  "policy/poddisruptionbudgets",
  "storage.k8s.io/csidrivers",
  "storage.k8s.io/csinodes",
  "storage.k8s.io/csistoragecapacities",
  "storage.k8s.io/volumeattachments",
]);

const RETURNS_DELETED = new Set([
  "/namespaces",
  "/persistentvolumeclaims",
  "/persistentvolumes",
  "/pods",
  "/podtemplates",
  "/resourcequotas",
  "/serviceaccounts",
  "/services",
  "apiextensions.k8s.io/customresourcedefinitions",
  "resource.k8s.io/deviceclasses",
  "resource.k8s.io/resourceclaims",
  "resource.k8s.io/resourceclaimtemplates",
  "resource.k8s.io/resourceslices",
  "storage.k8s.io/csidrivers",
  "storage.k8s.io/csinodes",
  "storage.k8s.io/storageclasses",
  "storage.k8s.io/volumeattachments",
  "storage.k8s.io/volumeattributesclasses",
]);

const NOT_COLLECTED = new Set(["/events", "events.k8s.io/events"]);

const ORPHANS = new Set(["/replicationcontrollers", "batch/jobs"]);

const SPEC = ["spec"];

/** The strategies of these kinds count differently or at other times; here stands what the rest can do without one. */
const GENERATION: ReadonlyMap<string, readonly string[]> = new Map([
  ["/podtemplates", ["template"]],
  ["/replicationcontrollers", SPEC],
  ["/pods", SPEC],
  ["apps/daemonsets", SPEC],
  ["apps/deployments", SPEC],
  ["apps/replicasets", SPEC],
  ["apps/statefulsets", SPEC],
  ["batch/cronjobs", SPEC],
  ["batch/jobs", SPEC],
  ["networking.k8s.io/networkpolicies", SPEC],
  ["networking.k8s.io/ingresses", SPEC],
  ["networking.k8s.io/ingressclasses", SPEC],
  ["policy/poddisruptionbudgets", SPEC],
  ["admissionregistration.k8s.io/mutatingwebhookconfigurations", ["webhooks"]],
  ["admissionregistration.k8s.io/validatingwebhookconfigurations", ["webhooks"]],
  ["admissionregistration.k8s.io/mutatingadmissionpolicies", SPEC],
  ["admissionregistration.k8s.io/mutatingadmissionpolicybindings", SPEC],
  ["admissionregistration.k8s.io/validatingadmissionpolicies", SPEC],
  ["admissionregistration.k8s.io/validatingadmissionpolicybindings", SPEC],
  ["apiextensions.k8s.io/customresourcedefinitions", SPEC],
  ["flowcontrol.apiserver.k8s.io/flowschemas", SPEC],
  ["flowcontrol.apiserver.k8s.io/prioritylevelconfigurations", SPEC],
  ["resource.k8s.io/resourceslices", SPEC],
  ["discovery.k8s.io/endpointslices", ["addressType", "endpoints", "ports"]],
  ["scheduling.k8s.io/priorityclasses", []],
  ["resource.k8s.io/deviceclasses", []],
]);

/** `name`: `/pods`, `apps/deployments`. */
export function mannersOf(name: string): Manners {
  return {
    createOnUpdate: CREATE_ON_UPDATE.has(name),
    versionRequired: VERSION_REQUIRED.has(name),
    returnsDeleted: RETURNS_DELETED.has(name),
    collected: !NOT_COLLECTED.has(name),
    orphans: ORPHANS.has(name),
    generation: GENERATION.get(name),
  };
}
