import { DRY, NS, Scenario } from "../scenario.ts";

const NODES = "/api/v1/nodes";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

const config = (more: object): object => ({
  configMap: { name: "c", namespace: "n", kubeletConfigKey: "k", ...more },
});
const NODE_SPECS: readonly object[] = [
  { podCIDRs: ["10.0.0.0/24", "fd00::/64"] },
  { podCIDRs: ["010.0.0.0/24", "::ffff:1.2.3.0/120"] },
  { providerID: "p", unschedulable: true, externalID: "e" },
];
const NODE_STATUSES: readonly object[] = [
  { capacity: { cpu: "1", memory: "1Gi" } },
  ...["cpu", "a.b/c", "odd", "hugepages-2Mi"].map((name) => ({
    capacity: { [name]: name === "cpu" ? "-1" : "1500m" },
  })),
  { capacity: { "hugepages-2Mi": "1Gi", "hugepages-1Gi": "1Gi" } },
  { capacity: { cpu: "1" }, allocatable: { cpu: "2", memory: "x" } },
  { allocatable: { pods: "1500m" } },
  { phase: "Odd", conditions: [{ type: "Ready", status: "Odd" }] },
  {
    addresses: [
      { type: "InternalIP", address: "01.2.3.4" },
      { type: "InternalIP", address: "01.2.3.4" },
      { type: "Odd", address: "" },
    ],
  },
  { nodeInfo: { swap: { capacity: 0 }, machineID: "m" } },
  { nodeInfo: { swap: {} } },
  { declaredFeatures: ["B", "A", "A", "lower", "A/B", "A/b"] },
  { declaredFeatures: ["A", "B/C"] },
  {
    config: {
      assigned: {},
      active: config({}),
      lastKnownGood: config({ uid: "u", resourceVersion: "1" }),
      error: "e",
    },
  },
  {
    images: [{ names: null, sizeBytes: -1 }],
    volumesInUse: ["a"],
    volumesAttached: [{ name: "a", devicePath: "" }],
  },
  { daemonEndpoints: { kubeletEndpoint: { Port: 70000 } } },
  {
    runtimeHandlers: [{ name: "r", features: { recursiveReadOnlyMounts: true } }],
    features: { supplementalGroupsPolicy: true },
  },
];
const NODE_ANNOTATIONS: readonly object[] = [
  ...[
    "x",
    "[]",
    '{"preferAvoidPods":[{}]}',
    '{"preferAvoidPods":[{"podSignature":{"podController":{"controller":false}}}]}',
  ].map((value) => ({
    "scheduler.alpha.kubernetes.io/preferAvoidPods": value,
  })),
  ...["x", "[]", '[{"key":"a b"}]', '[{"key":"a","effect":"NoSchedule"}]'].map((value) => ({
    "scheduler.alpha.kubernetes.io/taints": value,
  })),
];

export function coreNodes(): Scenario {
  const s = new Scenario("core-nodes");
  const at = `${NODES}/n-{{id}}`;
  const metadata = { name: "n-{{id}}" };
  for (const annotations of NODE_ANNOTATIONS) s.post(NODES, { metadata: { ...metadata, annotations } }, DRY);
  for (const spec of NODE_SPECS) s.post(NODES, { metadata, spec }, DRY);
  for (const status of NODE_STATUSES) s.post(NODES, { metadata, status }, DRY);
  s.post(NODES, {
    metadata,
    spec: { podCIDR: "10.0.0.0/24", providerID: "p", taints: [{ key: "a", effect: "NoSchedule" }] },
    status: { capacity: { cpu: "1" } },
  });
  for (const status of NODE_STATUSES) {
    s.patch("merge", at, { status }, DRY);
    s.patch("merge", `${at}/status`, { status });
  }
  s.patch("strategic", `${at}/status`, {
    status: {
      addresses: [{ type: "Odd", address: "h" }],
      conditions: [{ type: "Ready", status: "True" }],
    },
  });
  s.patch("merge", at, { spec: { providerID: "" } });
  s.get(`${at}/proxy/`);
  s.removes(at);
  return s;
}

