import { NS, Scenario } from "../scenario.ts";

const TABLE = { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } };

/** Events in both groups, each read in the other. */
export function events(): Scenario {
  const s = new Scenario("events");
  const old = `${NS}/events`;
  const now = "/apis/events.k8s.io/v1/namespaces/{{ns}}/events";
  const about = {
    kind: "Pod",
    namespace: "{{ns}}",
    name: "p",
    apiVersion: "v1",
    uid: "u1",
    fieldPath: "spec.containers{c}",
  };
  s.post(old, {
    metadata: { name: "core" },
    involvedObject: about,
    reason: "Pulled",
    message: "pulled",
    type: "Normal",
    source: { component: "kubelet", host: "h" },
    firstTimestamp: "2024-01-01T00:00:00Z",
    lastTimestamp: "2024-01-01T00:05:00Z",
    count: 3,
  });
  s.post(now, {
    metadata: { name: "new" },
    regarding: about,
    related: { kind: "Node", name: "n" },
    reason: "Scheduled",
    note: "to n",
    type: "Normal",
    action: "Binding",
    eventTime: "2024-01-01T00:00:00.123456Z",
    reportingController: "scheduler",
    reportingInstance: "s-1",
    series: { count: 2, lastObservedTime: "2024-01-01T00:01:00.000001Z" },
  });
  s.get(now, [], TABLE);
  for (const body of [{ regarding: about, eventTime: "soon" }]) {
    s.post(now, { metadata: { name: "bad" }, ...body }, [["dryRun", "All"]]);
  }
  s.patch("merge", `${now}/new`, { series: { count: 3, lastObservedTime: "2024-01-01T00:02:00.000001Z" } });
  s.patch("merge", `${old}/core`, { count: 4, message: "again" });
  for (const selector of [
    "involvedObject.name=p",
    "involvedObject.uid=u1,reason=Pulled",
    "involvedObject.fieldPath=spec.containers{c}",
    "source=kubelet",
    "reportingComponent=scheduler",
    "regarding.name=p",
    "involvedObject.apiVersion=v1,involvedObject.kind=Pod",
  ]) {
    s.get(old, [["fieldSelector", selector]]);
    s.get(now, [["fieldSelector", selector]]);
  }
  return s;
}

/** Scalers in both versions. */
export function autoscalers(): Scenario {
  const s = new Scenario("autoscalers");
  const v1 = "/apis/autoscaling/v1/namespaces/{{ns}}/horizontalpodautoscalers";
  const v2 = "/apis/autoscaling/v2/namespaces/{{ns}}/horizontalpodautoscalers";
  const target = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };
  const resource = (name: string, to: object) => ({ type: "Resource", resource: { name, target: to } });
  s.post(v2, {
    metadata: { name: "all" },
    spec: {
      scaleTargetRef: target,
      maxReplicas: 9,
      metrics: [
        resource("memory", { type: "AverageValue", averageValue: "1Gi" }),
        resource("cpu", { type: "Utilization", averageUtilization: 70 }),
        {
          type: "Object",
          object: {
            metric: { name: "m" },
            describedObject: { kind: "Service", name: "s", apiVersion: "v1" },
            target: { type: "Value", value: "10" },
          },
        },
      ],
      behavior: {
        scaleUp: { policies: [{ type: "Pods", value: 4, periodSeconds: 15 }], selectPolicy: "Max" },
        scaleDown: { selectPolicy: "Disabled" },
      },
    },
  });
  s.patch("merge", `${v1}/all`, { spec: { targetCPUUtilizationPercentage: 40 } });
  s.patch("merge", `${v1}/all`, {
    metadata: { annotations: { "autoscaling.alpha.kubernetes.io/metrics": "[]" } },
  });
  s.patch("merge", `${v1}/all`, {
    metadata: { annotations: { "autoscaling.alpha.kubernetes.io/behavior": "nonsense" } },
  });
  s.apply(
    `${v1}/all`,
    {
      apiVersion: "autoscaling/v1",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "all" },
      spec: { minReplicas: 2 },
    },
    "one",
    true,
  );
  s.apply(
    `${v2}/all`,
    {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "all" },
      spec: { minReplicas: 3 },
    },
    "two",
  );
  s.post(v1, {
    metadata: { name: "old" },
    spec: { scaleTargetRef: target, maxReplicas: 3, targetCPUUtilizationPercentage: 50 },
  });
  s.patch("merge", `${v2}/old/status`, {
    status: {
      currentReplicas: 2,
      desiredReplicas: 3,
      lastScaleTime: "2024-01-01T00:00:00Z",
      currentMetrics: [
        {
          type: "Resource",
          resource: { name: "cpu", current: { averageUtilization: 33, averageValue: "330m" } },
        },
      ],
      conditions: [
        {
          type: "AbleToScale",
          status: "True",
          reason: "r",
          message: "m",
          lastTransitionTime: "2024-01-01T00:00:00Z",
        },
      ],
    },
  });
  return s;
}

