import { DRY, Scenario } from "../scenario.ts";

const SERVICES = "/api/v1/namespaces/{{ns}}/services";
const PORT = { port: 80 };
const balanced = (more: object): object => ({ type: "LoadBalancer", ports: [PORT], ...more });
const annotated = (annotations: object, spec: object = {}): object => ({
  metadata: { annotations },
  spec: { ports: [PORT], ...spec },
});

const SPECS: readonly object[] = [
  {},
  { ports: [] },
  ...["", "Odd", "ClusterIP", "NodePort", "LoadBalancer", "ExternalName"].map((type) => ({
    type,
    ports: [PORT],
  })),
  { type: "ExternalName", externalName: "A_" },
  { type: "ExternalName", externalName: "a.b." },
  {
    type: "ExternalName",
    externalName: "a.b",
    clusterIP: "1.1.1.1",
    ipFamilies: ["IPv4"],
    ipFamilyPolicy: "SingleStack",
  },
  { type: "ExternalName", externalName: "a.b", clusterIP: "None", ports: [PORT], selector: { a: "b" } },
  {
    type: "ExternalName",
    externalName: "1.2.3.4",
    externalTrafficPolicy: "Local",
    internalTrafficPolicy: "Local",
  },
  { type: "ExternalName", externalName: "a.b", sessionAffinity: "ClientIP", publishNotReadyAddresses: true },
  { type: "ClusterIP", externalName: "a.b", ports: [PORT] },
  ...["None", "", "x", "1.2.3.4", "10.0.0.1", "10.0.255.255", "::1", "010.0.0.5", "10.0.0.0"].flatMap(
    (clusterIP) => [
      { clusterIP, ports: [PORT] },
      { clusterIPs: [clusterIP], ports: [PORT] },
      { clusterIP, clusterIPs: [clusterIP], ports: [PORT], type: "LoadBalancer" },
    ],
  ),
  { clusterIP: "None" },
  { clusterIPs: ["None", "10.0.0.9"], ports: [PORT] },
  { clusterIPs: ["10.0.0.8", "10.0.0.9"], ports: [PORT] },
  { clusterIPs: ["10.0.0.8", "fd00::9"], ports: [PORT] },
  { clusterIPs: ["10.0.0.8", "fd00::9", "fd00::8"], ports: [PORT] },
  { clusterIPs: ["fd00::9", "10.0.0.8"], ipFamilies: ["IPv4", "IPv6"], ports: [PORT] },
  { clusterIP: "10.0.0.8", clusterIPs: ["10.0.0.9"], ports: [PORT] },
  { clusterIP: "10.0.0.8", clusterIPs: [], ports: [PORT] },
  ...["SingleStack", "PreferDualStack", "RequireDualStack", "Odd", ""].flatMap((ipFamilyPolicy) =>
    [
      undefined,
      ["IPv4"],
      ["IPv6"],
      ["IPv4", "IPv6"],
      ["IPv6", "IPv4"],
      ["IPv4", "IPv4"],
      ["Odd"],
      ["IPv4", "IPv6", "IPv4"],
    ].flatMap((ipFamilies) => [
      { ipFamilyPolicy, ipFamilies, ports: [PORT] },
      { ipFamilyPolicy, ipFamilies, clusterIP: "None" },
      { ipFamilyPolicy, ipFamilies, clusterIP: "None", selector: { a: "b" } },
    ]),
  ),
  { ipFamilies: ["IPv6"], ports: [PORT] },
  { ports: [{}] },
  { ports: [{ port: 0 }] },
  { ports: [{ port: 1, targetPort: "A_" }, { port: 2 }] },
  { ports: [{ port: 1, targetPort: 70000, name: "A_", protocol: "HTTP", appProtocol: "a b" }] },
  {
    ports: [
      { port: 1, name: "a" },
      { port: 1, name: "a" },
    ],
  },
  {
    ports: [
      { port: 1, name: "a" },
      { port: 1, name: "b" },
      { port: 1, name: "c", protocol: "UDP" },
    ],
  },
  {
    ports: [
      { port: 1, name: "a", appProtocol: "kubernetes.io/h2c" },
      { port: 1, name: "b", protocol: "SCTP" },
    ],
  },
  {
    type: "NodePort",
    ports: [
      { port: 1, nodePort: 31999 },
      { port: 2, name: "b", nodePort: 31999 },
    ],
  },
  { selector: { "a b": "c d" }, ports: [PORT] },
  ...["None", "ClientIP", "Odd", ""].map((sessionAffinity) => ({ sessionAffinity, ports: [PORT] })),
  { sessionAffinity: "None", sessionAffinityConfig: { clientIP: { timeoutSeconds: 5 } }, ports: [PORT] },
  { sessionAffinity: "ClientIP", sessionAffinityConfig: {}, ports: [PORT] },
  { sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: {} }, ports: [PORT] },
  ...[0, 1, 86400, 86401].map((timeoutSeconds) => ({
    sessionAffinity: "ClientIP",
    sessionAffinityConfig: { clientIP: { timeoutSeconds } },
    ports: [PORT],
  })),
  {
    externalIPs: [
      "1.2.3.4",
      "x",
      "127.0.0.1",
      "0.0.0.0",
      "169.254.1.1",
      "224.0.0.1",
      "01.2.3.4",
      "::ffff:1.2.3.4",
      "fe80::1",
      "ff02::1",
    ],
    ports: [PORT],
  },
  { externalIPs: [""], ports: [PORT] },
  ...["Cluster", "Local", "Odd", ""].flatMap((policy) => [
    { internalTrafficPolicy: policy, ports: [PORT] },
    { externalTrafficPolicy: policy, ports: [PORT] },
    { externalTrafficPolicy: policy, type: "NodePort", ports: [PORT] },
    balanced({ externalTrafficPolicy: policy }),
    balanced({ externalTrafficPolicy: policy, healthCheckNodePort: 70000 }),
  ]),
  ...["PreferClose", "PreferSameZone", "PreferSameNode", "Odd", ""].map((trafficDistribution) => ({
    trafficDistribution,
    ports: [PORT],
  })),
  { allocateLoadBalancerNodePorts: false, ports: [PORT] },
  balanced({ loadBalancerClass: "a.b/c" }),
  balanced({ loadBalancerClass: "a b" }),
  { loadBalancerClass: "a.b/c", ports: [PORT] },
  ...["1.2.3.4", "x", "01.2.3.4", "::1"].map((loadBalancerIP) => balanced({ loadBalancerIP })),
  balanced({ loadBalancerSourceRanges: ["1.2.3.4/24", "x", " 1.2.3.0/24 ", "01.2.3.0/24", "::1/129", ""] }),
  balanced({ loadBalancerSourceRanges: ["1.2.3.0/24"] }),
  { loadBalancerSourceRanges: ["1.2.3.0/24"], ports: [PORT] },
];

