import { PODS, podOf } from "../pods/pod-tables.ts";
import { DRY, NS, Scenario } from "../scenario.ts";
import { QUOTAS, quota } from "./quota.ts";

const resources = (requests: object, limits: object = {}): object => ({
  containers: [{ name: "c", image: "i", resources: { requests, limits } }],
});
const classes = (operator: string, values?: string[]): object => ({
  scopeSelector: {
    matchExpressions: [{ scopeName: "PriorityClass", operator, ...(values ? { values } : {}) }],
  },
});
const near = (more: object): object => ({ topologyKey: "k", labelSelector: {}, ...more });

const POD_SPECS: readonly object[] = [
  {},
  resources({ cpu: "1" }),
  resources({ cpu: "1", memory: "1Gi" }, { cpu: "2", memory: "1Gi" }),
  resources(
    { cpu: "1", memory: "1Gi", "ephemeral-storage": "1Gi" },
    { cpu: "1", memory: "1Gi", "ephemeral-storage": "2Gi" },
  ),
  resources({ cpu: "1m" }, { "hugepages-2Mi": "2Mi", cpu: "1m", memory: "1" }),
  resources({ "a.b/c": "2" }, { "a.b/c": "2" }),
  {
    ...resources({ cpu: "1" }, { cpu: "1" }),
    initContainers: [{ name: "n", image: "i", resources: { requests: { cpu: "3" }, limits: { cpu: "3" } } }],
  },
  {
    ...resources({ cpu: "1" }, { cpu: "1" }),
    initContainers: [
      {
        name: "n",
        image: "i",
        restartPolicy: "Always",
        resources: { requests: { cpu: "3" }, limits: { cpu: "3" } },
      },
    ],
  },
  { ...resources({ cpu: "1" }), resources: { requests: { cpu: "2" }, limits: { cpu: "3", memory: "1Gi" } } },
  {
    containers: [
      { name: "a", image: "i" },
      { name: "b", image: "i" },
    ],
    initContainers: [{ name: "n", image: "i" }],
  },
  { activeDeadlineSeconds: 5 },
  { activeDeadlineSeconds: 5, ...resources({ cpu: "1" }) },
  { priorityClassName: "system-node-critical" },
  { priorityClassName: "high-{{id}}" },
  {
    affinity: {
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near({ namespaces: ["x"] })] },
    },
  },
  {
    affinity: {
      podAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 1, podAffinityTerm: near({ namespaceSelector: {} }) },
        ],
      },
    },
  },
  {
    affinity: {
      podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near({ namespaces: ["x"] })] },
    },
  },
  {
    affinity: {
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 1, podAffinityTerm: near({ namespaceSelector: {} }) },
        ],
      },
    },
  },
  { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near({})] } } },
];

/** Usage of pods in quotas of every scope. */
export function quotaPods(): Scenario {
  const s = new Scenario("quota-pods");
  s.post("/apis/scheduling.k8s.io/v1/priorityclasses", { metadata: { name: "high-{{id}}" }, value: 7 });
  s.removes("/apis/scheduling.k8s.io/v1/priorityclasses/high-{{id}}");
  quota(s, "all", { pods: "100", cpu: "100", memory: "100Gi", "count/pods": "100" });
  quota(s, "terminating", { pods: "100" }, { scopes: ["Terminating"] });
  quota(s, "not-terminating", { pods: "100" }, { scopes: ["NotTerminating"] });
  quota(s, "best", { pods: "100" }, { scopes: ["BestEffort"] });
  quota(s, "not-best", { pods: "100", "requests.cpu": "100" }, { scopes: ["NotBestEffort"] });
  quota(s, "classed", { pods: "100" }, classes("Exists"));
  quota(s, "unclassed", { pods: "100" }, classes("DoesNotExist"));
  quota(s, "some", { pods: "100" }, classes("In", ["system-node-critical", "other"]));
  quota(s, "others", { pods: "100" }, classes("NotIn", ["high-{{id}}"]));
  quota(s, "crossing", { pods: "3" }, { scopes: ["CrossNamespacePodAffinity"] });
  for (const [index, spec] of POD_SPECS.entries()) {
    s.post(PODS, podOf({ spec }, `before-${index}`));
  }
  s.delete(`${QUOTAS}/all`);
  quota(s, "extended", {
    "requests.a.b/c": "3",
    "requests.hugepages-2Mi": "3Mi",
    "hugepages-2Mi": "10Mi",
    "requests.ephemeral-storage": "5Gi",
    "limits.ephemeral-storage": "3Gi",
    "limits.cpu": "20",
    "count/pods": "90",
  });
  for (const [index, spec] of POD_SPECS.entries()) {
    s.post(PODS, podOf({ spec }, `after-${index}`));
  }
  return s;
}

const SERVICES: readonly object[] = [
  { ports: [{ port: 1 }] },
  {
    type: "NodePort",
    ports: [{ port: 1 }, { port: 2, name: "b" }].map((port, index) => ({ name: `p${index}`, ...port })),
  },
  { type: "LoadBalancer", ports: [{ port: 1 }] },
  { type: "LoadBalancer", allocateLoadBalancerNodePorts: false, ports: [{ port: 1 }] },
  {
    type: "LoadBalancer",
    allocateLoadBalancerNodePorts: false,
    ports: [
      { port: 1, name: "a", nodePort: 32111 },
      { port: 2, name: "b" },
    ],
  },
  { type: "ExternalName", externalName: "a.b" },
];
const claim = (more: object): object => ({
  accessModes: ["ReadWriteOnce"],
  resources: { requests: { storage: "1500m" } },
  ...more,
});
const vac = (operator: string, values?: string[]): object => ({
  scopeSelector: {
    matchExpressions: [{ scopeName: "VolumeAttributesClass", operator, ...(values ? { values } : {}) }],
  },
});
const CLAIMS: readonly object[] = [
  claim({}),
  claim({ storageClassName: "gold" }),
  claim({ storageClassName: "gold", resources: { requests: { storage: "100Gi" } } }),
  claim({ volumeAttributesClassName: "fast" }),
];