/** Claims, volumes, classes, attachments and drivers. */
export function storage(): Scenario {
  const s = new Scenario("storage");
  const STORAGE = "/apis/storage.k8s.io/v1";
  const dry: [string, string][] = [["dryRun", "All"]];
  s.post(`${STORAGE}/storageclasses`, {
    metadata: { name: "a-{{id}}" },
    provisioner: "x.example.com",
    parameters: { a: "b" },
    reclaimPolicy: "Retain",
    volumeBindingMode: "WaitForFirstConsumer",
    mountOptions: ["ro"],
    allowVolumeExpansion: true,
  });
  s.post(`${STORAGE}/volumeattachments`, {
    metadata: { name: "va-{{id}}" },
    spec: { attacher: "x.example.com", nodeName: "n", source: { persistentVolumeName: "pv" } },
  });
  s.patch("merge", `${STORAGE}/volumeattachments/va-{{id}}/status`, {
    status: {
      attached: true,
      attachmentMetadata: { a: "b" },
      attachError: { message: "m", time: "2024-01-01T00:00:00Z", errorCode: 5 },
    },
  });
  s.post(`${STORAGE}/csinodes`, {
    metadata: { name: "cn-{{id}}" },
    spec: {
      drivers: [{ name: "d.example.com", nodeID: "n", topologyKeys: ["a/b"], allocatable: { count: 3 } }],
    },
  });
  s.post(`${STORAGE}/namespaces/{{ns}}/csistoragecapacities`, {
    metadata: { name: "cap" },
    storageClassName: "a-{{id}}",
    capacity: "10Gi",
    maximumVolumeSize: "1Gi",
    nodeTopology: { matchLabels: { z: "1" } },
  });
  const pv = (name: string, spec: object, query: [string, string][] = []) =>
    s.post(
      "/api/v1/persistentvolumes",
      {
        metadata: { name: `${name}-{{id}}` },
        spec: { capacity: { storage: "5Gi" }, accessModes: ["ReadWriteOnce"], ...spec },
      },
      query,
    );
  pv("pv1", {
    csi: { driver: "d.example.com", volumeHandle: "h", volumeAttributes: { a: "b" } },
    storageClassName: "a-{{id}}",
    claimRef: { namespace: "{{ns}}", name: "c1" },
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "In", values: ["a"] }] }],
      },
    },
  });
  pv("pv2", { hostPath: { path: "../x" } }, dry);
  pv("pv7", { capacity: {}, accessModes: [], hostPath: { path: "/x" }, volumeMode: "Odd" }, dry);
  pv("pv8", { accessModes: ["ReadWriteOncePod", "ReadWriteOnce"], hostPath: { path: "/x" } }, dry);
  s.patch("merge", "/api/v1/persistentvolumes/pv1-{{id}}", { spec: { csi: { volumeHandle: "other" } } });
  s.patch("merge", "/api/v1/persistentvolumes/pv1-{{id}}", {
    spec: {
      capacity: { storage: "6Gi" },
      accessModes: ["ReadOnlyMany"],
      persistentVolumeReclaimPolicy: "Retain",
    },
  });
  s.get("/api/v1/persistentvolumes/pv1-{{id}}", [], TABLE);
  const claim = (name: string, spec: object, query: [string, string][] = []) =>
    s.post(
      `${NS}/persistentvolumeclaims`,
      {
        metadata: { name },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, ...spec },
      },
      query,
    );
  claim("c1", {
    storageClassName: "a-{{id}}",
    volumeName: "pv1-{{id}}",
    selector: { matchLabels: { a: "b" } },
  });
  claim("c2", { dataSource: { kind: "PersistentVolumeClaim", name: "c1" } });
  s.patch("merge", `${NS}/persistentvolumeclaims/c1/status`, {
    status: {
      phase: "Bound",
      accessModes: ["ReadWriteOnce"],
      capacity: { storage: "5Gi" },
      conditions: [{ type: "Resizing", status: "True" }],
      allocatedResources: { storage: "6Gi" },
      allocatedResourceStatuses: { storage: "NodeResizePending" },
    },
  });
  s.patch("merge", `${NS}/persistentvolumeclaims/c1`, {
    spec: { resources: { requests: { storage: "6Gi" } } },
  });
  s.patch("merge", `${NS}/persistentvolumeclaims/c1`, {
    spec: { resources: { requests: { storage: "5Gi" } }, accessModes: ["ReadOnlyMany"] },
  });
  s.get(`${STORAGE}/storageclasses/a-{{id}}`, [], TABLE);
  s.get(`${STORAGE}/csinodes/cn-{{id}}`, [], TABLE);
  return s;
}

