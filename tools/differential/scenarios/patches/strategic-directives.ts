import type { Json } from "../../../../src/json/value.ts";
import { Scenario } from "../scenario.ts";

const NS = "/api/v1/namespaces/{{ns}}";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/{{ns}}/deployments";

const inTemplate = (spec: Json): Json => ({ spec: { template: { spec } } });
const meta = (metadata: Json): Json => ({ metadata });

const deployment = {
  metadata: {
    name: "d",
    labels: { a: "1", b: "2" },
    finalizers: ["example.com/a", "example.com/b", "example.com/c"],
    ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "o", uid: "u1" }],
  },
  spec: {
    selector: { matchLabels: { a: "b" } },
    strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } },
    template: {
      metadata: { labels: { a: "b" } },
      spec: {
        nodeSelector: { x: "y" },
        volumes: [
          { name: "v1", emptyDir: { medium: "Memory" } },
          { name: "v2", configMap: { name: "c" } },
        ],
        containers: [
          { name: "a", image: "i", env: [{ name: "E", value: "1" }], ports: [{ containerPort: 80 }] },
          { name: "b", image: "i", args: ["x", "y"] },
          { name: "c", image: "i" },
        ],
      },
    },
  },
};

/** Bodies with `$patch` in maps, in lists and in fields of other types. */
const PATCH: readonly Json[] = [
  { $patch: "replace" },
  { $patch: "replace", metadata: { name: "d" } },
  { $patch: "delete" },
  { $patch: "merge" },
  { $patch: 5 },
  { $patch: 1.5 },
  { $patch: true },
  { $patch: [1, "a", null, { b: 2 }] },
  { $patch: null },
  meta({ labels: { $patch: "delete" } }),
  meta({ labels: { $patch: "delete", z: "1" } }),
  meta({ labels: { $patch: "merge" } }),
  meta({ labels: { $patch: ["x"], a: "b", c: 5, d: null, e: 1.5, f: true } }),
  meta({ labels: { $patch: { a: { b: "c" } } } }),
  meta({ annotations: { $patch: "replace", z: "1" } }),
  meta({ annotations: { $patch: "delete", z: "1" } }),
  meta({ annotations: { $patch: "what", z: "1" } }),
  meta({ annotations: { z: { $patch: "delete" } } }),
  meta({ labels: { a: { $patch: "delete" } } }),
  meta({ labels: { a: [{ $patch: "delete" }] } }),
  meta({ finalizers: [{ $patch: "delete" }] }),
  meta({ finalizers: { $patch: "delete" } }),
  meta({ ownerReferences: [{ $patch: "delete", uid: "u1" }] }),
  meta({ ownerReferences: [{ $patch: "delete", uid: "u2" }] }),
  meta({ ownerReferences: [{ $patch: "delete" }] }),
  meta({ ownerReferences: [{ $patch: "replace" }] }),
  inTemplate({ containers: [{ $patch: "replace" }] }),
  inTemplate({ containers: [{ $patch: "replace" }, { name: "z", image: "i" }] }),
  inTemplate({
    containers: [
      { name: "z", image: "i" },
      { $patch: "replace", name: "a" },
    ],
  }),
  inTemplate({ containers: [{ $patch: "merge", name: "a" }] }),
  inTemplate({ containers: [{ $patch: "other", name: "a", image: "<&>" }] }),
  inTemplate({ containers: [{ $patch: 7, name: "a" }] }),
  inTemplate({ containers: [{ $patch: null, name: "a" }] }),
  inTemplate({ containers: [{ $patch: "delete", name: "none" }] }),
  inTemplate({ containers: [{ $patch: "delete" }] }),
  inTemplate({ containers: [{ $patch: "delete", name: 5 }] }),
  inTemplate({
    containers: [
      { $patch: "delete", name: "a" },
      { $patch: "delete", name: "b" },
    ],
  }),
  inTemplate({
    containers: [
      { $patch: "delete", name: "a" },
      { name: "a", image: "new" },
    ],
  }),
  inTemplate({ containers: [{ image: "i" }] }),
  inTemplate({ containers: [{}] }),
  inTemplate({ containers: [null] }),
  inTemplate({ containers: ["a"] }),
  inTemplate({ containers: [["a"]] }),
  inTemplate({ containers: [{ name: "a" }, "a"] }),
  inTemplate({ containers: [{ name: "a" }, null] }),
  inTemplate({ containers: [{ name: "a" }, ["a"]] }),
  inTemplate({ containers: { name: "a" } }),
  inTemplate({ containers: "a" }),
  inTemplate({ containers: null }),
  inTemplate({ containers: [] }),
  inTemplate({ containers: [{ name: "a" }, { name: "a", image: "x" }] }),
  inTemplate({ containers: [{ name: 5, image: "x" }] }),
  inTemplate({ containers: [{ name: null, image: "x" }] }),
  inTemplate({ containers: [{ name: { x: 1 }, image: "x" }] }),
  inTemplate({ containers: [{ name: "b", args: [] }] }),
  inTemplate({ containers: [{ name: "b", args: ["z"] }] }),
  inTemplate({ containers: [{ name: "b", args: [{ $patch: "delete" }] }] }),
  inTemplate({ containers: [{ name: "a", env: [{ name: "E", value: null }] }] }),
  inTemplate({ containers: [{ name: "a", env: [{ name: "E", $patch: "delete" }, { name: "F" }] }] }),
  inTemplate({ containers: [{ name: "a", ports: [{ containerPort: 80, $patch: "delete" }] }] }),
  inTemplate({ containers: [{ name: "a", ports: [{ containerPort: "80", $patch: "delete" }] }] }),
  inTemplate({
    containers: [{ name: "a", ports: [{ containerPort: 80.0, name: "n" }, { containerPort: 81 }] }],
  }),
  inTemplate({ containers: [{ name: "a", resources: { $patch: "replace", limits: { cpu: "1" } } }] }),
  inTemplate({ containers: [{ name: "new", image: "i", resources: { $patch: "delete" } }] }),
  inTemplate({
    containers: [{ name: "new", image: "i", env: [{ $patch: "delete", name: "x" }, { name: "y" }] }],
  }),
  inTemplate({
    containers: [{ name: "new", image: "i", resources: { limits: { cpu: "1", memory: null } } }],
  }),
  inTemplate({ initContainers: [{ $patch: "delete", name: "a" }] }),
  inTemplate({ initContainers: [{ $patch: "replace" }, { name: "z", image: "i" }] }),
  inTemplate({ initContainers: [{ name: "z", image: "i", $patch: "merge" }] }),
  inTemplate({ securityContext: { $patch: "replace", runAsUser: 5 } }),
  inTemplate({ securityContext: { $patch: "delete", runAsUser: 5 } }),
  inTemplate({ securityContext: { $patch: "x", runAsUser: 5 } }),
  inTemplate({ affinity: { nodeAffinity: { $patch: "delete" }, podAffinity: {} } }),
  inTemplate({ affinity: null, unknown: { $patch: "x" } }),
  inTemplate({ unknown: { a: 1 } }),
  inTemplate({ unknown: [{ a: 1 }] }),
  inTemplate({ nodeSelector: { x: { $patch: "delete" } } }),
  inTemplate({ nodeSelector: [] }),
  inTemplate({ nodeSelector: ["x"] }),
  inTemplate({ nodeSelector: "x" }),
  inTemplate({ nodeName: { a: 1 } }),
  inTemplate({ nodeName: [1] }),
  inTemplate({ tolerations: [{ $patch: "delete" }] }),
  inTemplate({ tolerations: [{ $patch: "replace" }, { key: "a", operator: "Exists" }] }),
  { spec: { strategy: [] } },
  { spec: { strategy: "x" } },
  { spec: { replicas: { a: 1 } } },
  { spec: { replicas: [1] } },
  { spec: { selector: { matchLabels: { a: { b: "c" } } } } },
  { spec: { selector: { matchExpressions: [{ key: "a" }] } } },
  { spec: null },
  { spec: [] },
  { spec: "x" },
  { metadata: [] },
  { metadata: null },
  { unknown: { a: 1 } },
  { unknown: [1] },
  { unknown: 1 },
];

