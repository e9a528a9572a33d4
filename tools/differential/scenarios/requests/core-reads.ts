import { PODS, podOf } from "../pods/pod-tables.ts";
import { Scenario } from "../scenario.ts";

const NS = "/api/v1/namespaces/{{ns}}";
const TABLE = { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } };
const TIME = "2024-01-01T00:00:00Z";

const SELECTORS: Readonly<Record<string, readonly string[]>> = {
  pods: [
    "spec.host=n",
    "spec.nodeName=n",
    "spec.nodeName=",
    "spec.restartPolicy=Never",
    "spec.schedulerName=x",
    "spec.serviceAccountName=default",
    "spec.hostNetwork=true",
    "spec.hostNetwork=false",
    "status.phase=Running",
    "status.podIP=1.2.3.4",
    "status.podIPs=1.2.3.4",
    "status.nominatedNodeName=",
    "metadata.uid=x",
    "metadata.namespace={{ns}}",
    "status.qosClass=x",
  ],
  services: ["spec.clusterIP=None", "spec.type=NodePort", "spec.externalName=x"],
  replicationcontrollers: ["status.replicas=0", "status.replicas=x", "spec.replicas=1"],
  secrets: ["type=Opaque", "data=x"],
  configmaps: ["data=x", "metadata.name!=a,metadata.name!=b"],
  events: [
    "reason=x",
    "source=x",
    "type=Normal",
    "reportingComponent=x",
    "involvedObject.resourceVersion=1",
    "message=x",
  ],
  endpoints: ["metadata.name=a", "subsets=x"],
  persistentvolumeclaims: ["metadata.name=a", "status.phase=Bound"],
  serviceaccounts: ["metadata.name=default", "secrets=x"],
  resourcequotas: ["metadata.name=a", "spec.hard=x"],
  limitranges: ["spec=x"],
};

/** Every field that lists of core kinds select by, and some that they do not. */
export function coreReadsSelectors(): Scenario {
  const s = new Scenario("core-reads-selectors");
  s.post(
    PODS,
    podOf({ spec: { nodeName: "n", hostNetwork: true, restartPolicy: "Never", schedulerName: "x" } }, "a"),
  );
  s.post(PODS, podOf({}, "b"));
  s.patch("merge", `${PODS}/a/status`, {
    status: { phase: "Running", podIP: "1.2.3.4", podIPs: [{ ip: "1.2.3.4" }, { ip: "::1" }] },
  });
  s.post(`${NS}/services`, { metadata: { name: "a" }, spec: { clusterIP: "None" } });
  s.post(`${NS}/replicationcontrollers`, {
    metadata: { name: "a" },
    spec: {
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
    },
  });
  for (const [plural, selectors] of Object.entries(SELECTORS))
    for (const selector of selectors)
      for (const query of [
        [["fieldSelector", selector]],
        [
          ["fieldSelector", selector],
          ["limit", "1"],
        ],
      ] as [string, string][][])
        s.get(`${NS}/${plural}`, query);
  for (const selector of [
    "spec.unschedulable=true",
    "spec.unschedulable=x",
    "metadata.name=x",
    "spec.podCIDR=x",
  ])
    s.get("/api/v1/nodes", [["fieldSelector", selector]]);
  for (const selector of ["status.phase=Active", "status.phase=x", "name=default", "spec=x"])
    s.get("/api/v1/namespaces", [["fieldSelector", `${selector},metadata.name={{ns}}`]]);
  for (const selector of ["metadata.name=x", "spec.claimRef=x"])
    s.get("/api/v1/persistentvolumes", [["fieldSelector", selector]]);
  for (const selector of ["spec.hostNetwork=true", "status.podIPs=::1", "spec.host=n"]) {
    s.watch(PODS, 1, [
      ["fieldSelector", selector],
      ["resourceVersion", "0"],
    ]);
    s.delete(PODS, undefined, [
      ["fieldSelector", selector],
      ["dryRun", "All"],
    ]);
  }
  return s;
}

const state = (kind: string, more: object = {}): object => ({ [kind]: more });
const ran = (name: string, one: object, more: object = {}): object => ({
  name,
  image: "i",
  imageID: "x",
  ready: false,
  restartCount: 0,
  state: one,
  ...more,
});
const ended = (exitCode: number, more: object = {}): object =>
  state("terminated", { exitCode, finishedAt: TIME, ...more });
const condition = (type: string, status: string, more: object = {}): object => ({ type, status, ...more });