/** Addresses, slices, classes and policies of the network. */
export function network(): Scenario {
  const s = new Scenario("network");
  const NET = "/apis/networking.k8s.io/v1";
  const dry: [string, string][] = [["dryRun", "All"]];
  const svc = (name: string, spec: object, query: [string, string][] = []) =>
    s.post(`${NS}/services`, { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } }, query);
  svc("a", { clusterIP: "10.0.77.7" });
  svc("b", { clusterIP: "10.0.77.7" });
  svc("c", { clusterIP: "10.9.0.1" });
  svc("d", { clusterIP: "x" });
  svc("e", { type: "NodePort", ports: [{ port: 80, nodePort: 30777 }] });
  svc("f", { type: "NodePort", ports: [{ port: 80, nodePort: 30777 }] });
  svc("i", { ipFamilyPolicy: "PreferDualStack" });
  svc("k", { clusterIP: "None", clusterIPs: ["10.0.0.9"] });
  svc("l", {
    type: "LoadBalancer",
    externalTrafficPolicy: "Local",
    loadBalancerClass: "x.example.com/y",
    loadBalancerSourceRanges: ["10.0.0.0/8"],
    allocateLoadBalancerNodePorts: false,
  });
  svc("m", { type: "ExternalName", ports: [] });
  svc("q", { sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } } });
  svc("r", { internalTrafficPolicy: "Local", externalTrafficPolicy: "Local", healthCheckNodePort: 31000 });
  s.patch("merge", `${NS}/services/a`, { spec: { clusterIP: null, clusterIPs: null } });
  s.patch("merge", `${NS}/services/a`, {
    spec: { type: "ExternalName", externalName: "example.com", clusterIP: null, clusterIPs: null },
  });
  s.patch("merge", `${NS}/services/a`, { spec: { type: "ClusterIP", externalName: null } });
  s.patch("merge", `${NS}/services/e`, { spec: { type: "ClusterIP" } });
  s.patch("strategic", `${NS}/services/e`, { spec: { ports: [{ port: 80, nodePort: null }] } });
  s.patch("merge", `${NS}/services/l`, { spec: { loadBalancerClass: "other" } });
  s.post(`${NET}/ipaddresses`, {
    metadata: { name: "10.200.0.1" },
    spec: { parentRef: { resource: "pods", name: "p", namespace: "{{ns}}" } },
  });
  s.patch("merge", `${NET}/ipaddresses/10.200.0.1`, { spec: { parentRef: { name: "q" } } });
  s.delete(`${NET}/ipaddresses/10.200.0.1`);
  s.post(
    `${NET}/servicecidrs`,
    { metadata: { name: "sc-{{id}}" }, spec: { cidrs: ["10.1.2.3/16", "10.1.0.0/16", "::/64"] } },
    dry,
  );
  const slice = (name: string, more: object) =>
    s.post("/apis/discovery.k8s.io/v1/namespaces/{{ns}}/endpointslices", {
      metadata: { name },
      addressType: "IPv4",
      endpoints: [],
      ...more,
    });
  slice("a", {
    endpoints: [
      {
        addresses: ["10.1.1.1"],
        conditions: { ready: true, serving: null },
        hostname: "h",
        nodeName: "n",
        zone: "z",
        hints: { forZones: [{ name: "z" }] },
        targetRef: { kind: "Pod", name: "p" },
        deprecatedTopology: { a: "b" },
      },
    ],
    ports: [{ port: 80 }, { name: "b", port: 81, protocol: "UDP", appProtocol: "http" }],
  });
  slice("d", { addressType: "FQDN", endpoints: [{ addresses: ["a.example.com"] }] });
  slice("e", { addressType: "IPv6", endpoints: [{ addresses: ["::0001"] }] });
  const policy = (name: string, spec: object) =>
    s.post(`${NET}/namespaces/{{ns}}/networkpolicies`, {
      metadata: { name },
      spec: { podSelector: {}, ...spec },
    });
  policy("a", {});
  policy("f", { ingress: [], egress: [{}], policyTypes: [] });
  const ingress = (name: string, spec: object) =>
    s.post(`${NET}/namespaces/{{ns}}/ingresses`, { metadata: { name }, spec });
  ingress("c", {
    rules: [
      {
        http: {
          paths: [
            { path: "x", pathType: "Prefix", backend: {} },
            { path: "//a", pathType: "Exact", backend: { service: { name: "S", port: {} } } },
            { pathType: "Odd", backend: { service: { name: "s", port: { number: 80, name: "a" } } } },
            { backend: { service: { name: "s", port: { number: 0 } }, resource: { kind: "k", name: "n" } } },
          ],
        },
      },
    ],
  });
  s.get(`${NET}/namespaces/{{ns}}/ingresses`, [], TABLE);
  s.get(`${NET}/namespaces/{{ns}}/networkpolicies`, [], TABLE);
  return s;
}

