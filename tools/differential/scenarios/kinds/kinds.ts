import { Scenario } from "../scenario.ts";

const NS = "/api/v1/namespaces/{{ns}}";
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
  s.get(`${now}/core`);
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
  s.get(`${old}/new`);
  s.get(old, [], TABLE);
  s.get(now, [], TABLE);
  for (const body of [
    {},
    { regarding: about },
    { regarding: about, eventTime: "2024-01-01T00:00:00.000000Z" },
    {
      regarding: { ...about, namespace: "other" },
      eventTime: "2024-01-01T00:00:00.000000Z",
      reportingController: "a b",
      reportingInstance: "i".repeat(129),
      action: "",
      reason: "r".repeat(129),
      type: "Odd",
      note: "n".repeat(1025),
    },
    {
      regarding: about,
      eventTime: "2024-01-01T00:00:00.000000Z",
      reportingController: "c/d",
      reportingInstance: "i",
      action: "a",
      reason: "r",
      type: "Normal",
      deprecatedCount: 5,
    },
    { regarding: about, eventTime: "soon" },
  ]) {
    s.post(now, { metadata: { name: "bad" }, ...body }, [["dryRun", "All"]]);
  }
  for (const body of [
    {},
    { involvedObject: { ...about, namespace: "other" } },
    { involvedObject: { kind: "Node", name: "n" } },
    { involvedObject: about, type: "Odd", reason: "", count: -1 },
    { involvedObject: about, firstTimestamp: "x" },
    { involvedObject: about, eventTime: "2024-01-01T00:00:00Z" },
    { involvedObject: about, series: { count: 1 } },
  ])
    s.post(old, { metadata: { name: "bad" }, ...body }, [["dryRun", "All"]]);
  s.patch("merge", `${now}/new`, { series: { count: 3, lastObservedTime: "2024-01-01T00:02:00.000001Z" } });
  s.patch("merge", `${now}/new`, { note: "changed" });
  s.patch("merge", `${old}/core`, { count: 4, message: "again" });
  s.patch("merge", `${now}/core`, { note: "changed" });
  for (const selector of [
    "involvedObject.name=p",
    "involvedObject.uid=u1,reason=Pulled",
    "involvedObject.fieldPath=spec.containers{c}",
    "source=kubelet",
    "reportingComponent=scheduler",
    "type!=Normal",
    "regarding.name=p",
    "involvedObject.apiVersion=v1,involvedObject.kind=Pod",
  ]) {
    s.get(old, [["fieldSelector", selector]]);
    s.get(now, [["fieldSelector", selector]]);
  }
  s.get(`${old}/core`, [], { headers: { accept: "application/yaml" } });
  s.delete(old, undefined, [["fieldSelector", "reason=Pulled"]]);
  s.get(now);
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
  s.get(`${v1}/all`);
  s.patch("merge", `${v1}/all`, { spec: { targetCPUUtilizationPercentage: 40 } });
  s.get(`${v2}/all`);
  s.patch("merge", `${v1}/all`, {
    metadata: { annotations: { "autoscaling.alpha.kubernetes.io/metrics": "[]" } },
  });
  s.patch("merge", `${v1}/all`, {
    metadata: { annotations: { "autoscaling.alpha.kubernetes.io/behavior": "nonsense" } },
  });
  s.get(`${v2}/all`);
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
  s.get(`${v2}/old`);
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
  s.get(`${v1}/old`);
  s.get(v1, [], TABLE);
  s.get(v2, [], TABLE);
  for (const spec of [
    {},
    { maxReplicas: 0 },
    { minReplicas: 5, maxReplicas: 2 },
    { minReplicas: 0, maxReplicas: 2 },
    { maxReplicas: 2, metrics: [{ type: "Resource" }] },
    { maxReplicas: 2, metrics: [{ type: "Weird" }] },
    {
      maxReplicas: 2,
      metrics: [
        resource("cpu", { type: "Utilization" }),
        resource("", { type: "AverageValue", averageValue: "-1" }),
      ],
    },
    { maxReplicas: 2, metrics: [resource("cpu", { type: "Value", value: "1" })] },
    {
      maxReplicas: 2,
      metrics: [{ type: "Pods", pods: { metric: { name: "a/b" }, target: { type: "Value", value: "1" } } }],
    },
    { maxReplicas: 2, behavior: { scaleUp: { policies: [] } } },
    {
      maxReplicas: 2,
      behavior: {
        scaleUp: {
          stabilizationWindowSeconds: 4000,
          selectPolicy: "Any",
          policies: [{ type: "X", value: 0, periodSeconds: 2000 }],
        },
      },
    },
    { maxReplicas: 2, behavior: { scaleDown: { tolerance: "0.1" } } },
    { maxReplicas: 2, scaleTargetRef: { kind: "a/b", name: "c/d" } },
  ])
    s.post(v2, { metadata: { name: "bad" }, spec: { scaleTargetRef: target, ...spec } }, [["dryRun", "All"]]);
  s.post(
    v1,
    {
      metadata: { name: "bad" },
      spec: { scaleTargetRef: target, maxReplicas: 1, targetCPUUtilizationPercentage: 0 },
    },
    [["dryRun", "All"]],
  );
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
  s.patch("merge", `${STORAGE}/storageclasses/a-{{id}}`, { parameters: { a: "c" } });
  s.patch("merge", `${STORAGE}/storageclasses/a-{{id}}`, { provisioner: "y.example.com" });
  s.patch("merge", `${STORAGE}/storageclasses/a-{{id}}`, {
    reclaimPolicy: "Delete",
    volumeBindingMode: "Immediate",
  });
  s.post(
    `${STORAGE}/storageclasses`,
    {
      metadata: { name: "b-{{id}}" },
      provisioner: "x y",
      reclaimPolicy: "Recycle",
      volumeBindingMode: "Later",
      parameters: { "": "x" },
      allowedTopologies: [
        {
          matchLabelExpressions: [
            { key: "a", values: [] },
            { key: "a", values: ["x", "x"] },
          ],
        },
      ],
    },
    dry,
  );
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
  s.patch("merge", `${STORAGE}/volumeattachments/va-{{id}}`, { spec: { nodeName: "m" } });
  s.post(
    `${STORAGE}/volumeattachments`,
    { metadata: { name: "vb-{{id}}" }, spec: { attacher: "", source: {} } },
    dry,
  );
  s.post(`${STORAGE}/csinodes`, {
    metadata: { name: "cn-{{id}}" },
    spec: {
      drivers: [{ name: "d.example.com", nodeID: "n", topologyKeys: ["a/b"], allocatable: { count: 3 } }],
    },
  });
  s.patch("json", `${STORAGE}/csinodes/cn-{{id}}`, [
    { op: "replace", path: "/spec/drivers/0/nodeID", value: "m" },
  ]);
  s.post(
    `${STORAGE}/csinodes`,
    {
      metadata: { name: "cm-{{id}}" },
      spec: {
        drivers: [
          { name: "d", nodeID: "" },
          { name: "d", nodeID: "x", topologyKeys: ["a", "a", ""], allocatable: { count: -1 } },
        ],
      },
    },
    dry,
  );
  s.post(`${STORAGE}/csidrivers`, {
    metadata: { name: "cd-{{id}}.example.com" },
    spec: {
      attachRequired: false,
      podInfoOnMount: true,
      volumeLifecycleModes: ["Ephemeral"],
      tokenRequests: [{ audience: "a" }, { audience: "a" }],
      requiresRepublish: true,
      seLinuxMount: true,
    },
  });
  s.post(
    `${STORAGE}/csidrivers`,
    {
      metadata: { name: "ce-{{id}}.example.com" },
      spec: { volumeLifecycleModes: ["Odd"], fsGroupPolicy: "Maybe" },
    },
    dry,
  );
  s.patch("merge", `${STORAGE}/csidrivers/cd-{{id}}.example.com`, { spec: { attachRequired: true } });
  s.post(`${STORAGE}/namespaces/{{ns}}/csistoragecapacities`, {
    metadata: { name: "cap" },
    storageClassName: "a-{{id}}",
    capacity: "10Gi",
    maximumVolumeSize: "1Gi",
    nodeTopology: { matchLabels: { z: "1" } },
  });
  s.patch("merge", `${STORAGE}/namespaces/{{ns}}/csistoragecapacities/cap`, {
    storageClassName: "other",
    nodeTopology: null,
  });
  s.post(`${STORAGE}/volumeattributesclasses`, {
    metadata: { name: "vac-{{id}}" },
    driverName: "x.example.com",
    parameters: { iops: "5" },
  });
  s.patch("merge", `${STORAGE}/volumeattributesclasses/vac-{{id}}`, { parameters: { iops: "6" } });
  s.post(`${STORAGE}/volumeattributesclasses`, { metadata: { name: "vad-{{id}}" }, driverName: "" }, dry);
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
  pv("pv3", {}, dry);
  pv("pv4", { nfs: { server: "s", path: "rel" }, hostPath: { path: "/a" } }, dry);
  pv("pv5", { local: { path: "/x" } }, dry);
  pv("pv6", { hostPath: { path: "/" }, persistentVolumeReclaimPolicy: "Recycle" }, dry);
  pv("pv7", { capacity: {}, accessModes: [], hostPath: { path: "/x" }, volumeMode: "Odd" }, dry);
  pv("pv8", { accessModes: ["ReadWriteOncePod", "ReadWriteOnce"], hostPath: { path: "/x" } }, dry);
  s.patch("merge", "/api/v1/persistentvolumes/pv1-{{id}}", { spec: { csi: { volumeHandle: "other" } } });
  s.patch("merge", "/api/v1/persistentvolumes/pv1-{{id}}", {
    spec: {
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "In", values: ["b"] }] }],
        },
      },
    },
  });
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
  claim("c3", {
    dataSourceRef: {
      apiGroup: "snapshot.storage.k8s.io",
      kind: "VolumeSnapshot",
      name: "s",
      namespace: "other",
    },
  });
  claim("c4", { dataSource: { kind: "Pod", name: "x" } });
  claim("c5", { accessModes: [], resources: {} }, dry);
  claim(
    "c6",
    {
      accessModes: ["Odd"],
      resources: { requests: { storage: "-1" } },
      volumeMode: "X",
      storageClassName: "A b",
    },
    dry,
  );
  claim("c7", { volumeAttributesClassName: "vac-{{id}}" });
  s.patch("merge", `${NS}/persistentvolumeclaims/c1`, {
    spec: { resources: { requests: { storage: "500Mi" } } },
  });
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
  s.patch("merge", `${NS}/persistentvolumeclaims/c7`, { spec: { volumeAttributesClassName: "other" } });
  s.get(`${NS}/persistentvolumeclaims`, [], TABLE);
  s.get(`${STORAGE}/storageclasses/a-{{id}}`, [], TABLE);
  s.get(`${STORAGE}/csinodes/cn-{{id}}`, [], TABLE);
  s.get(`${STORAGE}/volumeattachments/va-{{id}}`, [], TABLE);
  for (const path of [
    `${STORAGE}/storageclasses/a-{{id}}`,
    `${STORAGE}/volumeattachments/va-{{id}}`,
    `${STORAGE}/csidrivers/cd-{{id}}.example.com`,
    "/api/v1/persistentvolumes/pv1-{{id}}",
    `${NS}/persistentvolumeclaims/c1`,
  ])
    s.delete(path);
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
  svc("g", { type: "NodePort", ports: [{ port: 80, nodePort: 99 }] });
  svc("h", { ipFamilyPolicy: "RequireDualStack" });
  svc("i", { ipFamilyPolicy: "PreferDualStack" });
  svc("j", { ipFamilies: ["IPv6"] });
  svc("k", { clusterIP: "None", clusterIPs: ["10.0.0.9"] });
  svc("l", {
    type: "LoadBalancer",
    externalTrafficPolicy: "Local",
    loadBalancerClass: "x.example.com/y",
    loadBalancerSourceRanges: ["10.0.0.0/8"],
    allocateLoadBalancerNodePorts: false,
  });
  svc("m", { type: "ExternalName", ports: [] });
  svc("n", { type: "ExternalName", externalName: "Bad_Name", clusterIP: "10.0.0.9" });
  svc("o", { ports: [{ port: 80 }, { port: 81 }] });
  svc("p", {
    ports: [
      { port: 80, name: "a" },
      { port: 80, name: "b" },
      { port: 0, name: "c" },
      { port: 1, name: "d", protocol: "X", targetPort: "no_name" },
    ],
  });
  svc("q", { sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } } });
  svc("r", { internalTrafficPolicy: "Local", externalTrafficPolicy: "Local", healthCheckNodePort: 31000 });
  svc("s", { trafficDistribution: "Odd", externalIPs: ["127.0.0.1", "x"] });
  svc("t", { type: "NodePort", ports: [{ port: 80, nodePort: 30778 }] }, dry);
  s.patch("merge", `${NS}/services/a`, { spec: { clusterIP: "10.0.77.8" } });
  s.patch("merge", `${NS}/services/a`, { spec: { clusterIP: null, clusterIPs: null } });
  s.patch("merge", `${NS}/services/a`, {
    spec: { type: "ExternalName", externalName: "example.com", clusterIP: null, clusterIPs: null },
  });
  s.patch("merge", `${NS}/services/a`, { spec: { type: "ClusterIP", externalName: null } });
  s.patch("merge", `${NS}/services/e`, { spec: { type: "ClusterIP" } });
  s.patch("strategic", `${NS}/services/e`, { spec: { ports: [{ port: 80, nodePort: null }] } });
  s.patch("merge", `${NS}/services/l`, { spec: { loadBalancerClass: "other" } });
  s.get(`${NS}/services`, [], TABLE);
  s.get(`${NET}/ipaddresses/10.0.77.7`);
  s.post(`${NET}/ipaddresses`, {
    metadata: { name: "10.200.0.1" },
    spec: { parentRef: { resource: "pods", name: "p", namespace: "{{ns}}" } },
  });
  s.post(`${NET}/ipaddresses`, { metadata: { name: "010.1.1.1" }, spec: {} }, dry);
  s.patch("merge", `${NET}/ipaddresses/10.200.0.1`, { spec: { parentRef: { name: "q" } } });
  s.delete(`${NET}/ipaddresses/10.200.0.1`);
  s.get(`${NET}/servicecidrs`, [], TABLE);
  s.post(
    `${NET}/servicecidrs`,
    { metadata: { name: "sc-{{id}}" }, spec: { cidrs: ["10.1.2.3/16", "10.1.0.0/16", "::/64"] } },
    dry,
  );
  s.patch("merge", `${NET}/servicecidrs/kubernetes`, { spec: { cidrs: ["10.5.0.0/16"] } }, dry);
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
  slice("b", {
    endpoints: [{ addresses: [] }, { addresses: ["x", "127.0.0.1"] }],
    ports: [{ port: 0 }, { name: "A_b" }, { name: "b" }, { name: "b" }],
  });
  slice("c", { addressType: "Odd" });
  slice("d", { addressType: "FQDN", endpoints: [{ addresses: ["a.example.com"] }] });
  slice("e", { addressType: "IPv6", endpoints: [{ addresses: ["::0001"] }] });
  s.patch("merge", "/apis/discovery.k8s.io/v1/namespaces/{{ns}}/endpointslices/a", { addressType: "IPv6" });
  s.get("/apis/discovery.k8s.io/v1/namespaces/{{ns}}/endpointslices", [], TABLE);
  const policy = (name: string, spec: object) =>
    s.post(`${NET}/namespaces/{{ns}}/networkpolicies`, {
      metadata: { name },
      spec: { podSelector: {}, ...spec },
    });
  policy("a", {});
  policy("b", { ingress: [{ from: [{}] }] });
  policy("c", { ingress: [{ from: [{ podSelector: {}, ipBlock: { cidr: "10.0.0.0/8" } }] }] });
  policy("d", {
    ingress: [
      {
        ports: [
          { port: 0 },
          { port: "Bad_Name" },
          { port: 80, endPort: 70 },
          { endPort: 5 },
          { port: "http", endPort: 5 },
          { protocol: "X" },
        ],
      },
    ],
  });
  policy("e", {
    egress: [{ to: [{ ipBlock: { cidr: "10.0.0.0/8", except: ["11.0.0.0/8", "10.0.0.0/8"] } }] }],
    policyTypes: ["Egress", "Odd"],
  });
  policy("f", { ingress: [], egress: [{}], policyTypes: [] });
  const ingress = (name: string, spec: object) =>
    s.post(`${NET}/namespaces/{{ns}}/ingresses`, { metadata: { name }, spec });
  ingress("a", {});
  ingress("b", { rules: [{ host: "1.2.3.4" }, { host: "*.*.com" }, { host: "a b" }] });
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
  ingress("d", {
    tls: [{ hosts: ["*.example.com", "a_b"], secretName: "S" }],
    defaultBackend: { service: { name: "s", port: { name: "http" } } },
  });
  ingress("e", { ingressClassName: "A b", defaultBackend: { resource: { kind: "K", name: "n" } } });
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
  claim("b", { requests: [exactly({ allocationMode: "All" }), exactly()] });
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
  claim("d", {
    requests: [
      { name: "x" },
      { name: "A b", exactly: {} },
      { exactly: { deviceClassName: "c", count: -1, allocationMode: "Odd" } },
    ],
  });
  claim("e", { requests: [exactly({ allocationMode: "All", count: 2, adminAccess: true })] });
  claim("f", {
    requests: [],
    constraints: [{ requests: ["none"] }],
    config: [{ requests: ["none"], opaque: { driver: "x y", parameters: [] } }],
  });
  claim("g", {});
  s.patch("merge", `${claims}/a`, { spec: { devices: { requests: [] } } });
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
  s.get(`${claims}/a`);
  s.get(claims, [], TABLE);
  s.post(`${V1}/namespaces/{{ns}}/resourceclaimtemplates`, {
    metadata: { name: "t" },
    spec: { metadata: { labels: { a: "b" } }, spec: { devices: { requests: [exactly()] } } },
  });
  s.patch("merge", `${V1}/namespaces/{{ns}}/resourceclaimtemplates/t`, {
    spec: { metadata: { labels: { a: "c" } } },
  });
  const slice = (name: string, spec: object) =>
    s.post(`${V1}/resourceslices`, {
      metadata: { name: `${name}-{{id}}` },
      spec: { driver: "gpu.example.com", pool: { name: "p", generation: 1, resourceSliceCount: 1 }, ...spec },
    });
  slice("a", {
    nodeName: "n",
    devices: [
      {
        name: "d0",
        attributes: {
          model: { string: "x" },
          cores: { int: 4 },
          on: { bool: true },
          v: { version: "1.2.3" },
        },
        capacity: { memory: { value: "8Gi" } },
      },
    ],
  });
  slice("b", { devices: [] });
  slice("c", {
    nodeName: "n",
    allNodes: true,
    devices: [
      { name: "A" },
      {
        name: "d",
        attributes: { "a b": {}, x: { string: "y", int: 1 }, v: { version: "1" } },
        capacity: { "": { value: "1" } },
        taints: [{ key: "k", effect: "Odd" }],
      },
      { name: "d" },
    ],
  });
  slice("d", {
    driver: "Bad Driver",
    pool: { name: "a//b", generation: -1, resourceSliceCount: 0 },
    nodeName: "N",
  });
  slice("e", {
    nodeSelector: { nodeSelectorTerms: [] },
    sharedCounters: [{ name: "c", counters: { m: { value: "1" } } }],
  });
  s.get(`${V1}/resourceslices`, [["fieldSelector", "spec.driver=gpu.example.com,spec.nodeName=n"]], TABLE);
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
  s.post(`${NS}/pods`, {
    metadata: { name: "p" },
    spec: {
      containers: [{ name: "c", image: "i", resources: { claims: [{ name: "g" }] } }],
      resourceClaims: [
        { name: "g", resourceClaimName: "a" },
        { name: "h", resourceClaimTemplateName: "t" },
      ],
    },
  });
  s.patch("merge", `${NS}/pods/p/status`, {
    status: { resourceClaimStatuses: [{ name: "h", resourceClaimName: "p-h" }] },
  });
  for (const path of [`${V1}/deviceclasses/gpu-{{id}}`, `${claims}/a`, `${V1}/resourceslices/a-{{id}}`])
    s.delete(path);
  return s;
}