const SHOWN: readonly (readonly [spec: object, status: object])[] = [
  [
    {},
    {
      phase: "Running",
      containerStatuses: [ran("c", state("running"), { ready: true, restartCount: 3, lastState: ended(1) })],
      conditions: [condition("Ready", "True")],
    },
  ],
  [{}, { phase: "Running", containerStatuses: [ran("c", state("waiting", { reason: "CrashLoopBackOff" }))] }],
  [{}, { phase: "Running", containerStatuses: [ran("c", ended(2))] }],
  [{}, { phase: "Running", containerStatuses: [ran("c", ended(0, { signal: 9 }))] }],
  [{}, { phase: "Running", containerStatuses: [ran("c", ended(1, { reason: "OOMKilled" }))] }],
  [{}, { phase: "Failed", reason: "Evicted" }],
  [{}, { phase: "Unknown", reason: "NodeLost" }],
  [{}, { phase: "Pending", conditions: [condition("PodScheduled", "False", { reason: "SchedulingGated" })] }],
  [{}, { phase: "Succeeded", containerStatuses: [ran("c", ended(0, { reason: "Completed" }))] }],
  [
    {
      containers: [
        { name: "c", image: "i" },
        { name: "d", image: "i" },
      ],
    },
    {
      phase: "Running",
      containerStatuses: [
        ran("c", ended(0, { reason: "Completed" })),
        ran("d", state("running"), { ready: true }),
      ],
      conditions: [condition("Ready", "True")],
    },
  ],
  [
    {
      initContainers: [
        { name: "n", image: "i" },
        { name: "m", image: "i" },
      ],
    },
    {
      phase: "Pending",
      initContainerStatuses: [ran("n", ended(0)), ran("m", state("running"), { restartCount: 2 })],
    },
  ],
  [
    { initContainers: [{ name: "n", image: "i" }] },
    { phase: "Pending", initContainerStatuses: [ran("n", ended(3))] },
  ],
  [
    { initContainers: [{ name: "n", image: "i" }] },
    { phase: "Pending", initContainerStatuses: [ran("n", ended(0, { signal: 5, exitCode: 1 }))] },
  ],
  [
    { initContainers: [{ name: "n", image: "i" }] },
    { phase: "Pending", initContainerStatuses: [ran("n", state("waiting", { reason: "ErrImagePull" }))] },
  ],
  [
    { initContainers: [{ name: "n", image: "i" }] },
    { phase: "Pending", initContainerStatuses: [ran("n", state("waiting", { reason: "PodInitializing" }))] },
  ],
  [
    { initContainers: [{ name: "s", image: "i", restartPolicy: "Always" }] },
    {
      phase: "Running",
      initContainerStatuses: [ran("s", state("running"), { started: true, ready: true, restartCount: 4 })],
      containerStatuses: [ran("c", state("running"), { ready: true })],
    },
  ],
  [
    { initContainers: [{ name: "s", image: "i", restartPolicy: "Always" }] },
    { phase: "Pending", initContainerStatuses: [ran("s", state("running"), { started: false })] },
  ],
  [
    { nodeName: "n", readinessGates: [{ conditionType: "a/b" }, { conditionType: "c/d" }] },
    {
      phase: "Running",
      podIP: "1.2.3.4",
      podIPs: [{ ip: "1.2.3.4" }],
      nominatedNodeName: "m",
      conditions: [condition("a/b", "True"), condition("c/d", "False")],
    },
  ],
];

/** Pods in every state, as a Table. */
export function coreReadsPods(): Scenario {
  const s = new Scenario("core-reads-pods");
  for (const [index, [spec, status]] of SHOWN.entries()) {
    s.post(PODS, podOf({ spec }, `p${index}`));
    s.patch("merge", `${PODS}/p${index}/status`, { status });
    s.get(`${PODS}/p${index}`, [], TABLE);
  }
  s.delete(`${PODS}/p17`, { gracePeriodSeconds: 30 });
  s.get(PODS, [], TABLE);
  return s;
}

const PORTS = [
  { port: 80, name: "web" },
  { port: 81, name: "other" },
];
const pod = (name: string): object => ({ targetRef: { kind: "Pod", namespace: "{{ns}}", name } });

/** Proxies to services that lead nowhere. */
export function coreReadsProxies(): Scenario {
  const s = new Scenario("core-reads-proxies");
  s.post(`${NS}/services`, { metadata: { name: "s" }, spec: { ports: PORTS } });
  s.post(PODS, podOf({}, "p"));
  const ask = (): void => {
    for (const id of [
      "s",
      "s:web",
      "s:80",
      "s:82",
      "s:none",
      "http:s:web",
      "https:s:80",
      "odd:s:web",
      "s:",
      "none:80",
      "none",
      "a:b:c:d",
    ])
      s.get(`${NS}/services/${id}/proxy/x`);
  };
  ask();
  s.post(`${NS}/endpoints`, { metadata: { name: "s" } });
  for (const subsets of [
    [{ notReadyAddresses: [{ ip: "1.2.3.4", ...pod("p") }], ports: PORTS }],
    [{ addresses: [{ ip: "1.2.3.4" }], ports: PORTS }],
    [{ addresses: [{ ip: "1.2.3.4", ...pod("none") }], ports: PORTS }],
    [
      {
        addresses: [{ ip: "1.2.3.4", targetRef: { kind: "Pod", namespace: "other", name: "p" } }],
        ports: PORTS,
      },
    ],
    [{ addresses: [{ ip: "1.2.3.4", ...pod("p") }], ports: PORTS }],
  ]) {
    s.put(`${NS}/endpoints/s`, { metadata: { name: "s" }, subsets });
    ask();
  }
  return s;
}
