import type { KubeObject } from "../../../api/meta.ts";
import type { SampleRequest } from "../../model/sample-request.ts";

/** A request without which a cluster stops working, as its usual client sends it. */
interface NeededRequest extends SampleRequest {
  readonly what: string;
}

const nameLabels = (namespace: string): Record<string, string> => ({
  "kubernetes.io/metadata.name": namespace,
});

const NODE = { username: "system:node:a", groups: ["system:nodes", "system:authenticated"] };
const CONTROLLERS = {
  username: "system:kube-controller-manager",
  groups: ["system:authenticated"],
};

const place = (namespace: string) => ({
  namespace,
  namespaceLabels: namespace === "" ? {} : nameLabels(namespace),
  knowsNamespace: false,
});

function named(apiVersion: string, kind: string, name: string, namespace = ""): KubeObject {
  return { apiVersion, kind, metadata: { name, ...(namespace !== "" && { namespace }) } };
}

export const NODE_LEASE: NeededRequest = {
  what: "the leases of nodes (a node that cannot renew its lease counts as dead after 40 s)",
  operation: "UPDATE",
  resource: { group: "coordination.k8s.io", version: "v1", resource: "leases" },
  subresource: "",
  ...place("kube-node-lease"),
  object: named("coordination.k8s.io/v1", "Lease", "a", "kube-node-lease"),
  user: NODE,
};

export const LEADER_LEASE: NeededRequest = {
  ...NODE_LEASE,
  what: "the leases for the leader election of controllers (a controller that cannot renew its lease stops)",
  ...place("kube-system"),
  object: named("coordination.k8s.io/v1", "Lease", "kube-controller-manager", "kube-system"),
  user: CONTROLLERS,
};

export const EVENT: NeededRequest = {
  what: "events, thousands of them per hour",
  operation: "CREATE",
  resource: { group: "", version: "v1", resource: "events" },
  subresource: "",
  ...place("default"),
  object: named("v1", "Event", "a", "default"),
  user: NODE,
};

export const NODE_STATUS: NeededRequest = {
  what: "the status of nodes, which every kubelet writes",
  operation: "UPDATE",
  resource: { group: "", version: "v1", resource: "nodes" },
  subresource: "status",
  ...place(""),
  object: named("v1", "Node", "a"),
  user: NODE,
};

export const NODE_CREATED: NeededRequest = {
  ...NODE_STATUS,
  what: "new nodes: while the webhook is down, none can join",
  operation: "CREATE",
  subresource: "",
};

export const TOKEN_REVIEW: NeededRequest = {
  what: "token reviews, which kubelets and other servers use to authenticate their clients",
  operation: "CREATE",
  resource: { group: "authentication.k8s.io", version: "v1", resource: "tokenreviews" },
  subresource: "",
  ...place(""),
  object: { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", metadata: {} },
  user: NODE,
};

export const ACCESS_REVIEW: NeededRequest = {
  ...TOKEN_REVIEW,
  what: "access reviews, which kubelets and other servers use to authorize their clients",
  resource: { group: "authorization.k8s.io", version: "v1", resource: "subjectaccessreviews" },
  object: { apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview", metadata: {} },
};

export const POD_BINDING: NeededRequest = {
  what: "the scheduler's bindings: while the webhook is down, no pod gets a node",
  operation: "CREATE",
  resource: { group: "", version: "v1", resource: "pods" },
  subresource: "binding",
  ...place("default"),
  object: named("v1", "Binding", "a", "default"),
  user: { username: "system:kube-scheduler", groups: ["system:authenticated"] },
};

export const EXEC: NeededRequest = {
  what: "kubectl exec",
  operation: "CONNECT",
  resource: { group: "", version: "v1", resource: "pods" },
  subresource: "exec",
  ...place("default"),
  object: { apiVersion: "v1", kind: "PodExecOptions", metadata: {} },
  user: { username: "user", groups: ["system:authenticated"] },
};

/**
 * Returns the request for a new pod as controllers send it. `known` has the labels of its namespace;
 * undefined if they are not known.
 */
export const podIn = (
  namespace: string,
  known: Record<string, string> | undefined,
  own: Record<string, string>,
): SampleRequest => ({
  operation: "CREATE",
  resource: { group: "", version: "v1", resource: "pods" },
  subresource: "",
  namespace,
  namespaceLabels: { ...known, ...nameLabels(namespace) },
  knowsNamespace: known !== undefined,
  object: {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { generateName: "a-", namespace, labels: own },
    spec: { containers: [{ name: "a", image: "a" }] },
  },
  user: {
    username: "system:serviceaccount:kube-system:replicaset-controller",
    groups: ["system:serviceaccounts"],
  },
});
