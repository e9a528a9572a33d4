import { PODS, podOf } from "../pods/pod-tables.ts";
import { NS, Scenario } from "../scenario.ts";
import { QUOTAS, quota } from "./quota.ts";

const resources = (requests: object, limits: object = {}): object => ({ resources: { requests, limits } });
const container = (more: object = {}): object => ({ name: "c", image: "i", ...more });
const HARD = {
  "count/pods": "100",
  "limits.cpu": "40",
  "limits.memory": "40Gi",
  "requests.cpu": "40",
  "requests.memory": "40Gi",
  "hugepages-2Mi": "100Mi",
  "requests.hugepages-2Mi": "100Mi",
};

/** Overhead of runtime classes, amounts of whole pods, and amounts in the status of containers. */
export function quotaPodAmounts(): Scenario {
  const s = new Scenario("quota-pod-amounts");
  s.post("/apis/node.k8s.io/v1/runtimeclasses", {
    metadata: { name: "heavy-{{id}}" },
    handler: "h",
    overhead: { podFixed: { cpu: "250m", memory: "64Mi" } },
  });
  s.removes("/apis/node.k8s.io/v1/runtimeclasses/heavy-{{id}}");
  s.until("/apis/node.k8s.io/v1/runtimeclasses/heavy-{{id}}");
  quota(s, "all", HARD);
  const pod = (name: string, spec: object): void => {
    s.post(PODS, podOf({ spec }, name));
  };
  const both = resources({ cpu: "1", memory: "1Gi" }, { cpu: "2", memory: "2Gi" });
  const heavy = { runtimeClassName: "heavy-{{id}}" };
  pod("overhead", { containers: [container(both)], ...heavy });
  pod("huge", {
    containers: [
      container(resources({ cpu: "1", memory: "1Gi" }, { "hugepages-2Mi": "4Mi", cpu: "1", memory: "1Gi" })),
    ],
    resources: {
      requests: { "hugepages-2Mi": "8Mi", cpu: "2" },
      limits: { "hugepages-2Mi": "8Mi", cpu: "3" },
    },
    ...heavy,
  });
  pod("level", { containers: [container()], ...both, ...heavy });
  pod("level-limits", {
    containers: [container(resources({ cpu: "1" }))],
    resources: { limits: { memory: "3Gi" } },
  });
  const resized = (name: string): string => `${PODS}/${name}`;
  pod("resized", { containers: [container(both)] });
  const actual = (cpu: string, limit: string, allocated = cpu): object => ({
    name: "c",
    image: "i",
    imageID: "x",
    ready: true,
    restartCount: 0,
    allocatedResources: { cpu: allocated, memory: "1Gi" },
    resources: { requests: { cpu, memory: "1Gi" }, limits: { cpu: limit, memory: "2Gi" } },
  });
  const resize = (cpu: string, limit: string): void => {
    s.patch("strategic", `${resized("resized")}/resize`, {
      spec: { containers: [container(resources({ cpu }, { cpu: limit }))] },
    });
  };
  for (const status of [
    { containerStatuses: [actual("5", "6")] },
    { containerStatuses: [actual("1", "2", "7")] },
    {
      containerStatuses: [actual("1", "2", "1")],
      conditions: [{ type: "PodResizePending", status: "True", reason: "Infeasible" }],
    },
    { conditions: [{ type: "PodResizePending", status: "True", reason: "Deferred" }] },
    { containerStatuses: [actual("1", "2", "1")], conditions: [] },
  ]) {
    s.patch("merge", `${resized("resized")}/status`, { status });
    resize("3", "4");
    resize("4", "8");
    resize("1", "2");
  }
  resize("100", "100");
  s.patch("merge", `${PODS}/level/status`, {
    status: { resources: { requests: { cpu: "5" }, limits: { cpu: "6" } }, allocatedResources: { cpu: "7" } },
  });
  s.patch("strategic", `${PODS}/level/resize`, { spec: { resources: { requests: { cpu: "1500m" } } } });
  s.patch("merge", `${PODS}/level`, { spec: { activeDeadlineSeconds: 4 } });
  quota(s, "best", { pods: "50" }, { scopes: ["BestEffort"] });
  quota(s, "not-best", { pods: "50" }, { scopes: ["NotBestEffort"] });
  s.delete(`${QUOTAS}/all`);
  for (const [index, spec] of [
    { containers: [container(resources({ cpu: "0", memory: "0" }))] },
    { containers: [container(resources({ cpu: "1" }))], resources: {} },
    {
      containers: [container()],
      resources: { requests: { "hugepages-2Mi": "2Mi", cpu: "0" }, limits: { "hugepages-2Mi": "2Mi" } },
    },
  ].entries())
    s.post(PODS, podOf({ spec }, `quality-${index}`));
  return s;
}

