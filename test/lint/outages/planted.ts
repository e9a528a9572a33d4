import type { JsonObject } from "../../../src/json/value.ts";

/** Two teams; the webhooks are those of the second. */
export const NAMESPACES = [
  { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop", labels: { team: "shop" } } },
  { apiVersion: "v1", kind: "Namespace", metadata: { name: "guard" } },
];
const POD = { containers: [{ name: "c", image: "registry.example.com/c" }] };
const WORKLOAD = {
  selector: { matchLabels: { app: "a" } },
  template: { metadata: { labels: { app: "a" } }, spec: POD },
};
/** Objects of the requests, each in every namespace that can have it. */
export const OBJECTS: Readonly<
  Record<string, { apiVersion: string; kind: string; spec?: JsonObject; cluster?: true }>
> = {
  configmaps: { apiVersion: "v1", kind: "ConfigMap" },
  secrets: { apiVersion: "v1", kind: "Secret" },
  pods: { apiVersion: "v1", kind: "Pod", spec: POD },
  "deployments.apps": { apiVersion: "apps/v1", kind: "Deployment", spec: WORKLOAD },
  "leases.coordination.k8s.io": {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    spec: { holderIdentity: "a" },
  },
  nodes: { apiVersion: "v1", kind: "Node", cluster: true },
  "clusterroles.rbac.authorization.k8s.io": {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    cluster: true,
  },
};

const rule = (resources: string[], operations: string[], apiGroups = [""]) => ({
  rules: [{ apiGroups, apiVersions: ["*"], operations, resources }],
});
const IGNORE = { failurePolicy: "Ignore" };
const TEAM = { namespaceSelector: { matchLabels: { team: "shop" } } };

/** Webhooks that are down. */
export interface PlantedOutage {
  readonly name: string;
  readonly hooks: readonly JsonObject[];
  readonly mutating?: boolean;
}

export const PLANTED: readonly PlantedOutage[] = [
  { name: "pods are not created", hooks: [rule(["pods"], ["CREATE"])] },
  { name: "nothing is written any more", hooks: [rule(["*"], ["*"], ["*"])] },
  { name: "one team is stopped", hooks: [{ ...rule(["*"], ["CREATE", "DELETE"]), ...TEAM }] },
  { name: "secrets are not changed", hooks: [{ ...rule(["secrets"], ["UPDATE"]), timeoutSeconds: 3 }] },
  {
    name: "all is slower",
    hooks: [{ ...rule(["*"], ["*"], ["*"]), ...IGNORE, timeoutSeconds: 4 }],
    mutating: true,
  },
  {
    name: "leases and nodes are not renewed",
    hooks: [rule(["leases", "nodes"], ["UPDATE"], ["", "coordination.k8s.io"])],
  },
  {
    name: "only what is in no namespace",
    hooks: [
      {
        rules: [
          { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*"], scope: "Cluster" },
        ],
      },
    ],
  },
  {
    name: "three are slow one after the other",
    hooks: [1, 2, 3].map(() => ({
      ...rule(["configmaps"], ["CREATE", "UPDATE"]),
      ...IGNORE,
      timeoutSeconds: 7,
    })),
    mutating: true,
  },
  {
    name: "four take all the time that there is",
    hooks: [1, 2, 3, 4].map(() => ({ ...rule(["configmaps"], ["CREATE"]), ...IGNORE })),
    mutating: true,
  },
  {
    name: "three are slow side by side",
    hooks: [5, 6, 7].map((timeoutSeconds) => ({
      ...rule(["configmaps"], ["CREATE"]),
      ...IGNORE,
      timeoutSeconds,
    })),
  },
  {
    name: "one fails before another is slow",
    hooks: [
      { ...rule(["pods"], ["CREATE"]), timeoutSeconds: 2 },
      { ...rule(["pods"], ["CREATE"]), ...IGNORE },
    ],
    mutating: true,
  },
  {
    name: "one group is not deleted",
    hooks: [
      {
        rules: [
          {
            apiGroups: ["coordination.k8s.io"],
            apiVersions: ["v1"],
            operations: ["DELETE"],
            resources: ["*"],
          },
        ],
      },
    ],
  },
];

export function configurationOf({ hooks, mutating = false }: PlantedOutage): JsonObject {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: `${mutating ? "Mutating" : "Validating"}WebhookConfiguration`,
    metadata: { name: "planted" },
    webhooks: hooks.map((hook, index) => ({
      name: `h${index}.example.com`,
      clientConfig: { service: { namespace: "guard", name: "guard" } },
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      ...hook,
    })),
  };
}

/** Objects of updates and deletions. */
export function stored(): JsonObject[] {
  return Object.values(OBJECTS).flatMap(({ apiVersion, kind, spec, cluster }) =>
    (cluster === true ? [undefined] : ["shop", "guard"]).map((namespace) => ({
      apiVersion,
      kind,
      metadata: { name: "old", ...(namespace !== undefined && { namespace }) },
      ...(spec && { spec }),
    })),
  );
}