/** Devices: classes, claims, templates, slices. */
export function devices(): Scenario {
  const s = new Scenario("devices");
  const V1 = "/apis/resource.k8s.io/v1";
  s.post(`${V1}/deviceclasses`, {
    metadata: { name: "gpu-{{id}}" },
    spec: {
      selectors: [{ cel: { expression: "device.driver == 'gpu.example.com'" } }],
      config: [{ opaque: { driver: "gpu.example.com", parameters: { a: 1 } } }],
      extendedResourceName: "example.com/gpu",
    },
  });
  s.post(`${V1}/deviceclasses`, {
    metadata: { name: "bad-{{id}}" },
    spec: {
      selectors: [{}, { cel: { expression: "device." } }, { cel: { expression: "5" } }],
      config: [{}, { opaque: { driver: "", parameters: null } }],
    },
  });
  const claims = `${V1}/namespaces/{{ns}}/resourceclaims`;
  const exactly = (more: object = {}) => ({ name: "r", exactly: { deviceClassName: "gpu-{{id}}", ...more } });
  const claim = (name: string, devices: object) => s.post(claims, { metadata: { name }, spec: { devices } });
  claim("a", {
    requests: [
      exactly({
        count: 2,
        selectors: [{ cel: { expression: "device.attributes['gpu.example.com'].model == 'x'" } }],
      }),
    ],
    constraints: [{ requests: ["r"], matchAttribute: "gpu.example.com/model" }],
  });
  claim("c", {
    requests: [
      {
        name: "x",
        firstAvailable: [
          { name: "y", deviceClassName: "gpu-{{id}}" },
          { name: "z", deviceClassName: "gpu-{{id}}", count: 3 },
        ],
      },
    ],
  });
  claim("f", {
    requests: [],
    constraints: [{ requests: ["none"] }],
    config: [{ requests: ["none"], opaque: { driver: "x y", parameters: [] } }],
  });
  claim("g", {});
  s.patch("merge", `${claims}/a/status`, {
    status: {
      allocation: {
        devices: { results: [{ request: "r", driver: "gpu.example.com", pool: "p", device: "d0" }] },
        nodeSelector: {
          nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["n"] }] }],
        },
      },
      reservedFor: [{ resource: "pods", name: "p", uid: "u" }],
    },
  });
  s.patch("merge", `${claims}/a/status`, {
    status: {
      reservedFor: [
        { resource: "pods", name: "p", uid: "u" },
        { resource: "pods", name: "q", uid: "u" },
      ],
    },
  });
  s.patch("merge", `${claims}/a/status`, {
    status: {
      devices: [
        {
          driver: "gpu.example.com",
          pool: "p",
          device: "d0",
          data: { a: "b" },
          conditions: [
            {
              type: "Ready",
              status: "True",
              reason: "r",
              message: "",
              lastTransitionTime: "2024-01-01T00:00:00Z",
            },
          ],
          networkData: { interfaceName: "eth0", ips: ["10.1.1.1/24", "x"] },
        },
      ],
    },
  });
  s.patch("merge", `${claims}/a/status`, { status: { allocation: null } });
  s.patch("merge", `${claims}/a/status`, { status: { allocation: null, reservedFor: null } });
  s.post(`${V1}/namespaces/{{ns}}/resourceclaimtemplates`, {
    metadata: { name: "t" },
    spec: { metadata: { labels: { a: "b" } }, spec: { devices: { requests: [exactly()] } } },
  });
  s.post(`${NS}/pods`, {
    metadata: { name: "p" },
    spec: {
      containers: [{ name: "c", image: "i", resources: { claims: [{ name: "g" }, { name: "none" }] } }],
      resourceClaims: [
        { name: "g", resourceClaimName: "a" },
        { name: "h", resourceClaimTemplateName: "t" },
      ],
    },
  });
  return s;
}