/** `$retainKeys`, on fields that have the strategy and on others. */
const RETAIN: readonly Json[] = [
  { spec: { strategy: { $retainKeys: ["type"], type: "Recreate" } } },
  { spec: { strategy: { $retainKeys: ["type"], type: "Recreate", rollingUpdate: {} } } },
  { spec: { strategy: { $retainKeys: ["type", "rollingUpdate"], type: "RollingUpdate" } } },
  { spec: { strategy: { $retainKeys: ["type"], type: "Recreate", rollingUpdate: null } } },
  { spec: { strategy: { $retainKeys: "type", type: "Recreate" } } },
  { spec: { strategy: { $retainKeys: null, type: "Recreate" } } },
  { spec: { strategy: { $retainKeys: {}, type: "Recreate" } } },
  { spec: { strategy: { $retainKeys: [] } } },
  { spec: { strategy: { $retainKeys: ["type", 5, null, true] } } },
  { spec: { strategy: { $retainKeys: [1.5], type: "Recreate" } } },
  { spec: { strategy: { $patch: "replace", $retainKeys: ["type"], type: "Recreate" } } },
  { $retainKeys: ["metadata"] },
  { $retainKeys: ["metadata", "spec"], metadata: { labels: { x: "y" } } },
  { $retainKeys: ["spec"], metadata: { labels: { x: "y" } } },
  meta({ labels: { $retainKeys: ["a"] } }),
  meta({ labels: { $retainKeys: ["a"], b: "3" } }),
  meta({ annotations: { $retainKeys: ["a"], a: "3" } }),
  meta({ $retainKeys: ["name", "finalizers"], "$deleteFromPrimitiveList/finalizers": ["example.com/a"] }),
  meta({ $retainKeys: ["name"], "$setElementOrder/finalizers": ["example.com/a"] }),
  inTemplate({ volumes: [{ name: "v1", $retainKeys: ["name", "secret"], secret: { secretName: "s" } }] }),
  inTemplate({ volumes: [{ name: "v1", $retainKeys: ["name"], secret: { secretName: "s" } }] }),
  inTemplate({ volumes: [{ name: "v1", $retainKeys: 5, secret: { secretName: "s" } }] }),
  inTemplate({ volumes: [{ name: "v1", secret: { secretName: "s" } }] }),
  inTemplate({ volumes: [{ name: "v3", $retainKeys: ["name", "secret"], secret: { secretName: "s" } }] }),
  inTemplate({ volumes: [{ name: "v2", $patch: "delete" }, { $patch: "replace" }] }),
  inTemplate({ $retainKeys: ["containers"] }),
  inTemplate({ $retainKeys: ["containers", "nodeSelector"], containers: [{ name: "a", image: "j" }] }),
];