const data = (entries: Record<string, string>): object => ({
  data: Object.fromEntries(Object.entries(entries).map(([key, text]) => [key, base64(text)])),
});
const SECRETS: readonly object[] = [
  data({ "a/b": "x", "..": "x", "..a": "x", "": "x" }),
  { type: "kubernetes.io/dockercfg", ...data({ ".dockercfg": "x" }) },
  { type: "kubernetes.io/dockercfg", ...data({ ".dockercfg": "[]" }) },
  { type: "kubernetes.io/dockercfg", ...data({ ".dockercfg": "" }) },
  ...["x", "{}", '{"auths":1}', "[1]", "null", '{"a":', "1"].map((text) => ({
    type: "kubernetes.io/dockerconfigjson",
    ...data({ ".dockerconfigjson": text }),
  })),
  { type: "kubernetes.io/tls", ...data({ "tls.crt": "x", "tls.key": "y" }) },
  { stringData: { a: "x".repeat(1_048_577) } },
];
const SECRET_CHANGES: readonly object[] = [{ type: "" }];
const MAPS: readonly object[] = [{ data: { "a/b": "x", "..": "y" } }, { data: { a: "x".repeat(1_048_577) } }];

export function coreSecrets(): Scenario {
  const s = new Scenario("core-secrets");
  const named = (name: string, body: object): object => ({
    ...body,
    metadata: { name, ...(body as { metadata?: object }).metadata },
  });
  for (const body of SECRETS) s.post(`${NS}/secrets`, named("s", body), DRY);
  for (const body of MAPS) s.post(`${NS}/configmaps`, named("m", body), DRY);
  for (const [name, body] of [
    ["plain", {}],
    ["fixed", { immutable: true, stringData: { a: "b" } }],
  ] as const) {
    s.post(`${NS}/secrets`, named(name, body));
    for (const change of SECRET_CHANGES) {
      s.put(`${NS}/secrets/${name}`, named(name, change), DRY);
    }
  }
  return s;
}

const subset = (more: object): object => ({
  subsets: [{ addresses: [{ ip: "1.2.3.4" }], ports: [{ port: 80 }], ...more }],
});
const ENDPOINTS: readonly object[] = [
  { subsets: [{}] },
  ...[
    "x",
    "127.0.0.1",
    "0.0.0.0",
    "169.254.1.1",
    "224.0.0.1",
    "01.2.3.4",
    "::1",
    "fe80::1",
    "ff02::1",
    "::",
  ].map((ip) => subset({ addresses: [{ ip }] })),
];

export function coreEndpoints(): Scenario {
  const s = new Scenario("core-endpoints");
  s.post(`${NS}/endpoints`, { metadata: { name: "kept" }, ...subset({}) });
  for (const body of ENDPOINTS) {
    const { metadata } = body as { metadata?: object };
    s.put(`${NS}/endpoints/kept`, { ...body, metadata: { name: "kept", ...metadata } });
    s.patch("merge", `${NS}/endpoints/kept`, { metadata: { labels: { x: "y" } } });
  }
  return s;
}

const item = (more: object): object => ({ spec: { limits: [{ type: "Container", ...more }] } });
const LIMITS: readonly object[] = [
  item({ max: { cpu: "1" }, min: { cpu: "2" } }),
  item({ defaultRequest: { cpu: "2" }, default: { cpu: "1" } }),
  item({ maxLimitRequestRatio: { cpu: "5" }, max: { cpu: "4" }, min: { cpu: "2" } }),
  item({
    max: { "hugepages-2Mi": "4Mi" },
    default: { "hugepages-2Mi": "2Mi" },
    defaultRequest: { "hugepages-2Mi": "4Mi" },
  }),
];
const selector = (scopeName: string, operator: string, values?: string[]): object => ({
  scopeSelector: { matchExpressions: [{ scopeName, operator, ...(values ? { values } : {}) }] },
});
const QUOTAS: readonly object[] = [
  ...["VolumeAttributesClass"].flatMap((scope) => [
    ...["In", "NotIn", "Exists", "DoesNotExist", "Odd"].flatMap((operator) => [
      { hard: { pods: "1", services: "1", "count/x.y": "1" }, ...selector(scope, operator, ["a", "b c"]) },
    ]),
  ]),
];
const QUOTA_STATUSES: readonly object[] = [{ hard: { cpu: "-1" }, used: { pods: "1.5", "a b": "1" } }];