/** Levels, schemas, services of other servers, leases, budgets, roles of priority. */
export function cluster(): Scenario {
  const s = new Scenario("cluster");
  const FLOW = "/apis/flowcontrol.apiserver.k8s.io/v1";
  const dry: [string, string][] = [["dryRun", "All"]];
  const level = (name: string, spec: object) =>
    s.post(`${FLOW}/prioritylevelconfigurations`, { metadata: { name }, spec }, dry);
  level("c", { type: "Exempt", limited: { limitResponse: { type: "Reject" } } });
  level("e", {
    type: "Limited",
    limited: {
      nominalConcurrencyShares: -1,
      lendablePercent: 101,
      limitResponse: { type: "Queue", queuing: { queues: 1, handSize: 20 } },
    },
  });
  level("exempt", { type: "Limited", limited: { limitResponse: { type: "Reject" } } });
  const services = "/apis/apiregistration.k8s.io/v1/apiservices";
  const service = (name: string, spec: object, query = dry) =>
    s.post(services, { metadata: { name }, spec }, query);
  service(
    "v1.a-{{id}}.example.com",
    {
      group: "a-{{id}}.example.com",
      version: "v1",
      groupPriorityMinimum: 100,
      versionPriority: 10,
      service: { name: "s", namespace: "{{ns}}" },
    },
    [],
  );
  s.removes(`${services}/v1.a-{{id}}.example.com`);
  s.patch("merge", `${services}/v1.a-{{id}}.example.com/status`, {
    status: { conditions: [{ type: "Available", status: "False", reason: "r", message: "m" }] },
  });
  s.get("/apis/a-{{id}}.example.com/v1/things");
  const leases = "/apis/coordination.k8s.io/v1/namespaces/{{ns}}/leases";
  s.get(leases, [], TABLE);
  const budgets = "/apis/policy/v1/namespaces/{{ns}}/poddisruptionbudgets";
  s.post(budgets, { metadata: { name: "a" }, spec: { minAvailable: "50%", maxUnavailable: 1 } });
  s.post(budgets, { metadata: { name: "e" }, spec: {} });
  s.get(budgets, [], TABLE);
  s.get("/apis/storagemigration.k8s.io/v1beta1/storageversionmigrations");
  s.get("/apis/coordination.k8s.io/v1beta1/leasecandidates");
  s.get("/apis/scheduling.k8s.io/v1alpha1/workloads");
  return s;
}