const ANNOTATED: readonly object[] = [
  ...["1.2.3.0/24", " 1.2.3.4/24 , x", "", " ", ","].flatMap((value) => [
    annotated({ "service.beta.kubernetes.io/load-balancer-source-ranges": value }),
  ]),
  annotated({
    "service.kubernetes.io/topology-mode": "Auto",
    "service.kubernetes.io/topology-aware-hints": "Disabled",
  }),
  annotated({
    "service.kubernetes.io/topology-mode": "Auto",
    "service.kubernetes.io/topology-aware-hints": "Auto",
  }),
];

export function serviceFields(): Scenario {
  const s = new Scenario("service-fields-specs");
  for (const spec of SPECS) s.post(SERVICES, { metadata: { name: "s" }, spec }, DRY);
  for (const one of ANNOTATED) {
    const { metadata = {} } = one as { metadata?: object };
    s.post(SERVICES, { ...one, metadata: { name: "s", ...metadata } }, DRY);
  }
  return s;
}

/** The same services, stored and deleted: their addresses and ports are allocated. */
export function serviceFieldsStored(): Scenario {
  const s = new Scenario("service-fields-stored");
  const some = SPECS.filter((spec) => !JSON.stringify(spec).includes("odePort"));
  for (const [index, spec] of some.entries()) {
    s.post(SERVICES, { metadata: { name: `s${index}` }, spec });
    s.delete(`${SERVICES}/s${index}`);
  }
  return s;
}