export function coreLimits(): Scenario {
  const s = new Scenario("core-limits");
  for (const body of LIMITS) s.post(`${NS}/limitranges`, { metadata: { name: "l" }, ...body }, DRY);
  s.post(`${NS}/limitranges`, { metadata: { name: "l", generateName: "x" }, ...item({ max: { cpu: "4" } }) });
  for (const spec of QUOTAS) s.post(`${NS}/resourcequotas`, { metadata: { name: "q" }, spec }, DRY);
  s.post(`${NS}/resourcequotas`, {
    metadata: { name: "q" },
    spec: { hard: { pods: "9" }, scopes: ["BestEffort"] },
  });
  s.post(`${NS}/resourcequotas`, { metadata: { name: "r" }, spec: { hard: { "count/x.y": "9" } } });
  for (const status of QUOTA_STATUSES) {
    s.put(`${NS}/resourcequotas/r/status`, { metadata: { name: "r" }, status });
  }
  return s;
}

const about = { kind: "Pod", namespace: "{{ns}}", name: "p", apiVersion: "v1" };
const NEW_EVENT = {
  metadata: { name: "new" },
  regarding: about,
  reason: "r",
  type: "Normal",
  action: "a",
  eventTime: "2024-01-01T00:00:00.123456Z",
  reportingController: "c",
  reportingInstance: "i",
};
const EVENT_PARTS: readonly object[] = [
  { deprecatedFirstTimestamp: "2024-01-01T00:00:00Z" },
  {
    deprecatedLastTimestamp: "2024-01-01T00:00:00Z",
    deprecatedCount: 1,
    deprecatedSource: { component: "c" },
  },
  { reason: "s", action: "b", type: "Odd", note: "x", reportingController: "d", reportingInstance: "j" },
];
const OLD_PARTS: readonly object[] = [
  { involvedObject: { kind: "Odd", apiVersion: "x/y/z", namespace: "{{ns}}" } },
];

export function coreEvents(): Scenario {
  const s = new Scenario("core-events");
  const now = "/apis/events.k8s.io/v1/namespaces/{{ns}}/events";
  for (const part of EVENT_PARTS) s.post(now, { ...NEW_EVENT, ...part }, DRY);
  for (const part of OLD_PARTS)
    for (const space of [NS, "/api/v1/namespaces/default", "/api/v1/namespaces/kube-system"])
      s.post(`${space}/events`, { metadata: { name: "old-{{id}}" }, involvedObject: about, ...part }, DRY);
  s.post(now, NEW_EVENT);
  for (const part of EVENT_PARTS)
    for (const name of ["new", "old"]) s.patch("merge", `${now}/${name}`, part, DRY);
  return s;
}

export function coreNamespaces(): Scenario {
  const s = new Scenario("core-namespaces");
  const at = "/api/v1/namespaces/x-{{id}}";
  s.post("/api/v1/namespaces", {
    metadata: { name: "x-{{id}}", labels: { "kubernetes.io/metadata.name": "other" } },
    spec: { finalizers: ["a/b", "kubernetes"] },
  });
  for (const finalizers of [["x"], ["a b/c"], [], ["kubernetes", "c/d"], ["kubernetes", "kubernetes"]])
    s.put(`${at}/finalize`, { metadata: { name: "x-{{id}}" }, spec: { finalizers } });
  for (const status of [{}, { phase: "Active", conditions: [{ type: "a b", status: "Odd" }] }])
    s.patch("merge", `${at}/status`, { status });
  s.patch("merge", at, { metadata: { labels: { "kubernetes.io/metadata.name": "y" } } });
  s.patch("merge", at, {
    metadata: { labels: null },
    spec: { finalizers: [] },
    status: { phase: "Terminating" },
  });
  s.put(at, { metadata: { name: "x-{{id}}" } });
  s.delete(at);
  s.delete(at);
  s.patch("merge", `${at}/status`, { status: { phase: "Active" } });
  s.put(`${at}/finalize`, { metadata: { name: "x-{{id}}" }, spec: { finalizers: ["e/f"] } });
  s.patch("merge", at, { metadata: { labels: { a: "b" } } });
  s.post("/api/v1/namespaces/x-{{id}}/configmaps", { metadata: { name: "late" } });
  return s;
}

