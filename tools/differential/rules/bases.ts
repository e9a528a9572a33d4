import type { Json, JsonObject } from "../../../src/json/value.ts";

const TARGET = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };
const POLICIES = [{ type: "Pods", value: 1, periodSeconds: 1 }];
const metric = (more: JsonObject): JsonObject => ({
  spec: { scaleTargetRef: TARGET, maxReplicas: 5, metrics: [more] },
});
const METRIC = { metric: { name: "m", selector: { matchLabels: { a: "b" } } } };
const AMOUNT = { target: { type: "AverageValue", averageValue: "1" } };
const SHARE = { target: { type: "Utilization", averageUtilization: 50 } };
const SERVICE = { service: { name: "s", port: { number: 80 } } };
const RESOURCE = { resource: { apiGroup: "example.com", kind: "K", name: "n" } };
const parameters = (more: JsonObject): JsonObject => ({
  spec: {
    controller: "example.com/c",
    parameters: { apiGroup: "example.com", kind: "K", name: "n", ...more },
  },
});
const http = (pathType: string, path: string, backend: Json = SERVICE): JsonObject => ({
  spec: { rules: [{ host: "a.example.com", http: { paths: [{ pathType, path, backend }] } }] },
});
const port = (more: JsonObject): JsonObject => ({ spec: { podSelector: {}, ingress: [{ ports: [more] }] } });
const peer = (more: JsonObject): JsonObject => ({ spec: { podSelector: {}, egress: [{ to: [more] }] } });
const subjects = (kind: string, subject: JsonObject): JsonObject => ({
  roleRef: { kind, name: "r-{{id}}" },
  subjects: [subject],
});
const SELECTOR = { matchLabels: { a: "b" }, matchExpressions: [{ key: "a", operator: "In", values: ["b"] }] };

/** Valid objects with more fields than the small ones of `../kinds/bases-other.ts`, by kind. They come first. */
export const MORE_BASES: Readonly<Record<string, readonly JsonObject[]>> = {
  CSIDriver: [
    {
      spec: {
        tokenRequests: [{ audience: "a", expirationSeconds: 700 }, { audience: "b" }],
        volumeLifecycleModes: ["Persistent"],
        serviceAccountTokenInSecrets: true,
        nodeAllocatableUpdatePeriodSeconds: 10,
      },
    },
  ],
  HorizontalPodAutoscaler: [
    {
      spec: {
        scaleTargetRef: TARGET,
        maxReplicas: 5,
        minReplicas: 2,
        behavior: { scaleUp: { policies: POLICIES }, scaleDown: { policies: POLICIES } },
      },
    },
    metric({ type: "Object", object: { describedObject: { ...TARGET }, ...METRIC, ...AMOUNT } }),
    metric({ type: "Pods", pods: { ...METRIC, ...AMOUNT } }),
    metric({ type: "Resource", resource: { name: "cpu", ...SHARE } }),
    metric({ type: "External", external: { ...METRIC, ...AMOUNT } }),
    metric({ type: "ContainerResource", containerResource: { name: "cpu", container: "c", ...SHARE } }),
  ],
  Ingress: [
    {
      spec: { ingressClassName: "none", defaultBackend: RESOURCE, tls: [{ hosts: ["a"], secretName: "t" }] },
    },
    ...["Prefix", "Exact", "ImplementationSpecific"].map((pathType) => http(pathType, "/")),
    http("ImplementationSpecific", "", RESOURCE),
  ],
  IngressClass: [parameters({ scope: "Cluster" }), parameters({ scope: "Namespace", namespace: "x" })],
  Lease: [{ spec: { leaseDurationSeconds: 5, leaseTransitions: 1, holderIdentity: "h" } }],
  NetworkPolicy: [
    { spec: { podSelector: SELECTOR, policyTypes: ["Ingress"] } },
    port({ port: 80, endPort: 90, protocol: "TCP" }),
    port({ port: "http" }),
    port({}),
    peer({ podSelector: SELECTOR, namespaceSelector: SELECTOR }),
    peer({ ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } }),
  ],
  PodDisruptionBudget: [{ spec: { maxUnavailable: 1, selector: SELECTOR } }],
  APIService: [
    { spec: { group: "g{{id}}.example.com", version: "v1", groupPriorityMinimum: 5, versionPriority: 5 } },
  ],
  RoleBinding: [
    subjects("Role", { kind: "User", name: "x" }),
    subjects("ClusterRole", { kind: "Group", name: "x", apiGroup: "rbac.authorization.k8s.io" }),
    subjects("Role", { kind: "ServiceAccount", name: "x", namespace: "y" }),
  ],
  ClusterRoleBinding: [
    subjects("ClusterRole", { kind: "User", name: "x" }),
    subjects("ClusterRole", { kind: "Group", name: "x" }),
    subjects("ClusterRole", { kind: "ServiceAccount", name: "x", namespace: "y" }),
  ],
  RuntimeClass: [
    {
      handler: "h",
      overhead: { podFixed: { cpu: "1" } },
      scheduling: {
        nodeSelector: { a: "b" },
        tolerations: [{ key: "a", operator: "Equal", value: "b", effect: "NoExecute", tolerationSeconds: 5 }],
      },
    },
  ],
  StorageClass: [
    {
      provisioner: "example.com/p",
      parameters: { a: "b" },
      allowedTopologies: [{ matchLabelExpressions: [{ key: "a", values: ["x"] }] }],
    },
  ],
};
