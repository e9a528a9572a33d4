import { NS, Scenario } from "../scenario.ts";

const NETWORKING = "/apis/networking.k8s.io/v1/namespaces/{{ns}}";
const STORAGE = "/apis/storage.k8s.io/v1";
const DEVICES = "/apis/resource.k8s.io/v1";
const CLAIMS = `${DEVICES}/namespaces/{{ns}}/resourceclaims`;

/** Claims, classes and slices of devices. */
export function emulatedDevices(): Scenario {
  const s = new Scenario("emulated-devices");
  const tolerations = [{ key: "a", operator: "Exists", effect: "NoExecute" }];
  const capacity = { requests: { memory: "1Gi" } };
  const exactly = { deviceClassName: "c", tolerations, capacity };
  const specs: Record<string, object> = {
    exact: { devices: { requests: [{ name: "r", exactly }] } },
    first: {
      devices: {
        requests: [
          { name: "r", firstAvailable: [{ name: "s", deviceClassName: "c", tolerations, capacity }] },
        ],
      },
    },
    distinct: {
      devices: {
        requests: [{ name: "r", exactly: { deviceClassName: "c" } }],
        constraints: [{ distinctAttribute: "a.example.com/b" }],
      },
    },
    neither: {
      devices: { requests: [{ name: "r", exactly: { deviceClassName: "c" } }], constraints: [{}] },
    },
    wrong: {
      devices: {
        requests: [
          {
            name: "r",
            exactly: {
              deviceClassName: "c",
              tolerations: [{ operator: "X" }],
              capacity: { requests: { "-": "1" } },
            },
          },
        ],
        constraints: [{ matchAttribute: "a.example.com/b", distinctAttribute: "a.example.com/b" }],
      },
    },
    expression: {
      devices: {
        requests: [
          {
            name: "r",
            exactly: {
              deviceClassName: "c",
              selectors: [{ cel: { expression: "device.allowMultipleAllocations == true" } }],
            },
          },
        ],
      },
    },
  };
  for (const [name, spec] of Object.entries(specs)) {
    s.post(CLAIMS, { metadata: { name }, spec });
    s.post(`${DEVICES}/namespaces/{{ns}}/resourceclaimtemplates`, { metadata: { name }, spec: { spec } });
    s.post(`/apis/resource.k8s.io/v1beta1/namespaces/{{ns}}/resourceclaims`, {
      metadata: { name: `${name}-old` },
      spec: { devices: { requests: [{ name: "r", deviceClassName: "c", tolerations }] } },
    });
  }
  const result = { request: "r", driver: "d.example.com", pool: "p", device: "d" };
  const status = (value: object) => s.patch("merge", `${CLAIMS}/exact/status`, { status: value });
  status({
    allocation: {
      devices: {
        results: [
          {
            ...result,
            shareID: "4f4dbcd8-6a55-4d2f-8a44-26a10e9e6b5c",
            consumedCapacity: { memory: "1Gi" },
            bindingConditions: ["A"],
            bindingFailureConditions: ["B"],
          },
        ],
      },
    },
  });
  status({
    devices: [
      { driver: "d.example.com", pool: "p", device: "d", shareID: "4f4dbcd8-6a55-4d2f-8a44-26a10e9e6b5c" },
    ],
  });
  status({ allocation: { devices: { results: [result] } } });
  status({
    devices: [{ driver: "d.example.com", pool: "p", device: "d", networkData: { hardwareAddress: "a" } }],
  });
  s.get(`${CLAIMS}/exact`);
  s.post(`${DEVICES}/deviceclasses`, {
    metadata: { name: "c-{{id}}" },
    spec: { extendedResourceName: "example.com/{{id}}" },
  });
  s.patch("merge", `${DEVICES}/deviceclasses/c-{{id}}`, { spec: { extendedResourceName: "example.com/b" } });
  s.patch("merge", `${DEVICES}/deviceclasses/c-{{id}}`, { spec: { extendedResourceName: "cpu" } });
  s.removes(`${DEVICES}/deviceclasses/c-{{id}}`);
  const slice = (name: string, spec: object) => {
    s.post(`${DEVICES}/resourceslices`, {
      metadata: { name: `${name}-{{id}}` },
      spec: { driver: "d.example.com", pool: { name, generation: 1, resourceSliceCount: 1 }, ...spec },
    });
    s.removes(`${DEVICES}/resourceslices/${name}-{{id}}`);
  };
  const taints = [{ key: "a", effect: "NoSchedule", timeAdded: "2026-01-01T00:00:00Z" }];
  slice("plain", { nodeName: "n", devices: [{ name: "a", taints }] });
  slice("conditions", {
    nodeName: "n",
    devices: [{ name: "a", bindsToNode: true, bindingConditions: ["A"], bindingFailureConditions: ["B"] }],
  });
  slice("capacity", {
    nodeName: "n",
    devices: [
      {
        name: "a",
        allowMultipleAllocations: true,
        capacity: { memory: { value: "4Gi", requestPolicy: { default: "1Gi", validRange: { min: "1Gi" } } } },
      },
    ],
  });
  slice("nodes", { perDeviceNodeSelection: true, devices: [{ name: "a", nodeName: "n" }] });
  slice("counters", {
    nodeName: "n",
    sharedCounters: [{ name: "s", counters: { memory: { value: "1Gi" } } }],
  });
  slice("consumes", {
    nodeName: "n",
    devices: [{ name: "a", consumesCounters: [{ counterSet: "s", counters: { memory: { value: "1Gi" } } }] }],
  });
  return s;
}

