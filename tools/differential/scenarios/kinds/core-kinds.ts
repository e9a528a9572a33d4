import { Scenario } from "../scenario.ts";

const NS = "/api/v1/namespaces/{{ns}}";
const NODES = "/api/v1/nodes";
const DRY: [string, string][] = [["dryRun", "All"]];
const base64 = (text: string): string => Buffer.from(text).toString("base64");

const config = (more: object): object => ({
  configMap: { name: "c", namespace: "n", kubeletConfigKey: "k", ...more },
});
const NODE_SPECS: readonly object[] = [
  { taints: [{ key: "a b", effect: "Odd" }] },
  {
    taints: [
      { key: "a", value: "b c", effect: "NoSchedule" },
      { key: "a", effect: "NoSchedule" },
    ],
  },
  { taints: [{ key: "a", effect: "" }, { effect: "NoExecute" }] },
  { podCIDR: "x" },
  { podCIDR: "10.0.0.0/24", podCIDRs: ["10.0.1.0/24"] },
  { podCIDRs: ["10.0.0.0/24", "10.0.1.0/24"] },
  { podCIDRs: ["10.0.0.0/24", "fd00::/64"] },
  { podCIDRs: ["10.0.0.0/24", "fd00::/64", "fd01::/64"] },
  { podCIDRs: ["010.0.0.0/24", "::ffff:1.2.3.0/120"] },
  { podCIDRs: ["10.0.0.1/24"] },
  { providerID: "p", unschedulable: true, externalID: "e" },
  { configSource: {} },
  { configSource: config({ uid: "u", resourceVersion: "1" }) },
  { configSource: config({ name: "C_", namespace: "N_", kubeletConfigKey: "a/b" }) },
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
  { declaredFeatures: ["a\nb"] },
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
    "{}",
    "[]",
    '{"preferAvoidPods":[{}]}',
    '{"preferAvoidPods":[{"podSignature":{"podController":{"controller":false}}}]}',
    '{"preferAvoidPods":[{"podSignature":{"podController":{"controller":true,"kind":"A"}}}]}',
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
  for (const spec of NODE_SPECS) {
    s.patch("merge", at, { spec }, DRY);
    s.put(at, { metadata, spec }, DRY);
  }
  for (const status of NODE_STATUSES) {
    s.patch("merge", at, { status }, DRY);
    s.patch("merge", `${at}/status`, { status });
  }
  s.patch("strategic", at, { spec: { taints: [{ key: "a", effect: "NoExecute" }] } });
  s.patch("strategic", `${at}/status`, {
    status: {
      addresses: [{ type: "Odd", address: "h" }],
      conditions: [{ type: "Ready", status: "True" }],
    },
  });
  s.patch("merge", at, { spec: { podCIDR: "10.1.0.0/24" } });
  s.patch("merge", at, { spec: { providerID: "" } });
  s.patch("merge", at, { metadata: { labels: { "beta.kubernetes.io/os": "x", "kubernetes.io/os": "y" } } });
  s.get(`${at}/proxy/`);
  s.get(`${NODES}/n-{{id}}:1/proxy/x`);
  s.removes(at);
  return s;
}