/** Services, claims and other things that are counted. */
export function quotaOthers(): Scenario {
  const s = new Scenario("quota-others");
  quota(s, "services", {
    services: "20",
    "services.nodeports": "4",
    "services.loadbalancers": "2",
    "count/services": "30",
  });
  for (const [index, spec] of SERVICES.entries()) {
    s.post(`${NS}/services`, { metadata: { name: `s${index}` }, spec });
  }
  for (const [index, spec] of SERVICES.entries())
    s.patch("merge", `${NS}/services/s0`, { spec: index === 5 ? { type: "ClusterIP" } : spec });
  for (let index = 0; index < SERVICES.length; index++)
    s.patch("merge", `${NS}/services/s${index}`, { spec: { type: "LoadBalancer" } });
  quota(s, "claims", {
    persistentvolumeclaims: "20",
    "requests.storage": "50Gi",
    "gold.storageclass.storage.k8s.io/requests.storage": "10Gi",
    "gold.storageclass.storage.k8s.io/persistentvolumeclaims": "2",
    "count/persistentvolumeclaims": "30",
  });
  quota(s, "attributed", { persistentvolumeclaims: "20" }, vac("Exists"));
  quota(s, "plain", { persistentvolumeclaims: "20" }, vac("DoesNotExist"));
  quota(s, "fast", { persistentvolumeclaims: "20" }, vac("In", ["fast"]));
  for (const [index, spec] of CLAIMS.entries()) {
    s.post(`${NS}/persistentvolumeclaims`, { metadata: { name: `c${index}` }, spec });
  }
  s.patch("merge", `${NS}/persistentvolumeclaims/c0/status`, {
    status: { phase: "Bound", allocatedResources: { storage: "5Gi" } },
  });
  s.patch("merge", `${NS}/persistentvolumeclaims/c0`, {
    metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "gold" } },
  });
  quota(s, "counts", {
    configmaps: "2",
    secrets: "1",
    "count/deployments.apps": "1",
    "count/widgets.example.com": "0",
    replicationcontrollers: "0",
    resourcequotas: "1",
  });
  for (const name of ["a", "b", "c"]) {
    s.post(`${NS}/configmaps`, { metadata: { name } });
    s.post(`${NS}/secrets`, { metadata: { name } }, name === "b" ? DRY : []);
    s.post(QUOTAS, { metadata: { name: `q-${name}` }, spec: { hard: { pods: "1" } } });
  }
  s.delete(`${QUOTAS}/counts`);
  quota(s, "devices", {
    "count/resourceclaims.resource.k8s.io": "5",
    "gpu.deviceclass.resource.k8s.io/devices": "5",
    "requests.deviceclass.resource.kubernetes.io/gpu": "5",
  });
  const request = (more: object): object => ({ devices: { requests: [{ name: "r", ...more }] } });
  const exactly = (more: object): object => request({ exactly: { deviceClassName: "gpu", ...more } });
  for (const [index, spec] of [
    exactly({}),
    exactly({ count: 3 }),
    exactly({ allocationMode: "All" }),
    request({
      firstAvailable: [
        { name: "a", deviceClassName: "gpu", count: 2 },
        { name: "b", deviceClassName: "gpu", count: 1 },
        { name: "c", deviceClassName: "cpu" },
      ],
    }),
  ].entries()) {
    s.post("/apis/resource.k8s.io/v1/namespaces/{{ns}}/resourceclaims", {
      metadata: { name: `d${index}` },
      spec,
    });
  }
  return s;
}

const item = (type: string, more: object): object => ({ type, ...more });
const RANGES: readonly object[] = [
  item("Container", { default: { cpu: "2", memory: "2Gi" }, defaultRequest: { cpu: "1" } }),
  item("Container", {
    max: { cpu: "3", memory: "3Gi" },
    min: { cpu: "500m" },
    maxLimitRequestRatio: { cpu: "2" },
  }),
  item("Container", { max: { "ephemeral-storage": "1Gi", "a.b/c": "1" } }),
  item("Pod", {
    max: { cpu: "4", memory: "4Gi" },
    min: { cpu: "1" },
    maxLimitRequestRatio: { memory: "1.5" },
  }),
  item("PersistentVolumeClaim", { max: { storage: "5Gi" }, min: { storage: "1Gi" } }),
];

/** Pods and claims under ranges of limits, alone and together. */
export function quotaRanges(): Scenario {
  const s = new Scenario("quota-ranges");
  const send = (): void => {
    for (const spec of POD_SPECS.slice(0, 10)) s.post(PODS, podOf({ spec }), DRY);
    for (const spec of [
      resources({ cpu: "100m" }, { cpu: "3" }),
      resources({ memory: "5Gi" }),
      resources({}, { memory: "1Gi" }),
      resources({ memory: "1Gi" }, { memory: "3Gi" }),
    ])
      s.post(PODS, podOf({ spec }), DRY);
    for (const spec of CLAIMS) s.post(`${NS}/persistentvolumeclaims`, { metadata: { name: "c" }, spec }, DRY);
  };
  for (const limit of RANGES) {
    s.post(`${NS}/limitranges`, { metadata: { name: "l" }, spec: { limits: [limit] } });
    send();
    s.delete(`${NS}/limitranges/l`);
  }
  return s;
}
