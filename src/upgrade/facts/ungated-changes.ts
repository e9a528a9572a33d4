import type { Concern } from "../finding.ts";

/**
 * A change that a version brings without a feature gate: a server that emulates the older version has it too, so that both
 * decide the same, and only this table knows.
 */
export interface UngatedChange {
  /** The minor version of Kubernetes that brings it. */
  readonly since: number;
  readonly concern: Extract<Concern, "refused" | "admitted" | "refused-otherwise" | "warned">;
  /** Resources in the form `plural.group` or `plural.group/subresource`; absent: all. */
  readonly resources?: readonly string[];
  /** Matches the message or the warning of the new version, in RE2's syntax; absent: every answer to these resources. */
  readonly told?: string;
  /** Title of the change. */
  readonly cause: string;
  /** Answer of the older version. */
  readonly was: string;
  readonly change: string;
}

const TEXT = "adapt clients that read the text of the message";

const text = (told: string, cause: string, was: string, ...resources: readonly string[]): UngatedChange => ({
  since: 37,
  concern: "refused-otherwise",
  ...(resources.length > 0 && { resources }),
  told,
  cause,
  was,
  change: TEXT,
});

/**
 * From comparing kube-apiserver 1.36.3 with 1.37.2 that emulates 1.36, in 4,185 recorded steps, and from the changelogs of
 * 1.35 to 1.37.
 */
export const UNGATED_CHANGES: readonly UngatedChange[] = [
  text(
    "roleRef: Invalid value: .*: field is immutable",
    "a changed roleRef has another text",
    "cannot change roleRef",
    "rolebindings.rbac.authorization.k8s.io",
    "clusterrolebindings.rbac.authorization.k8s.io",
  ),
  text(
    String.raw`rules\[\d+\]\.verbs: Required value`,
    "a rule without verbs has another text",
    "Required value: verbs must contain at least one value",
    "roles.rbac.authorization.k8s.io",
    "clusterroles.rbac.authorization.k8s.io",
  ),
  text(
    String.raw`spec\.validationActions: Required value`,
    "a binding without actions has another text",
    "Required value: at least one validation action is required",
    "validatingadmissionpolicybindings.admissionregistration.k8s.io",
  ),
  text(
    String.raw`status\.conditions\[\d+\]\.type: Required value: is required`,
    "conditions without a type have another text",
    "Invalid value: name part must be non-empty",
  ),
  text(
    String.raw`metadata\.finalizers: Forbidden: no new finalizers can be added if the object is being deleted`,
    "new finalizers of an object that is being deleted have one error where they had two",
    "two errors about finalizers",
  ),
  text(
    String.raw`metadata\.ownerReferences\[\d+\]`,
    "owner references have another text, with the position of the reference",
    "metadata.ownerReferences: Invalid value",
  ),
  text(
    String.raw`(?:spec\.(?:selector|serviceName|podManagementPolicy|volumeClaimTemplates|revisionHistoryLimit)).*: field is immutable`,
    "changed fields that are immutable have an error each",
    "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', … are forbidden",
    "statefulsets.apps",
  ),
  text(
    String.raw`spec\.maxReplicas: Required value`,
    "a missing maxReplicas has another text",
    "Required value: must be set and greater than 0",
    "horizontalpodautoscalers.autoscaling",
  ),
  text(
    String.raw`spec\.metrics: Forbidden: must specify at least one Object or External metric.*spec\.minReplicas: Invalid value`,
    "the errors about minReplicas 0 have another order",
    "spec.minReplicas: Invalid value, then spec.metrics: Forbidden",
    "horizontalpodautoscalers.autoscaling",
  ),
  text(
    "spec\\.template\\.metadata\\.labels: Invalid value: .*does not match template `labels`",
    "a changed selector has one error less",
    "spec.selector: Invalid value: `selector` not auto-generated",
    "jobs.batch",
  ),
  text(
    String.raw`spec\.template: Invalid value: .*: field is immutable`,
    "the value of a changed template shows the fields of the new version",
    "the value without the new fields",
    "jobs.batch",
  ),
  text(
    String.raw`spec\.capacity: Unsupported value: null.*spec\.capacity: Required value`,
    "the errors about a missing capacity have another order",
    "spec.capacity: Required value, then spec.capacity: Unsupported value",
    "persistentvolumes",
  ),
  text(
    "pod updates may not change fields other than",
    "the excerpt of a refused pod shows the fields of the new version",
    "an excerpt with other line numbers",
    "pods",
  ),
  text(
    String.raw`spec\.shareProcessNamespace: Invalid value`,
    "shareProcessNamespace with hostPID names another field",
    "spec.securityContext.shareProcessNamespace: Invalid value",
  ),
  text(
    String.raw`endpoints\[\d+\]\.addresses: Required value`,
    "an endpoint without addresses has another text",
    "Required value: must contain at least 1 address",
    "endpointslices.discovery.k8s.io",
  ),
  text(
    "(?:^|[ [])(?:addressType|handler|spec): Invalid value: null: field is immutable",
    "a changed field that is immutable is shown without its value",
    "Invalid value with the value",
    "endpointslices.discovery.k8s.io",
    "runtimeclasses.node.k8s.io",
    "resourceclaims.resource.k8s.io",
    "volumeattachments.storage.k8s.io",
  ),
  text(
    "endPort: Invalid value: .*, .*endPort: Invalid value",
    "the errors about endPort have another order",
    "must be greater than or equal to `port` first",
    "networkpolicies.networking.k8s.io",
  ),
  text(
    String.raw`status\.conditions: Invalid value: .*must specify at most one of`,
    "a request that is approved and denied has another text",
    "Approved and Denied conditions are mutually exclusive",
    "certificatesigningrequests.certificates.k8s.io/approval",
  ),
  text(
    "(?i)precondition failed: UID in precondition",
    "a deletion with another uid has another text",
    "Precondition failed: UID in precondition",
    "customresourcedefinitions.apiextensions.k8s.io",
  ),
  text(
    "no endpoints available for service",
    "the proxy of a Service looks for EndpointSlices",
    '404 services "NAME" not found',
    "services/proxy",
  ),
  text("^invalid JSON patch$", "a patch that is not JSON has one text", "error decoding patch: …"),
  text("error encoding patch: yaml", "an apply that is not YAML has another text", "error decoding YAML: …"),
  {
    since: 37,
    concern: "refused",
    resources: [
      "deployments.apps",
      "daemonsets.apps",
      "statefulsets.apps",
      "replicasets.apps",
      "replicationcontrollers",
      "jobs.batch",
      "cronjobs.batch",
    ],
    told: String.raw`\.image\.reference: Required value`,
    cause: "image volumes of pod templates need a reference",
    was: "admitted; the pods of the template were refused",
    change: "write image.reference",
  },
  {
    since: 37,
    concern: "refused",
    resources: ["pods/binding", "bindings"],
    told: String.raw`target\.name: Invalid value`,
    cause: "the name of the node in a binding must be valid",
    was: "admitted",
    change: "name an existing node",
  },
  {
    since: 37,
    concern: "admitted",
    resources: ["csinodes.storage.k8s.io/status"],
    cause: "CSINodes have a status",
    was: "404 the server could not find the requested resource",
    change: "",
  },
  {
    since: 36,
    concern: "warned",
    resources: ["services"],
    told: String.raw`spec\.externalIPs`,
    cause: "externalIPs of Services are deprecated",
    was: "no warning",
    change: "use a Service of type LoadBalancer, or the Gateway API",
  },
];