/** Drivers, nodes and attachments of volumes. */
export function emulatedStorage(): Scenario {
  const s = new Scenario("emulated-storage");
  const driver = `${STORAGE}/csidrivers/d-{{id}}`;
  const tokenRequests = [{ audience: "a" }];
  s.post(`${STORAGE}/csidrivers`, {
    metadata: { name: "d-{{id}}" },
    spec: { tokenRequests, serviceAccountTokenInSecrets: true, nodeAllocatableUpdatePeriodSeconds: 10 },
  });
  s.patch("merge", driver, { spec: { nodeAllocatableUpdatePeriodSeconds: 20 } });
  s.patch("merge", driver, { spec: { nodeAllocatableUpdatePeriodSeconds: 1 } });
  s.patch("merge", driver, {
    spec: { serviceAccountTokenInSecrets: null, tokenRequests: [{ audience: "b" }] },
  });
  s.post(`${STORAGE}/csidrivers`, { metadata: { name: "e-{{id}}" }, spec: { tokenRequests } });
  s.post(`${STORAGE}/csidrivers`, {
    metadata: { name: "f-{{id}}" },
    spec: { serviceAccountTokenInSecrets: true },
  });
  for (const name of ["d", "e", "f"]) s.removes(`${STORAGE}/csidrivers/${name}-{{id}}`);
  const drivers = (count: number, nodeID = "n") => [
    { name: "d", nodeID, topologyKeys: [], allocatable: { count } },
  ];
  s.post(`${STORAGE}/csinodes`, { metadata: { name: "n-{{id}}" }, spec: { drivers: drivers(3) } });
  s.patch("merge", `${STORAGE}/csinodes/n-{{id}}`, { spec: { drivers: drivers(4) } });
  s.patch("merge", `${STORAGE}/csinodes/n-{{id}}`, { spec: { drivers: drivers(4, "m") } });
  s.removes(`${STORAGE}/csinodes/n-{{id}}`);
  s.post(`${STORAGE}/volumeattachments`, {
    metadata: { name: "v-{{id}}" },
    spec: { attacher: "a", nodeName: "n", source: { persistentVolumeName: "p" } },
    status: { attached: true, attachError: { errorCode: 1 } },
  });
  const attachment = `${STORAGE}/volumeattachments/v-{{id}}`;
  s.patch("merge", `${attachment}/status`, {
    status: { attached: false, attachError: { message: "m", errorCode: 8 }, detachError: { errorCode: 9 } },
  });
  s.patch("merge", `${attachment}/status`, { status: { attachError: { errorCode: -1 } } });
  s.removes(attachment);
  return s;
}