/** Names that look like extended resources, statuses above the limits, and pods whose deletion is overdue. */
export function quotaOddNames(): Scenario {
  const s = new Scenario("quota-odd-names");
  const hard = { "requests.kubernetes.io/x": "1", "requests.example.com/x": "2", "requests.cpu": "9" };
  s.post(QUOTAS, { metadata: { name: "odd" }, spec: { hard } });
  s.patch("merge", `${QUOTAS}/odd/status`, {
    status: { hard, used: { "requests.example.com/x": "0", "requests.cpu": "0" } },
  });
  s.until(`${QUOTAS}/odd`);
  s.post(PODS, podOf({ spec: { containers: [container(resources({ cpu: "1" }))] } }, "a"));
  s.post(
    PODS,
    podOf(
      {
        spec: {
          containers: [container(resources({ cpu: "1", "example.com/x": "1" }, { "example.com/x": "1" }))],
        },
      },
      "b",
    ),
  );
  s.post(
    PODS,
    podOf(
      {
        spec: {
          containers: [
            container(resources({ cpu: "1", "kubernetes.io/x": "1" }, { "kubernetes.io/x": "1" })),
          ],
        },
      },
      "c",
    ),
  );
  s.delete(`${QUOTAS}/odd`);
  quota(s, "storage", { "requests.storage": "3Gi", persistentvolumeclaims: "2" });
  s.post(`${NS}/persistentvolumeclaims`, {
    metadata: { name: "c" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  });
  for (const storage of ["2Gi", "9Gi", "1Gi"]) {
    s.patch("merge", `${NS}/persistentvolumeclaims/c/status`, {
      status: { phase: "Bound", allocatedResources: { storage } },
    });
  }
  s.delete(`${QUOTAS}/storage`);
  s.post(
    PODS,
    podOf(
      { metadata: { finalizers: ["example.com/f"] }, spec: { nodeName: "n", containers: [container()] } },
      "stuck",
    ),
  );
  s.post(PODS, podOf({ spec: { nodeName: "n", containers: [container()] } }, "leaving"));
  s.delete(`${PODS}/stuck`, { gracePeriodSeconds: 0 });
  s.delete(`${PODS}/leaving`, { gracePeriodSeconds: 500 });
  quota(s, "pods", { pods: "9", "count/pods": "9" }, { scopes: ["Terminating"] });
  for (const name of ["stuck", "leaving"]) {
    s.patch("merge", `${PODS}/${name}`, { spec: { activeDeadlineSeconds: 4 } });
  }
  return s;
}

const CLASSES = "/apis/resource.k8s.io/v1/deviceclasses";
const CLAIMS = "/apis/resource.k8s.io/v1/namespaces/{{ns}}/resourceclaims";

/** Devices of classes that have a name as an extended resource. */
export function quotaExtendedDevices(): Scenario {
  const s = new Scenario("quota-extended-devices");
  for (const [name, extendedResourceName] of [
    ["named", "example-{{id}}.com/gpu"],
    ["plain", undefined],
  ]) {
    s.post(CLASSES, { metadata: { name: `${name}-{{id}}` }, spec: { extendedResourceName } });
    s.removes(`${CLASSES}/${name}-{{id}}`);
    s.until(`${CLASSES}/${name}-{{id}}`);
  }
  const names = [
    "count/resourceclaims.resource.k8s.io",
    "named-{{id}}.deviceclass.resource.k8s.io/devices",
    "plain-{{id}}.deviceclass.resource.k8s.io/devices",
    "requests.deviceclass.resource.kubernetes.io/named-{{id}}",
    "requests.deviceclass.resource.kubernetes.io/plain-{{id}}",
    "requests.example-{{id}}.com/gpu",
    "requests.other.com/gpu",
  ];
  for (const [index, name] of names.entries()) quota(s, `q${index}`, { [name]: index === 5 ? "6" : "60" });
  const claim = (name: string, deviceClassName: string, count: number, metadata: object = {}): void => {
    s.post(CLAIMS, {
      metadata: { name, ...metadata },
      spec: {
        devices: {
          requests: [{ name: "r", exactly: { deviceClassName: `${deviceClassName}-{{id}}`, count } }],
        },
      },
    });
  };
  claim("a", "named", 1);
  claim("b", "plain", 2);
  claim("c", "unknown", 2);
  const pod = s.post(
    PODS,
    podOf(
      {
        spec: {
          containers: [
            container(
              resources(
                { "example-{{id}}.com/gpu": "2", "deviceclass.resource.kubernetes.io/named-{{id}}": "1" },
                { "example-{{id}}.com/gpu": "2", "deviceclass.resource.kubernetes.io/named-{{id}}": "1" },
              ),
            ),
          ],
        },
      },
      "p",
    ),
  );
  s.until(`${PODS}/p`);
  const owned = {
    annotations: { "resource.kubernetes.io/extended-resource-claim": "true" },
    ownerReferences: [
      { apiVersion: "v1", kind: "Pod", name: "p", uid: `{{=${pod}:/metadata/uid}}`, controller: true },
    ],
  };
  claim("of-pod", "named", 3, owned);
  claim("of-pod-too", "named", 2, owned);
  s.delete(`${CLAIMS}/of-pod`);
  s.delete(`${CLAIMS}/of-pod-too`);
  s.patch("merge", `${PODS}/p/status`, {
    status: {
      extendedResourceClaimStatus: {
        resourceClaimName: "known",
        requestMappings: [{ containerName: "c", resourceName: "example-{{id}}.com/gpu", requestName: "q" }],
      },
    },
  });
  claim("known", "named", 2, owned);
  claim("unknown", "named", 1, owned);
  return s;
}

/** Resources that settings of the plugin refuse without a matching quota: with --plugins. */
export function quotaLimited(): Scenario {
  const s = new Scenario("plugins-quota-limited");
  s.post(`${NS}/serviceaccounts`, { metadata: { name: "default" } });
  s.until(`${NS}/serviceaccounts/default`);
  for (const name of ["limited", "limited-too"])
    s.post("/apis/scheduling.k8s.io/v1/priorityclasses", { metadata: { name }, value: 7 }, [], {
      silent: true,
    });
  const gpu = { "limited.example.com/gpu": "1", "limited.example.com/fpga": "1" };
  const send = (word: string): void => {
    for (const [index, spec] of [
      { containers: [container()] },
      { containers: [container(resources(gpu, gpu))] },
      { priorityClassName: "limited" },
      { priorityClassName: "limited-too", containers: [container(resources(gpu, gpu))] },
    ].entries())
      s.post(PODS, podOf({ spec }, `${word}-${index}`));
    for (const storageClassName of ["limited", "free"])
      s.post(`${NS}/persistentvolumeclaims`, {
        metadata: { name: `${word}-${storageClassName}` },
        spec: {
          storageClassName,
          accessModes: ["ReadWriteOnce"],
          resources: { requests: { storage: "1Gi" } },
          volumeAttributesClassName: storageClassName,
        },
      });
    s.post(`${NS}/configmaps`, { metadata: { name: word } });
  };
  send("none");
  s.patch("merge", `${PODS}/none-0`, { spec: { activeDeadlineSeconds: 5 } });
  quota(s, "gpu", {
    "requests.limited.example.com/gpu": "9",
    "limited.storageclass.storage.k8s.io/requests.storage": "9Gi",
  });
  send("some");
  const scoped = (operator: string, values?: string[]): object => ({
    scopeSelector: {
      matchExpressions: [{ scopeName: "PriorityClass", operator, ...(values ? { values } : {}) }],
    },
  });
  quota(s, "classes", { pods: "9" }, scoped("In", ["limited"]));
  quota(s, "storage", { "limited.storageclass.storage.k8s.io/persistentvolumeclaims": "9" });
  send("more");
  quota(s, "others", { "requests.limited.example.com/fpga": "9" }, scoped("Exists"));
  send("all");
  quota(s, "rest", { "requests.limited.example.com/fpga": "9" });
  send("rest");
  s.get(QUOTAS);
  return s;
}