type Change = readonly [from: object, to: object];
const dual = { ipFamilyPolicy: "RequireDualStack" };
const CHANGES: readonly Change[] = [
  [{}, { clusterIP: "10.0.7.7" }],
  [{}, { clusterIP: "None" }],
  [{}, { clusterIP: "" }],
  [{}, { clusterIPs: [] }],
  [{}, { clusterIPs: null }],
  [{ clusterIP: "None" }, { clusterIP: "" }],
  [{ clusterIP: "None" }, { clusterIP: null, clusterIPs: null }],
  [
    {},
    {
      type: "ExternalName",
      externalName: "a.b",
      clusterIP: null,
      clusterIPs: null,
      ipFamilies: null,
      ipFamilyPolicy: null,
    },
  ],
  [{}, { type: "ExternalName", externalName: "a.b" }],
  [
    { type: "ExternalName", externalName: "a.b" },
    { type: "ClusterIP", externalName: null },
  ],
  [{ type: "ExternalName", externalName: "a.b" }, { type: "ClusterIP" }],
  [{}, { type: "NodePort" }],
  [{ type: "NodePort" }, { type: "ClusterIP" }],
  [{ type: "NodePort" }, { type: "ClusterIP", ports: [{ port: 80 }] }],
  [{ type: "NodePort" }, { type: "LoadBalancer" }],
  [{ type: "NodePort" }, { ports: [{ port: 81 }] }],
  [
    { type: "NodePort" },
    {
      ports: [
        { port: 80, name: "x" },
        { port: 81, name: "y" },
      ],
    },
  ],
  [{ type: "NodePort" }, { ports: [{ port: 80, nodePort: 40000 }] }],
  [{ type: "LoadBalancer" }, { type: "ClusterIP" }],
  [{ type: "LoadBalancer" }, { loadBalancerClass: "a.b/c" }],
  [{ type: "LoadBalancer", loadBalancerClass: "a.b/c" }, { loadBalancerClass: "a.b/d" }],
  [{ type: "LoadBalancer", loadBalancerClass: "a.b/c" }, { loadBalancerClass: null }],
  [{ type: "LoadBalancer", loadBalancerClass: "a.b/c" }, { type: "ClusterIP" }],
  [{ type: "LoadBalancer" }, { allocateLoadBalancerNodePorts: false }],
  [{ type: "LoadBalancer", allocateLoadBalancerNodePorts: false }, { allocateLoadBalancerNodePorts: true }],
  [{ type: "LoadBalancer" }, { externalTrafficPolicy: "Local" }],
  [{ type: "LoadBalancer", externalTrafficPolicy: "Local" }, { externalTrafficPolicy: "Cluster" }],
  [{ type: "LoadBalancer", externalTrafficPolicy: "Local" }, { healthCheckNodePort: 31777 }],
  [{ type: "LoadBalancer", externalTrafficPolicy: "Local" }, { type: "NodePort" }],
  [
    { type: "LoadBalancer", externalTrafficPolicy: "Local" },
    { type: "ClusterIP", externalTrafficPolicy: null, healthCheckNodePort: null },
  ],
  [{ type: "LoadBalancer" }, { loadBalancerSourceRanges: ["x"] }],
  [{ type: "LoadBalancer", loadBalancerIP: "1.2.3.4" }, { loadBalancerIP: "5.6.7.8" }],
  [{}, { sessionAffinity: "ClientIP" }],
  [{ sessionAffinity: "ClientIP" }, { sessionAffinity: "None" }],
  [{ sessionAffinity: "ClientIP" }, { sessionAffinity: "None", sessionAffinityConfig: null }],
  [{}, { ipFamilies: ["IPv6"] }],
  [{}, { ipFamilies: ["IPv4", "IPv6"] }],
  [{}, { ipFamilies: ["IPv4", "IPv6"], ipFamilyPolicy: "PreferDualStack" }],
  [{}, { ipFamilyPolicy: "RequireDualStack" }],
  [{}, { ipFamilyPolicy: "PreferDualStack" }],
  [dual, { ipFamilyPolicy: "SingleStack" }],
  [dual, { ipFamilyPolicy: "PreferDualStack" }],
  [dual, { ipFamilies: ["IPv4"] }],
  [dual, { ipFamilies: ["IPv4"], ipFamilyPolicy: "SingleStack" }],
  [dual, { ipFamilies: ["IPv6", "IPv4"] }],
  [dual, { ipFamilyPolicy: "SingleStack", clusterIPs: null }],
  [dual, { type: "NodePort", ipFamilyPolicy: null }],
  [{ ipFamilyPolicy: "PreferDualStack" }, { type: "NodePort" }],
  [{ ipFamilyPolicy: "PreferDualStack" }, { ipFamilies: ["IPv4"] }],
  [{ clusterIP: "None", ...dual }, { ipFamilyPolicy: "SingleStack" }],
  [{}, { internalTrafficPolicy: "Local", trafficDistribution: "PreferClose" }],
  [{}, { externalIPs: ["01.2.3.4"] }],
  [{}, { selector: { a: "b" }, publishNotReadyAddresses: true }],
  [{}, { ports: [{ port: 80, protocol: "UDP" }] }],
];