/** Names, addresses and ranges. */
export function emulatedNetwork(): Scenario {
  const s = new Scenario("emulated-network");
  const ports = [{ port: 80 }];
  s.post(`${NS}/services`, { metadata: { name: "1a" }, spec: { ports } });
  s.patch("merge", `${NS}/services/1a`, { metadata: { labels: { a: "b" } } });
  s.post(`${NS}/services`, { metadata: { generateName: "2-" }, spec: { ports } }, [["dryRun", "All"]]);
  s.post(`${NS}/services`, { metadata: { name: "-" }, spec: { ports } });
  s.post(`${NS}/services`, { metadata: { name: "a.b" }, spec: { ports } });
  const backend = (name: string) => ({ service: { name, port: { number: 80 } } });
  const ingress = (name: string, service: string) =>
    s.post(`${NETWORKING}/ingresses`, {
      metadata: { name },
      spec: {
        defaultBackend: backend(service),
        rules: [{ http: { paths: [{ path: "/", pathType: "Prefix", backend: backend(service) }] } }],
      },
    });
  ingress("digits", "1a");
  ingress("letters", "a1");
  ingress("odd", "A");
  s.patch("merge", `${NETWORKING}/ingresses/letters`, { spec: { defaultBackend: backend("2b") } });
  s.patch("merge", `${NETWORKING}/ingresses/digits`, { spec: { defaultBackend: backend("2b") } });
  const service = (name: string, spec: object) =>
    s.post(`${NS}/services`, { metadata: { name }, spec: { ports, ...spec } });
  service("zeros", { externalIPs: ["010.1.2.3"] });
  service("mapped", { externalIPs: ["::ffff:1.2.3.4"] });
  service("wide", { type: "LoadBalancer", loadBalancerSourceRanges: ["10.1.2.3/8"] });
  service("zero-range", { type: "LoadBalancer", loadBalancerSourceRanges: ["010.0.0.0/8"] });
  service("cluster", { clusterIP: "10.000.0.77" });
  service("balanced", { type: "LoadBalancer" });
  s.patch("merge", `${NS}/services/balanced/status`, {
    status: { loadBalancer: { ingress: [{ ip: "010.1.2.3" }] } },
  });
  s.patch("merge", `${NS}/services/zeros`, { metadata: { labels: { a: "b" } } });
  s.patch("merge", `${NS}/services/zeros`, { spec: { externalIPs: ["010.1.2.3", "011.1.2.3"] } });
  const cidr = (name: string, block: object) =>
    s.post(`${NETWORKING}/networkpolicies`, {
      metadata: { name },
      spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: block }] }] },
    });
  cidr("wide", { cidr: "10.1.2.3/8", except: ["10.2.3.4/16"] });
  cidr("zeros", { cidr: "010.0.0.0/8" });
  cidr("mapped", { cidr: "::ffff:1.2.3.4/112" });
  s.post(`${NS}/pods`, {
    metadata: { name: "x" },
    spec: {
      containers: [{ name: "c", image: "i", livenessProbe: { httpGet: { port: 80, host: "01.2.3.4" } } }],
      hostAliases: [{ ip: "010.1.2.3", hostnames: ["a"] }],
      dnsPolicy: "None",
      dnsConfig: { nameservers: ["010.1.2.3"] },
    },
  });
  s.patch("merge", `${NS}/pods/x/status`, {
    status: { podIPs: [{ ip: "010.1.2.3" }], hostIPs: [{ ip: "010.1.2.3" }] },
  });
  s.post("/api/v1/nodes", { metadata: { name: "n-{{id}}" }, spec: { podCIDRs: ["10.1.2.3/24"] } });
  s.removes("/api/v1/nodes/n-{{id}}");
  s.post(`${NS}/endpoints`, {
    metadata: { name: "x" },
    subsets: [{ addresses: [{ ip: "010.1.2.3" }], ports: [{ port: 80 }] }],
  });
  s.post("/apis/discovery.k8s.io/v1/namespaces/{{ns}}/endpointslices", {
    metadata: { name: "x" },
    addressType: "IPv4",
    endpoints: [{ addresses: ["010.1.2.3"] }],
  });
  s.post(
    "/apis/networking.k8s.io/v1/servicecidrs",
    {
      metadata: { name: "c-{{id}}" },
      spec: { cidrs: ["192.168.0.0/24"] },
      status: { conditions: [CONDITION] },
    },
    [["dryRun", "All"]],
  );
  s.patch(
    "merge",
    "/apis/networking.k8s.io/v1/servicecidrs/kubernetes",
    {
      status: { conditions: [CONDITION] },
    },
    [["dryRun", "All"]],
  );
  return s;
}