const data = (entries: Record<string, string>): object => ({
  data: Object.fromEntries(Object.entries(entries).map(([key, text]) => [key, base64(text)])),
});
const SECRETS: readonly object[] = [
  data({ "a/b": "x", "..": "x", "..a": "x", "": "x" }),
  { stringData: { a: "b" }, ...data({ a: "c", d: "e" }) },
  { type: "kubernetes.io/service-account-token" },
  {
    type: "kubernetes.io/service-account-token",
    metadata: { annotations: { "kubernetes.io/service-account.name": "none" } },
  },
  { type: "kubernetes.io/dockercfg" },
  { type: "kubernetes.io/dockercfg", ...data({ ".dockercfg": "x" }) },
  { type: "kubernetes.io/dockercfg", ...data({ ".dockercfg": "{}" }) },
  { type: "kubernetes.io/dockercfg", ...data({ ".dockercfg": "[]" }) },
  { type: "kubernetes.io/dockercfg", ...data({ ".dockercfg": "" }) },
  { type: "kubernetes.io/dockerconfigjson" },
  ...["x", "{}", '{"auths":1}', "[1]", "null", '{"a":', "1"].map((text) => ({
    type: "kubernetes.io/dockerconfigjson",
    ...data({ ".dockerconfigjson": text }),
  })),
  { type: "kubernetes.io/basic-auth" },
  { type: "kubernetes.io/basic-auth", ...data({ username: "u" }) },
  { type: "kubernetes.io/ssh-auth" },
  { type: "kubernetes.io/ssh-auth", ...data({ "ssh-privatekey": "" }) },
  { type: "kubernetes.io/tls" },
  { type: "kubernetes.io/tls", ...data({ "tls.crt": "x", "tls.key": "y" }) },
  { type: "kubernetes.io/tls", ...data({ "tls.key": "y" }) },
  { type: "bootstrap.kubernetes.io/token" },
  { type: "" },
  { type: "any thing" },
  { immutable: true },
  { stringData: { a: "x".repeat(1_048_577) } },
];
const SECRET_CHANGES: readonly object[] = [
  { type: "other" },
  { type: "" },
  { immutable: true, stringData: { a: "b" } },
  { immutable: false },
  { immutable: null },
  { stringData: { a: "c" } },
  { data: null },
  { metadata: { labels: { x: "y" } } },
  { type: "other", immutable: false, stringData: { a: "d" } },
];
const MAPS: readonly object[] = [
  { data: { "a/b": "x", "..": "y" } },
  { binaryData: { "a b": "AA==" } },
  { data: { a: "x" }, binaryData: { a: "AA==" } },
  { data: { a: "x".repeat(1_048_577) } },
  { data: { a: "x" }, immutable: true },
];
const MAP_CHANGES: readonly object[] = [
  { immutable: false },
  { immutable: null },
  { data: { a: "z" } },
  { data: null },
  { binaryData: { b: "AA==" } },
  { metadata: { labels: { x: "y" } } },
];

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
      s.patch("merge", `${NS}/secrets/${name}`, change, DRY);
      s.put(`${NS}/secrets/${name}`, named(name, change), DRY);
    }
  }
  for (const [name, body] of [
    ["plain", {}],
    ["fixed", { immutable: true, data: { a: "b" }, binaryData: { c: "AA==" } }],
  ] as const) {
    s.post(`${NS}/configmaps`, named(name, body));
    for (const change of MAP_CHANGES) {
      s.patch("merge", `${NS}/configmaps/${name}`, change, DRY);
      s.put(`${NS}/configmaps/${name}`, named(name, change), DRY);
    }
  }
  s.get(`${NS}/secrets`, [["fieldSelector", "type=Opaque"]]);
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
    "::ffff:1.2.3.4",
    "1.2.3.4",
  ].map((ip) => subset({ addresses: [{ ip }] })),
  subset({
    addresses: [
      { ip: "1.2.3.4", hostname: "H.x", nodeName: "N_", targetRef: { kind: "Pod", name: "p", uid: "u" } },
    ],
  }),
  subset({ ports: [{}] }),
  subset({
    ports: [
      { port: 0, protocol: "Odd" },
      { port: 70000, name: "A_", appProtocol: "a b" },
    ],
  }),
  subset({ ports: [{ port: 1 }, { port: 2 }] }),
  subset({
    ports: [
      { port: 1, name: "a" },
      { port: 2, name: "a" },
    ],
  }),
  subset({ ports: [] }),
  subset({ addresses: [], notReadyAddresses: [{ ip: "1.2.3.5" }] }),
  {
    subsets: [
      { addresses: [{ ip: "1.2.3.4" }], ports: [{ port: 2 }, { port: 1, name: "b" }] },
      {
        notReadyAddresses: [{ ip: "1.2.3.4" }, { ip: "1.2.3.3" }],
        ports: [
          { port: 1, name: "b" },
          { port: 2, name: "c" },
        ],
      },
    ],
  },
  { metadata: { annotations: { "endpoints.kubernetes.io/last-change-trigger-time": "x" } }, ...subset({}) },
  { metadata: { annotations: { "endpoints.kubernetes.io/over-capacity": "truncated" } } },
];

export function coreEndpoints(): Scenario {
  const s = new Scenario("core-endpoints");
  s.post(`${NS}/endpoints`, { metadata: { name: "kept" }, ...subset({}) });
  for (const body of ENDPOINTS) {
    const { metadata } = body as { metadata?: object };
    s.post(`${NS}/endpoints`, { ...body, metadata: { name: "e", ...metadata } }, DRY);
    s.put(`${NS}/endpoints/kept`, { ...body, metadata: { name: "kept", ...metadata } });
    s.patch("merge", `${NS}/endpoints/kept`, { metadata: { labels: { x: "y" } } });
  }
  return s;
}