export function coreControllers(): Scenario {
  const s = new Scenario("core-controllers");
  const rcs = `${NS}/replicationcontrollers`;
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
  const rows: readonly object[] = [
    {
      template: { ...template, spec: { ...template.spec, ephemeralContainers: [{ name: "e", image: "i" }] } },
    },
  ];
  for (const spec of rows) s.post(rcs, { metadata: { name: "r" }, spec }, DRY);
  s.post(rcs, { metadata: { name: "r" }, spec: { template, replicas: 3 } });
  for (const status of [
    { replicas: 1, availableReplicas: 2 },
    { replicas: -1, observedGeneration: -1 },
    { replicas: 1, conditions: [{ type: "a", status: "Odd" }] },
  ])
    s.patch("merge", `${rcs}/r/status`, { status });
  s.patch("merge", `${rcs}/r/scale`, { spec: { replicas: 2 } });
  const accounts = `${NS}/serviceaccounts`;
  s.post(accounts, { metadata: { name: "a" } });
  for (const spec of [
    { expirationSeconds: 4294967297 },
    { boundObjectRef: {} },
    { boundObjectRef: { kind: "Odd", apiVersion: "v1", name: "x" } },
  ])
    s.post(`${accounts}/a/token`, { spec }, DRY);
  s.post(`${accounts}/a/token`, { metadata: { uid: "other" }, spec: {} }, DRY);
  return s;
}

const owner = (more: object): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  name: "o",
  uid: "u",
  ...more,
});
const METADATA: readonly object[] = [
  ...[
    { kind: "Event" },
    { apiVersion: "" },
    { apiVersion: "a/b/c" },
    { kind: "" },
    { name: "" },
    { uid: "" },
  ].map((more) => ({ ownerReferences: [owner(more)] })),
  {
    ownerReferences: [
      owner({ controller: true }),
      owner({ controller: true, uid: "v", name: "w" }),
      owner({ controller: true, uid: "x" }),
    ],
  },
  { ownerReferences: [owner({}), owner({})] },
  { finalizers: ["orphan", "foregroundDeletion"] },
  { finalizers: ["x", "a b/c", "", "a/b", "a/b"] },
  { labels: { "": "x" } },
  { labels: { "a/b/c": "x" } },
  { labels: { "/a": "y" } },
  { labels: { a: "-" }, annotations: { "a/b/c": "x" } },
  { labels: { ["a".repeat(64)]: "x" } },
  { labels: { [`${"a".repeat(254)}/b`]: "x" } },
  { labels: { a: "x".repeat(64) } },
  { annotations: { a: "x".repeat(262_145) } },
  { name: "" },
  { name: ".." },
  { name: "a/b" },
  { name: "a%b" },
  { name: "UPPER" },
  { name: "a..b" },
  { name: "-a" },
  { name: "n".repeat(254) },
  { name: "n", generateName: "G_" },
  { uid: "mine", resourceVersion: "5" },
  { managedFields: [{ manager: "m\n", operation: "Update", fieldsType: "Odd" }] },
];

/** Metadata of an object as it is made, as it is changed, and while it waits for its end. */
export function coreMetadata(): Scenario {
  const s = new Scenario("core-metadata");
  const maps = `${NS}/configmaps`;
  s.post(maps, { metadata: { name: "kept", labels: { a: "b" }, finalizers: ["e/f"] } });
  s.post(maps, { metadata: { name: "going", finalizers: ["e/f"] } });
  s.delete(`${maps}/going`);
  for (const metadata of METADATA) {
    s.post(maps, { metadata: { name: "m", ...metadata } }, DRY);
    s.post(
      "/apis/batch/v1/namespaces/{{ns}}/jobs",
      {
        metadata: { name: "m", ...metadata },
        spec: {
          template: {
            metadata: { ...metadata },
            spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] },
          },
        },
      },
      DRY,
    );
    for (const name of ["kept", "going"]) {
      s.put(`${maps}/${name}`, { metadata: { name, ...metadata } }, DRY);
      s.patch("merge", `${maps}/${name}`, { metadata }, DRY);
    }
  }
  return s;
}