/** Levels, schemas, services of other servers, leases, budgets, roles of priority. */
export function cluster(): Scenario {
  const s = new Scenario("cluster");
  const FLOW = "/apis/flowcontrol.apiserver.k8s.io/v1";
  const dry: [string, string][] = [["dryRun", "All"]];
  const level = (name: string, spec: object) =>
    s.post(`${FLOW}/prioritylevelconfigurations`, { metadata: { name }, spec }, dry);
  level("a", {
    type: "Limited",
    limited: {
      nominalConcurrencyShares: 5,
      lendablePercent: 50,
      borrowingLimitPercent: 10,
      limitResponse: { type: "Queue", queuing: { queues: 64, handSize: 6, queueLengthLimit: 50 } },
    },
  });
  level("b", { type: "Limited" });
  level("c", { type: "Exempt", limited: { limitResponse: { type: "Reject" } } });
  level("d", { type: "Odd" });
  level("e", {
    type: "Limited",
    limited: {
      nominalConcurrencyShares: -1,
      lendablePercent: 101,
      limitResponse: { type: "Queue", queuing: { queues: 1, handSize: 20 } },
    },
  });
  level("f", { type: "Limited", limited: { limitResponse: { type: "Reject", queuing: {} } } });
  level("exempt", { type: "Limited", limited: { limitResponse: { type: "Reject" } } });
  const schema = (name: string, spec: object) =>
    s.post(`${FLOW}/flowschemas`, { metadata: { name }, spec }, dry);
  const subjects = [{ kind: "User", user: { name: "u" } }];
  schema("a", {
    priorityLevelConfiguration: { name: "exempt" },
    matchingPrecedence: 500,
    distinguisherMethod: { type: "ByUser" },
    rules: [
      {
        subjects,
        resourceRules: [{ verbs: ["get"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"] }],
      },
    ],
  });
  schema("b", {});
  schema("c", {
    priorityLevelConfiguration: { name: "A b" },
    matchingPrecedence: 0,
    distinguisherMethod: { type: "Odd" },
    rules: [{ subjects: [] }],
  });
  schema("d", {
    priorityLevelConfiguration: { name: "none" },
    matchingPrecedence: 10001,
    rules: [
      {
        subjects: [
          { kind: "User" },
          { kind: "Odd", user: { name: "u" } },
          { kind: "Group", user: { name: "u" }, group: { name: "g" } },
          { kind: "ServiceAccount", serviceAccount: { name: "", namespace: "" } },
        ],
        nonResourceRules: [{ verbs: ["get", "*"], nonResourceURLs: ["x", "/a*b", "*", "/x"] }],
        resourceRules: [{ verbs: ["odd"], apiGroups: [], resources: ["*", "a"], clusterScope: false }],
      },
    ],
  });
  schema("exempt", { priorityLevelConfiguration: { name: "exempt" }, matchingPrecedence: 5 });
  s.get(`${FLOW}/flowschemas/exempt`);
  s.get(`${FLOW}/prioritylevelconfigurations/exempt`, [], TABLE);
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
  service("wrong", { group: "b.example.com", version: "v1", groupPriorityMinimum: 100, versionPriority: 10 });
  service("v1.b.example.com", {
    group: "b.example.com",
    version: "v1",
    groupPriorityMinimum: 0,
    versionPriority: 2000,
    service: { name: "", namespace: "" },
  });
  service("v1.b.example.com", {
    group: "b.example.com",
    version: "V 1",
    groupPriorityMinimum: 30000,
    versionPriority: 10,
    insecureSkipTLSVerify: true,
    caBundle: "eA==",
  });
  service("v1.b.example.com", {
    group: "b.example.com",
    version: "v1",
    groupPriorityMinimum: 1,
    versionPriority: 1,
    caBundle: "eA==",
    service: { name: "s", namespace: "n", port: 0 },
  });
  s.get(`${services}/v1.apps`);
  s.get(`${services}/v1.`, [], TABLE);
  s.patch("merge", `${services}/v1.a-{{id}}.example.com/status`, {
    status: { conditions: [{ type: "Available", status: "False", reason: "r", message: "m" }] },
  });
  s.get("/apis/a-{{id}}.example.com/v1");
  s.get("/apis/a-{{id}}.example.com/v1/things");
  const leases = "/apis/coordination.k8s.io/v1/namespaces/{{ns}}/leases";
  s.post(leases, {
    metadata: { name: "l" },
    spec: {
      holderIdentity: "a",
      leaseDurationSeconds: 15,
      acquireTime: "2024-01-01T00:00:00.123456Z",
      renewTime: "2024-01-01T00:00:00Z",
      strategy: "OldestEmulationVersion",
    },
  });
  s.post(leases, {
    metadata: { name: "m" },
    spec: { leaseDurationSeconds: 0, leaseTransitions: -1, holderIdentity: "" },
  });
  s.put(`${leases}/l`, {
    metadata: { name: "l" },
    spec: { holderIdentity: "b", renewTime: "2024-01-01T00:00:00.5Z" },
  });
  s.get(leases, [], TABLE);
  const budgets = "/apis/policy/v1/namespaces/{{ns}}/poddisruptionbudgets";
  s.post(budgets, { metadata: { name: "a" }, spec: { minAvailable: "50%", maxUnavailable: 1 } });
  s.post(budgets, {
    metadata: { name: "b" },
    spec: { minAvailable: "150%", selector: { matchLabels: { "a b": "c" } } },
  });
  s.post(budgets, {
    metadata: { name: "c" },
    spec: { maxUnavailable: -1, unhealthyPodEvictionPolicy: "Odd" },
  });
  s.post(budgets, { metadata: { name: "d" }, spec: { maxUnavailable: "10", selector: null } });
  s.post(budgets, { metadata: { name: "e" }, spec: {} });
  s.get(budgets, [], TABLE);
  s.post("/apis/certificates.k8s.io/v1/clustertrustbundles", {
    metadata: { name: "x" },
    spec: { trustBundle: "x" },
  });
  s.get("/apis/internal.apiserver.k8s.io/v1alpha1/storageversions");
  s.get("/apis/storagemigration.k8s.io/v1beta1/storageversionmigrations");
  s.get("/apis/coordination.k8s.io/v1beta1/leasecandidates");
  s.get("/apis/scheduling.k8s.io/v1alpha1/workloads");
  return s;
}