const item = (more: object): object => ({ spec: { limits: [{ type: "Container", ...more }] } });
const LIMITS: readonly object[] = [
  {},
  { spec: { limits: [] } },
  { spec: { limits: [{}] } },
  { spec: { limits: [{ type: "Pod" }, { type: "Pod" }] } },
  { spec: { limits: [{ type: "odd thing" }, { type: "x.y/z", max: { cpu: "1" } }] } },
  { spec: { limits: [{ type: "Pod", default: { cpu: "1" }, defaultRequest: { cpu: "1" } }] } },
  { spec: { limits: [{ type: "PersistentVolumeClaim" }] } },
  { spec: { limits: [{ type: "PersistentVolumeClaim", max: { storage: "1" }, min: { storage: "2" } }] } },
  item({ max: { cpu: "1" }, min: { cpu: "2" } }),
  item({ max: { cpu: "1" }, default: { cpu: "2" }, defaultRequest: { cpu: "3" } }),
  item({ min: { cpu: "2" }, default: { cpu: "1" }, defaultRequest: { cpu: "1" } }),
  item({ defaultRequest: { cpu: "2" }, default: { cpu: "1" } }),
  item({ maxLimitRequestRatio: { cpu: "0.5" } }),
  item({ maxLimitRequestRatio: { cpu: "5" }, max: { cpu: "4" }, min: { cpu: "2" } }),
  item({
    max: { "hugepages-2Mi": "4Mi" },
    default: { "hugepages-2Mi": "2Mi" },
    defaultRequest: { "hugepages-2Mi": "4Mi" },
  }),
  item({ max: { odd: "1", "a b": "1", "a.b/c": "1" } }),
  item({ max: { cpu: "-1" }, min: { cpu: "-2" } }),
  item({ max: { cpu: "2", memory: "1Gi" } }),
  item({ min: { cpu: "1" }, default: { cpu: "1" } }),
];
const selector = (scopeName: string, operator: string, values?: string[]): object => ({
  scopeSelector: { matchExpressions: [{ scopeName, operator, ...(values ? { values } : {}) }] },
});
const QUOTAS: readonly object[] = [
  {},
  { hard: { cpu: "-1", pods: "1.5", odd: "1", "a b": "1", "count/x": "1", "count/deployments.apps": "x" } },
  {
    hard: {
      "requests.a.b/c": "1",
      "limits.a.b/c": "1",
      "requests.hugepages-2Mi": "3Mi",
      "hugepages-x": "1",
      "x.storageclass.storage.k8s.io/requests.storage": "1",
    },
  },
  { hard: { services: "1", "services.nodeports": "500m", "requests.storage": "1.5" } },
  { hard: {}, scopes: ["Odd"] },
  ...[
    "Terminating",
    "NotTerminating",
    "BestEffort",
    "NotBestEffort",
    "PriorityClass",
    "CrossNamespacePodAffinity",
    "VolumeAttributesClass",
    "Odd",
  ].flatMap((scope) => [
    { hard: { pods: "1" }, scopes: [scope] },
    {
      hard: { pods: "1", cpu: "1", services: "1", persistentvolumeclaims: "1", "requests.storage": "1" },
      scopes: [scope],
    },
    ...["In", "NotIn", "Exists", "DoesNotExist", "Odd"].flatMap((operator) => [
      { hard: { pods: "1" }, ...selector(scope, operator) },
      { hard: { pods: "1", services: "1", "count/x.y": "1" }, ...selector(scope, operator, ["a", "b c"]) },
    ]),
  ]),
  { hard: { pods: "1" }, scopes: ["Terminating", "NotTerminating"] },
  { hard: { pods: "1" }, scopes: ["BestEffort", "NotBestEffort"] },
  { hard: { pods: "1" }, scopes: ["BestEffort", "BestEffort"] },
  { hard: { pods: "1" }, scopes: ["BestEffort"], ...selector("NotBestEffort", "Exists") },
  { hard: { pods: "1" }, scopeSelector: {} },
];
const QUOTA_STATUSES: readonly object[] = [
  { hard: { odd: "1" } },
  { hard: { cpu: "-1" }, used: { pods: "1.5", "a b": "1" } },
  { hard: { cpu: "1" }, used: { cpu: "1" } },
  {},
];