/** `$setElementOrder` and `$deleteFromPrimitiveList`. */
const ORDERS: readonly Json[] = [
  inTemplate({ "$setElementOrder/containers": [{ name: "c" }, { name: "a" }, { name: "b" }] }),
  inTemplate({ "$setElementOrder/containers": [{ name: "c" }, { name: "a" }] }),
  inTemplate({ "$setElementOrder/containers": [{ name: "b" }, { name: "none" }] }),
  inTemplate({ "$setElementOrder/containers": [] }),
  inTemplate({ "$setElementOrder/containers": null }),
  inTemplate({ "$setElementOrder/containers": {} }),
  inTemplate({ "$setElementOrder/containers": "x" }),
  inTemplate({ "$setElementOrder/containers": ["a"] }),
  inTemplate({ "$setElementOrder/containers": [null] }),
  inTemplate({ "$setElementOrder/containers": [{ image: "i" }] }),
  inTemplate({ "$setElementOrder/containers": [{ name: "a" }, "b"] }),
  inTemplate({ "$setElementOrder/containers": [{ name: 5 }] }),
  inTemplate({ $setElementOrder: [{ name: "a" }] }),
  inTemplate({ "$setElementOrder/": [{ name: "a" }] }),
  inTemplate({ $setElementOrderX: [{ name: "a" }] }),
  inTemplate({ "$setElementOrder/a/b": [{ name: "a" }] }),
  inTemplate({ "$setElementOrder/none": [{ name: "a" }] }),
  inTemplate({ "$setElementOrder/none": [{ name: "a" }], none: [{ name: "a" }] }),
  inTemplate({ "$setElementOrder/nodeSelector": [{ name: "a" }] }),
  inTemplate({ "$setElementOrder/nodeName": ["a"], nodeName: "x" }),
  inTemplate({
    "$setElementOrder/containers": [{ name: "b" }, { name: "a" }],
    containers: [
      { name: "a", image: "j" },
      { name: "b", image: "j" },
    ],
  }),
  inTemplate({
    "$setElementOrder/containers": [{ name: "b" }],
    containers: [
      { name: "a", image: "j" },
      { name: "b", image: "j" },
    ],
  }),
  inTemplate({ "$setElementOrder/containers": [{ name: "b" }], containers: [{ name: "z", image: "j" }] }),
  inTemplate({
    "$setElementOrder/containers": [{ name: "z" }, { name: "b" }],
    containers: [{ name: "z", image: "j" }],
  }),
  inTemplate({
    "$setElementOrder/containers": [{ name: "b" }],
    containers: [{ name: "a", $patch: "delete" }],
  }),
  inTemplate({ "$setElementOrder/containers": [{ name: "b" }], containers: [{ $patch: "delete" }] }),
  inTemplate({
    "$setElementOrder/containers": [{ name: "b" }],
    containers: [{ $patch: "replace" }, { name: "b", image: "r" }],
  }),
  inTemplate({ "$setElementOrder/containers": [{ name: "b" }], containers: [{ $patch: "merge" }] }),
  inTemplate({ "$setElementOrder/containers": [{ name: "b" }], containers: ["b"] }),
  inTemplate({ "$setElementOrder/containers": [{ name: "b" }], containers: [{ image: "b" }] }),
  inTemplate({ "$setElementOrder/containers": [{ name: "b" }], containers: {} }),
  inTemplate({ "$setElementOrder/containers": [{ name: "b" }], containers: null }),
  inTemplate({ "$setElementOrder/containers": [{ name: "b" }], containers: [] }),
  inTemplate({ "$setElementOrder/containers": [{ name: "b" }], containers: [null] }),
  inTemplate({
    "$setElementOrder/initContainers": [{ name: "b" }],
    initContainers: [{ name: "b", image: "i" }],
  }),
  inTemplate({ "$setElementOrder/initContainers": [{ name: "b" }] }),
  inTemplate({
    "$setElementOrder/initContainers": [{ name: "b" }, { name: "c" }],
    initContainers: [
      { name: "b", image: "i" },
      { name: "c", image: "i", $patch: "delete" },
    ],
  }),
  meta({ "$setElementOrder/finalizers": ["example.com/c", "example.com/a"] }),
  meta({
    "$setElementOrder/finalizers": ["example.com/c", "example.com/a", "example.com/b"],
    finalizers: ["example.com/b"],
  }),
  meta({ "$setElementOrder/finalizers": ["example.com/a"], finalizers: ["example.com/d"] }),
  meta({ "$setElementOrder/finalizers": ["example.com/d", "example.com/a"], finalizers: ["example.com/d"] }),
  meta({ "$setElementOrder/finalizers": [1, 2] }),
  meta({ "$setElementOrder/finalizers": ["example.com/a"], finalizers: [1] }),
  meta({ "$deleteFromPrimitiveList/finalizers": ["example.com/a", "example.com/none"] }),
  meta({ "$deleteFromPrimitiveList/finalizers": [] }),
  meta({ "$deleteFromPrimitiveList/finalizers": null }),
  meta({ "$deleteFromPrimitiveList/finalizers": {} }),
  meta({ "$deleteFromPrimitiveList/finalizers": "x" }),
  meta({ "$deleteFromPrimitiveList/finalizers": [1] }),
  meta({ "$deleteFromPrimitiveList/finalizers": [{ a: 1 }] }),
  meta({ "$deleteFromPrimitiveList/finalizers": [null] }),
  meta({ "$deleteFromPrimitiveList/finalizers": [["x"]] }),
  meta({ "$deleteFromPrimitiveList/none": ["x"] }),
  meta({ "$deleteFromPrimitiveList/labels": ["x"] }),
  meta({ "$deleteFromPrimitiveList/name": ["d"] }),
  meta({ "$deleteFromPrimitiveList/annotations": ["x"] }),
  meta({ "$deleteFromPrimitiveList/ownerReferences": ["u1"] }),
  meta({ "$deleteFromPrimitiveList/ownerReferences": [{ uid: "u1" }] }),
  meta({ $deleteFromPrimitiveList: ["x"] }),
  meta({ "$deleteFromPrimitiveList/": ["x"] }),
  meta({ $deleteFromPrimitiveListX: ["x"] }),
  meta({ "$deleteFromPrimitiveList/finalizers": ["example.com/a"], finalizers: ["example.com/z"] }),
  meta({
    "$deleteFromPrimitiveList/finalizers": ["example.com/a"],
    "$setElementOrder/finalizers": ["example.com/c"],
  }),
  inTemplate({ "$deleteFromPrimitiveList/containers": [{ name: "a" }] }),
  inTemplate({ "$deleteFromPrimitiveList/containers": [{ name: "a", image: "j" }] }),
  inTemplate({ "$deleteFromPrimitiveList/containers": [{ name: "a", $patch: "delete" }] }),
  inTemplate({ "$deleteFromPrimitiveList/tolerations": [{ key: "a" }] }),
  inTemplate({ "$deleteFromPrimitiveList/containers": ["a"] }),
  inTemplate({ containers: [{ name: "b", "$deleteFromPrimitiveList/args": ["x"] }] }),
  inTemplate({ containers: [{ name: "a", "$deleteFromPrimitiveList/args": ["x"] }] }),
  inTemplate({ containers: [{ name: "b", "$setElementOrder/args": ["y", "x"] }] }),
  meta({ finalizers: ["example.com/a", "example.com/a"] }),
  meta({ finalizers: ["example.com/d", null] }),
  meta({ finalizers: [5] }),
  meta({ finalizers: [["x"]] }),
  meta({ finalizers: [] }),
  meta({ finalizers: {} }),
  meta({ finalizers: "x" }),
  meta({
    ownerReferences: [
      { uid: "u1", name: "n" },
      { uid: "u2", apiVersion: "v1", kind: "Pod", name: "n" },
    ],
  }),
  meta({
    "$setElementOrder/ownerReferences": [{ uid: "u2" }, { uid: "u1" }],
    ownerReferences: [{ uid: "u2", apiVersion: "v1", kind: "Pod", name: "n" }],
  }),
];