export function serviceFieldsUpdates(): Scenario {
  const s = new Scenario("service-fields-updates");
  for (const [index, [from, to]] of CHANGES.entries())
    for (const way of ["patch", "put"] as const) {
      const name = `s${index}-${way}`;
      s.post(SERVICES, { metadata: { name }, spec: { ports: [PORT], ...from } });
      if (way === "patch") s.patch("merge", `${SERVICES}/${name}`, { spec: to });
      else s.put(`${SERVICES}/${name}`, { metadata: { name }, spec: { ports: [PORT], ...from, ...to } });
    }
  return s;
}

/** Services that lose their addresses, as every verb shows them. */
export function serviceFieldsRenamed(): Scenario {
  const s = new Scenario("service-fields-renamed");
  const renamed = { spec: { type: "ExternalName", externalName: "a.b" } };
  for (const finalizers of [[], ["example.com/f"]]) {
    const at = `${SERVICES}/r${finalizers.length}`;
    s.post(SERVICES, { metadata: { name: `r${finalizers.length}`, finalizers }, spec: { ports: [PORT] } });
    s.patch("merge", at, renamed, DRY);
    s.patch("merge", at, renamed);
    s.get(at);
    s.get(SERVICES);
    s.patch("merge", `${at}/status`, { status: { conditions: [] } });
    s.delete(at, undefined, DRY);
    s.delete(at);
    s.delete(at);
    s.watch(SERVICES, 2, [["resourceVersion", "0"]]);
    s.patch("merge", at, { metadata: { finalizers: null } });
  }
  return s;
}

const INGRESS: readonly object[] = [
  { ip: "1.2.3.4" },
  { ip: "x" },
  { ip: "1.2.3.4", ipMode: "Proxy" },
  { ip: "1.2.3.4", ipMode: "Odd" },
  { hostname: "a.b", ipMode: "VIP" },
  { hostname: "A_" },
  { hostname: "1.2.3.4" },
  { hostname: "h", ports: [{ port: 0, protocol: "Odd", error: "e f" }, { port: 1 }] },
  { ip: "::ffff:1.2.3.4", ipMode: "VIP" },
];

export function serviceFieldsStatus(): Scenario {
  const s = new Scenario("service-fields-status");
  for (const type of ["ClusterIP", "LoadBalancer"]) {
    const name = type.toLowerCase();
    s.post(SERVICES, { metadata: { name }, spec: { type, ports: [PORT] } });
    for (const ingress of INGRESS) {
      s.patch("merge", `${SERVICES}/${name}/status`, { status: { loadBalancer: { ingress: [ingress] } } });
      s.put(`${SERVICES}/${name}/status`, {
        metadata: { name },
        status: { loadBalancer: { ingress: [ingress, ingress] } },
      });
    }
    s.patch("merge", `${SERVICES}/${name}/status`, {
      status: { conditions: [{ type: "a b", status: "Odd", reason: "", message: "" }] },
    });
    s.patch("merge", `${SERVICES}/${name}`, { spec: { type: "NodePort" } });
    s.patch("merge", `${SERVICES}/${name}`, { spec: { type: "ClusterIP" } });
  }
  return s;
}