export function coreLimits(): Scenario {
  const s = new Scenario("core-limits");
  for (const body of LIMITS) s.post(`${NS}/limitranges`, { metadata: { name: "l" }, ...body }, DRY);
  s.post(`${NS}/limitranges`, { metadata: { name: "l", generateName: "x" }, ...item({ max: { cpu: "4" } }) });
  for (const body of LIMITS) s.put(`${NS}/limitranges/l`, { metadata: { name: "l" }, ...body }, DRY);
  for (const spec of QUOTAS) s.post(`${NS}/resourcequotas`, { metadata: { name: "q" }, spec }, DRY);
  s.post(`${NS}/resourcequotas`, {
    metadata: { name: "q" },
    spec: { hard: { pods: "9" }, scopes: ["BestEffort"] },
  });
  s.post(`${NS}/resourcequotas`, { metadata: { name: "r" }, spec: { hard: { "count/x.y": "9" } } });
  for (const spec of QUOTAS)
    for (const name of ["q", "r"]) s.put(`${NS}/resourcequotas/${name}`, { metadata: { name }, spec }, DRY);
  for (const status of QUOTA_STATUSES) {
    s.patch("merge", `${NS}/resourcequotas/r/status`, { status });
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
  { series: {} },
  { series: { count: 1, lastObservedTime: "2024-01-01T00:00:00.000000Z" } },
  { series: { count: 2 } },
  { eventTime: "2025-01-01T00:00:00.000000Z" },
  { eventTime: null },
  { regarding: { ...about, name: "q" }, related: about },
  { reason: "s", action: "b", type: "Odd", note: "x", reportingController: "d", reportingInstance: "j" },
  { regarding: { kind: "Node", name: "n" } },
  { regarding: { kind: "Odd", apiVersion: "x/v1", namespace: "default" } },
  { reportingController: "A b", reportingInstance: "", action: "", reason: "" },
  {
    reportingController: "",
    reportingInstance: "i".repeat(129),
    action: "a".repeat(129),
    reason: "r".repeat(129),
    note: "n".repeat(1025),
  },
];
const OLD_PARTS: readonly object[] = [
  { eventTime: "2024-01-01T00:00:00.123456Z" },
  {
    eventTime: "2024-01-01T00:00:00.123456Z",
    reportingComponent: "a b",
    reportingInstance: "i".repeat(129),
    action: "a".repeat(129),
    reason: "r".repeat(129),
    message: "m".repeat(1025),
  },
  {
    eventTime: "2024-01-01T00:00:00.123456Z",
    reportingComponent: "c",
    reportingInstance: "i",
    action: "a",
    reason: "r",
  },
  { series: { count: 1 } },
  { involvedObject: { kind: "Node", name: "n" } },
  { involvedObject: { kind: "Node", namespace: "{{ns}}", name: "n", apiVersion: "v1" } },
  { involvedObject: { kind: "Odd", apiVersion: "x/v1" } },
  { involvedObject: { kind: "Odd", apiVersion: "x/y/z", namespace: "{{ns}}" } },
  { involvedObject: { ...about, namespace: "" } },
];

export function coreEvents(): Scenario {
  const s = new Scenario("core-events");
  const now = "/apis/events.k8s.io/v1/namespaces/{{ns}}/events";
  for (const part of EVENT_PARTS) s.post(now, { ...NEW_EVENT, ...part }, DRY);
  for (const part of OLD_PARTS)
    for (const space of [NS, "/api/v1/namespaces/default", "/api/v1/namespaces/kube-system"])
      s.post(`${space}/events`, { metadata: { name: "old-{{id}}" }, involvedObject: about, ...part }, DRY);
  s.post(now, NEW_EVENT);
  s.post(`${NS}/events`, { metadata: { name: "old" }, involvedObject: about });
  for (const part of EVENT_PARTS)
    for (const name of ["new", "old"]) s.patch("merge", `${now}/${name}`, part, DRY);
  for (const part of OLD_PARTS)
    for (const name of ["new", "old"]) s.patch("merge", `${NS}/events/${name}`, part, DRY);
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
  for (const status of [
    { phase: "Terminating" },
    { phase: "Odd" },
    {},
    { phase: "Active", conditions: [{ type: "a b", status: "Odd" }] },
  ])
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
  s.put(`${at}/finalize`, { metadata: { name: "x-{{id}}" }, spec: {} });
  s.get(at);
  for (const name of ["default", "kube-system", "kube-public", "kube-node-lease"])
    s.delete(`/api/v1/namespaces/${name}`, undefined, DRY);
  return s;
}

export function coreControllers(): Scenario {
  const s = new Scenario("core-controllers");
  const rcs = `${NS}/replicationcontrollers`;
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
  const rows: readonly object[] = [
    {},
    { selector: { a: "c" }, template },
    { selector: {}, template },
    { template },
    { template, replicas: -1, minReadySeconds: -1 },
    { template: { ...template, spec: { ...template.spec, restartPolicy: "Never" } } },
    { template: { ...template, spec: { ...template.spec, activeDeadlineSeconds: 5 } } },
    {
      template: { ...template, spec: { ...template.spec, ephemeralContainers: [{ name: "e", image: "i" }] } },
    },
    { selector: { "a b": "c d" }, template },
    { template: { spec: template.spec } },
    { template, replicas: null },
  ];
  for (const spec of rows) s.post(rcs, { metadata: { name: "r" }, spec }, DRY);
  s.post(rcs, { metadata: { name: "r" }, spec: { template, replicas: 3 } });
  for (const spec of rows) s.put(`${rcs}/r`, { metadata: { name: "r" }, spec }, DRY);
  for (const status of [
    { replicas: 1, fullyLabeledReplicas: 2 },
    { replicas: 1, readyReplicas: 2 },
    { replicas: 1, availableReplicas: 2 },
    { replicas: 2, readyReplicas: 1, availableReplicas: 2 },
    { replicas: -1, observedGeneration: -1 },
    { replicas: 1, conditions: [{ type: "a", status: "Odd" }] },
  ])
    s.patch("merge", `${rcs}/r/status`, { status });
  s.patch("merge", `${rcs}/r/scale`, { spec: { replicas: -1 } });
  s.patch("merge", `${rcs}/r/scale`, { spec: { replicas: 2 } });
  s.get(`${rcs}/r/scale`);
  const accounts = `${NS}/serviceaccounts`;
  for (const body of [
    { secrets: [{ name: "S_" }], imagePullSecrets: [{ name: "" }] },
    { automountServiceAccountToken: false },
    { metadata: { annotations: { "kubernetes.io/enforce-mountable-secrets": "true" } } },
    { metadata: { annotations: { "kubernetes.io/enforce-mountable-secrets": "x" } } },
  ])
    s.post(accounts, { ...body, metadata: { name: "a", ...(body as { metadata?: object }).metadata } }, DRY);
  s.post(accounts, { metadata: { name: "a" } });
  for (const spec of [
    {},
    { expirationSeconds: 599 },
    { expirationSeconds: 4294967297 },
    { expirationSeconds: 100000000 },
    { audiences: ["", "x"] },
    { boundObjectRef: {} },
    { boundObjectRef: { kind: "Odd", apiVersion: "v1", name: "x" } },
    { boundObjectRef: { kind: "Pod", apiVersion: "v2", name: "x" } },
    { boundObjectRef: { kind: "Pod", apiVersion: "v1" } },
    { boundObjectRef: { kind: "Secret", apiVersion: "v1", name: "none" } },
    { boundObjectRef: { kind: "Node", apiVersion: "v1", name: "none" } },
  ])
    s.post(`${accounts}/a/token`, { spec }, DRY);
  s.post(`${accounts}/a/token`, { metadata: { name: "other" }, spec: {} }, DRY);
  s.post(`${accounts}/a/token`, { metadata: { namespace: "other" }, spec: {} }, DRY);
  s.post(`${accounts}/a/token`, { metadata: { uid: "other" }, spec: {} }, DRY);
  s.post(`${accounts}/none/token`, { spec: {} }, DRY);
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
    { controller: true, blockOwnerDeletion: true },
    { apiVersion: "events.k8s.io/v1", kind: "Event" },
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
  { annotations: { UPPER: "x", "Upper.Case/Name": "y" } },
  { name: "" },
  { name: ".." },
  { name: "a/b" },
  { name: "a%b" },
  { name: "UPPER" },
  { name: "a..b" },
  { name: "-a" },
  { name: "n".repeat(254) },
  { name: undefined, generateName: "g-" },
  { name: undefined, generateName: "G_" },
  { name: undefined, generateName: "g".repeat(250) },
  { name: "n", generateName: "G_" },
  { namespace: "other" },
  { uid: "mine", resourceVersion: "5" },
  { resourceVersion: "x" },
  {
    deletionTimestamp: "2020-01-01T00:00:00Z",
    deletionGracePeriodSeconds: 5,
    generation: -1,
    selfLink: "/x",
  },
  {
    managedFields: [
      { manager: "m", operation: "Odd", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: {} },
    ],
  },
  { managedFields: [{ manager: "m\n", operation: "Update", fieldsType: "Odd" }] },
  { managedFields: [{ manager: "m".repeat(129), operation: "Apply", subresource: "s".repeat(257) }] },
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