/** Each patch is a dry run on the same Deployment, so that no patch affects the next one. */
function dryRuns(name: string, patches: readonly Json[]): Scenario {
  const s = new Scenario(name);
  s.post(DEPLOYMENTS, deployment);
  for (const body of patches) s.patch("strategic", `${DEPLOYMENTS}/d`, body, [["dryRun", "All"]]);
  s.patch("merge", `${DEPLOYMENTS}/d`, { metadata: { finalizers: null } });
  return s;
}

export const patchDirectives = (): Scenario => dryRuns("strategic-patch", PATCH);
export const retainedKeys = (): Scenario => dryRuns("strategic-retain", RETAIN);
export const orders = (): Scenario => dryRuns("strategic-orders", ORDERS);

/** Merge keys of other kinds: numbers, several of a kind, lists in status. */
export function mergeKeys(): Scenario {
  const s = new Scenario("strategic-keys");
  const dry: [string, string][] = [["dryRun", "All"]];
  s.post(`${NS}/services`, {
    metadata: { name: "s" },
    spec: {
      clusterIP: "None",
      ports: [
        { name: "a", port: 80 },
        { name: "b", port: 80, protocol: "UDP" },
        { name: "c", port: 81 },
      ],
    },
  });
  for (const ports of [
    [{ port: 80, targetPort: 9 }],
    [{ port: 80, protocol: "UDP", targetPort: 9 }],
    [{ port: 80, $patch: "delete" }],
    [{ port: 81, $patch: "delete" }],
    [{ port: "80", $patch: "delete" }],
    [{ port: 80.5, $patch: "delete" }],
    [{ name: "c", $patch: "delete" }],
    [{ name: "c", targetPort: 3 }],
    [{ port: true }],
    [{ port: 9007199254740992 }],
    [{ port: 4294967376, targetPort: 4294967295 }],
    [{ $patch: "replace" }, { port: 5 }],
  ])
    s.patch("strategic", `${NS}/services/s`, { spec: { ports } }, dry);
  s.patch(
    "strategic",
    `${NS}/services/s`,
    { spec: { "$setElementOrder/ports": [{ port: 81 }, { port: 80 }] } },
    dry,
  );
  s.patch("strategic", `${NS}/services/s`, { spec: { "$setElementOrder/ports": [{ port: "81" }] } }, dry);
  s.patch(
    "strategic",
    `${NS}/services/s`,
    { spec: { "$deleteFromPrimitiveList/externalIPs": ["1.2.3.4"] } },
    dry,
  );
  s.post(`${NS}/serviceaccounts`, {
    metadata: { name: "sa" },
    secrets: [{ name: "x" }, { name: "y" }],
    imagePullSecrets: [{ name: "p" }],
  });
  for (const body of [
    { secrets: [{ name: "x", $patch: "delete" }] },
    { secrets: [{ name: "x", namespace: "other" }] },
    { secrets: [{ namespace: "other" }] },
    { secrets: ["x"] },
    { imagePullSecrets: [{ name: "q" }] },
    { "$setElementOrder/secrets": [{ name: "y" }, { name: "x" }] },
  ])
    s.patch("strategic", `${NS}/serviceaccounts/sa`, body, dry);
  s.post("/api/v1/nodes", {
    metadata: { name: "n-{{id}}" },
    spec: { taints: [{ key: "k", effect: "NoSchedule" }] },
  });
  s.patch("strategic", "/api/v1/nodes/n-{{id}}/status", {
    status: {
      addresses: [
        { type: "Hostname", address: "a" },
        { type: "InternalIP", address: "1.2.3.4" },
      ],
      conditions: [{ type: "Ready", status: "True" }],
    },
  });
  for (const status of [
    { addresses: [{ type: "Hostname", address: "b" }] },
    { addresses: [{ type: "Hostname", $patch: "delete" }] },
    { addresses: [{ $patch: "replace" }] },
    { addresses: [{ address: "x" }] },
    { conditions: [{ type: "Ready", $patch: "delete" }] },
    {
      conditions: [
        { type: "Ready", status: "False" },
        { type: "Other", status: "True" },
      ],
    },
    {
      "$setElementOrder/conditions": [{ type: "Other" }, { type: "Ready" }],
      conditions: [{ type: "Other", status: "True" }],
    },
    { capacity: { $patch: "replace", cpu: "1" } },
    { images: [{ names: ["a"] }] },
    { images: [{ $patch: "delete" }] },
    null,
  ])
    s.patch("strategic", "/api/v1/nodes/n-{{id}}/status", { status }, dry);
  for (const spec of [
    { taints: [{ key: "k", effect: "NoExecute" }] },
    { taints: [{ key: "k", $patch: "delete" }] },
    { taints: [{ $patch: "replace" }, { key: "l", effect: "NoExecute" }] },
    { podCIDR: "10.1.0.0/24", podCIDRs: ["10.1.0.0/24"] },
    { "$deleteFromPrimitiveList/podCIDRs": ["10.1.0.0/24"] },
    { "$setElementOrder/podCIDRs": ["10.1.0.0/24"] },
  ])
    s.patch("strategic", "/api/v1/nodes/n-{{id}}", { spec }, dry);
  s.delete("/api/v1/nodes/n-{{id}}");
  return s;
}
