import type { Json } from "../../../../src/json/value.ts";
import { NS, Scenario } from "../scenario.ts";

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
  { $patch: "merge" },
  { $patch: 5 },
  { $patch: 1.5 },
  { $patch: true },
  { $patch: [1, "a", null, { b: 2 }] },
  { $patch: null },
  meta({ labels: { $patch: ["x"], a: "b", c: 5, d: null, e: 1.5, f: true } }),
  meta({ labels: { $patch: { a: { b: "c" } } } }),
  meta({ annotations: { z: { $patch: "delete" } } }),
  meta({ finalizers: [{ $patch: "delete" }] }),
  meta({ finalizers: { $patch: "delete" } }),
  meta({ ownerReferences: [{ $patch: "delete" }] }),
  inTemplate({ containers: [{ $patch: "other", name: "a", image: "<&>" }] }),
  inTemplate({ containers: [{ $patch: 7, name: "a" }] }),
  inTemplate({ containers: [{ $patch: null, name: "a" }] }),
  inTemplate({ containers: [{ $patch: "delete" }] }),
  inTemplate({ containers: [{}] }),
  inTemplate({ containers: ["a"] }),
  inTemplate({ containers: [{ name: null, image: "x" }] }),
  inTemplate({ containers: [{ name: { x: 1 }, image: "x" }] }),
  inTemplate({ securityContext: { $patch: "x", runAsUser: 5 } }),
  inTemplate({ nodeSelector: "x" }),
  inTemplate({ nodeName: [1] }),
  { spec: { replicas: [1] } },
  { spec: [] },
  { spec: "x" },
  { metadata: null },
];

/** `$retainKeys`, on fields that have the strategy and on others. */
const RETAIN: readonly Json[] = [
  { spec: { strategy: { $retainKeys: {}, type: "Recreate" } } },
  meta({ labels: { $retainKeys: ["a"], b: "3" } }),
  meta({ $retainKeys: ["name", "finalizers"], "$deleteFromPrimitiveList/finalizers": ["example.com/a"] }),
  inTemplate({ volumes: [{ name: "v1", secret: { secretName: "s" } }] }),
];

/** `$setElementOrder` and `$deleteFromPrimitiveList`. */
const ORDERS: readonly Json[] = [
  inTemplate({ "$setElementOrder/containers": "x" }),
  inTemplate({ "$setElementOrder/containers": ["a"] }),
  inTemplate({ "$setElementOrder/containers": [{ image: "i" }] }),
  inTemplate({ $setElementOrder: [{ name: "a" }] }),
  inTemplate({ "$setElementOrder/": [{ name: "a" }] }),
  inTemplate({ "$setElementOrder/nodeSelector": [{ name: "a" }] }),
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
    "$setElementOrder/containers": [{ name: "b" }],
    containers: [{ name: "a", $patch: "delete" }],
  }),
  inTemplate({ "$setElementOrder/containers": [{ name: "b" }], containers: [{ $patch: "merge" }] }),
  inTemplate({ "$setElementOrder/containers": [{ name: "b" }], containers: ["b"] }),
  inTemplate({ "$setElementOrder/containers": [{ name: "b" }], containers: [{ image: "b" }] }),
  inTemplate({ "$setElementOrder/containers": [{ name: "b" }], containers: null }),
  inTemplate({ "$setElementOrder/containers": [{ name: "b" }], containers: [null] }),
  inTemplate({
    "$setElementOrder/initContainers": [{ name: "b" }, { name: "c" }],
    initContainers: [
      { name: "b", image: "i" },
      { name: "c", image: "i", $patch: "delete" },
    ],
  }),
  meta({
    "$setElementOrder/finalizers": ["example.com/c", "example.com/a", "example.com/b"],
    finalizers: ["example.com/b"],
  }),
  meta({ "$setElementOrder/finalizers": ["example.com/a"], finalizers: ["example.com/d"] }),
  meta({ "$setElementOrder/finalizers": ["example.com/a"], finalizers: [1] }),
  meta({ "$deleteFromPrimitiveList/finalizers": [{ a: 1 }] }),
  meta({ "$deleteFromPrimitiveList/finalizers": [null] }),
  meta({ "$deleteFromPrimitiveList/ownerReferences": ["u1"] }),
  meta({ $deleteFromPrimitiveList: ["x"] }),
  meta({ finalizers: ["example.com/d", null] }),
  meta({ finalizers: [5] }),
  meta({ finalizers: [["x"]] }),
  meta({ finalizers: {} }),
  meta({ finalizers: "x" }),
];

/** Each patch is a dry run on the same Deployment, so that no patch affects the next one. */
function dryRuns(name: string, patches: readonly Json[]): Scenario {
  const s = new Scenario(name);
  s.post(DEPLOYMENTS, deployment);
  for (const body of patches) s.patch("strategic", `${DEPLOYMENTS}/d`, body, [["dryRun", "All"]]);
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
    [{ name: "c", $patch: "delete" }],
    [{ name: "c", targetPort: 3 }],
    [{ port: true }],
    [{ port: 4294967376, targetPort: 4294967295 }],
  ])
    s.patch("strategic", `${NS}/services/s`, { spec: { ports } }, dry);
  s.post(`${NS}/serviceaccounts`, {
    metadata: { name: "sa" },
    secrets: [{ name: "x" }, { name: "y" }],
    imagePullSecrets: [{ name: "p" }],
  });
  for (const body of [{ secrets: [{ namespace: "other" }] }, { secrets: ["x"] }])
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
    { addresses: [{ $patch: "replace" }] },
    { addresses: [{ address: "x" }] },
    { capacity: { $patch: "replace", cpu: "1" } },
    { images: [{ names: ["a"] }] },
  ])
    s.patch("strategic", "/api/v1/nodes/n-{{id}}/status", { status }, dry);
  for (const spec of [{ "$setElementOrder/podCIDRs": ["10.1.0.0/24"] }])
    s.patch("strategic", "/api/v1/nodes/n-{{id}}", { spec }, dry);
  return s;
}