const CONDITION = {
  type: "Ready",
  status: "True",
  reason: "R",
  message: "",
  lastTransitionTime: "2026-01-01T00:00:00Z",
};

/** Suspended jobs, autoscalers, policies, definitions and users. */
export function emulatedOthers(): Scenario {
  const s = new Scenario("emulated-others");
  const jobs = "/apis/batch/v1/namespaces/{{ns}}/jobs";
  const spec = { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] };
  const job = (name: string, suspend: boolean) =>
    s.post(jobs, { metadata: { name }, spec: { suspend, template: { spec } } });
  const change = (name: string) => {
    s.patch("strategic", `${jobs}/${name}`, {
      spec: { template: { spec: { nodeSelector: { [name]: "b" } } } },
    });
    s.patch("strategic", `${jobs}/${name}`, {
      spec: { template: { spec: { containers: [{ name: "c", resources: { requests: { cpu: "2" } } }] } } },
    });
    s.patch("strategic", `${jobs}/${name}`, {
      spec: { template: { spec: { containers: [{ name: "c", image: "other" }] } } },
    });
  };
  for (const name of ["suspended", "started", "stopped"]) job(name, true);
  job("running", false);
  s.patch("merge", `${jobs}/started/status`, { status: { startTime: "2026-01-01T00:00:00Z" } });
  s.patch("merge", `${jobs}/stopped/status`, {
    status: {
      startTime: "2026-01-01T00:00:00Z",
      conditions: [{ type: "Suspended", status: "True" }],
    },
  });
  for (const name of ["suspended", "started", "stopped", "running"]) change(name);
  const scalers = "/apis/autoscaling/v2/namespaces/{{ns}}/horizontalpodautoscalers";
  const behavior = {
    scaleUp: { tolerance: "0.1" },
    scaleDown: { tolerance: "0.2", stabilizationWindowSeconds: 3 },
  };
  const scaleTargetRef = { kind: "D", name: "d", apiVersion: "apps/v1" };
  s.post(scalers, { metadata: { name: "x" }, spec: { scaleTargetRef, maxReplicas: 3, behavior } });
  s.patch("merge", `${scalers}/x`, { spec: { behavior: { scaleUp: { tolerance: "-1" } } } });
  s.get("/apis/autoscaling/v1/namespaces/{{ns}}/horizontalpodautoscalers/x");
  const policies = "/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies";
  s.get(policies);
  s.post(policies, { metadata: { name: "p-{{id}}" }, spec: {} }, [["dryRun", "All"]]);
  s.send("GET", `${NS}/pods`, undefined, { headers: { "impersonate-user": "somebody" } });
  s.send("GET", "/version", undefined, { silent: true });
  s.send("GET", "/flagz", undefined, { silent: true });
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  s.post(definitions, {
    metadata: { name: "things.{{id}}.example.com" },
    spec: {
      group: "{{id}}.example.com",
      scope: "Namespaced",
      names: { plural: "things", kind: "Thing" },
      versions: [
        { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } },
      ],
    },
  });
  s.until("/apis/{{id}}.example.com/v1/namespaces/{{ns}}/things");
  const definition = `${definitions}/things.{{id}}.example.com`;
  s.patch("merge", `${definition}/status`, { status: { observedGeneration: 3 } });
  s.get(definition);
  s.removes(definition);
  return s;
}
