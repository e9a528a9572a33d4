import { LONG_AGO, NS, Scenario } from "../scenario.ts";

const TABLE = { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } };
const LATER = "2011-02-03T04:05:06Z";

const terminated = (more: object = {}): object => ({ terminated: { exitCode: 1, ...more } });
const waiting = (reason?: string): object => ({ waiting: reason === undefined ? {} : { reason } });
const running = { running: { startedAt: LONG_AGO } };
const container = (state: object, more: object = {}): object => ({
  name: "c",
  image: "i",
  imageID: "",
  ready: false,
  restartCount: 0,
  state,
  ...more,
});
const restarted = (finishedAt: string | null, count = 3): object => ({
  restartCount: count,
  lastState: terminated({ finishedAt }),
});
const condition = (type: string, status: string, reason = ""): object => ({ type, status, reason });
const init = (...statuses: object[]): object => ({ initContainerStatuses: statuses });
const main = (...statuses: object[]): object => ({ containerStatuses: statuses });

const SIDECAR = { name: "side", image: "i", restartPolicy: "Always" };
const INIT = { name: "init", image: "i" };

/** Specs of pods, in addition to one container, with their statuses. */
const PODS: readonly (readonly [object, object])[] = [
  [{}, { phase: "Running", reason: "Evicted" }],
  [{}, { phase: "Failed", reason: "NodeLost" }],
  [{}, { phase: "Succeeded" }],
  [{}, { phase: "Unknown", podIPs: [{ ip: "1.2.3.4" }, { ip: "::1" }] }],
  [{}, { phase: "Running", conditions: [condition("PodScheduled", "False", "SchedulingGated")] }],
  [{}, { phase: "Pending", conditions: [condition("PodScheduled", "False", "Unschedulable")] }],
  [{}, { phase: "Running", ...main(container(running, { ready: true, ...restarted(LONG_AGO) })) }],
  [{}, { phase: "Running", ...main(container(running, { ready: true, ...restarted(null) })) }],
  [{}, { phase: "Running", ...main(container(running, { ready: true, ...restarted(LONG_AGO, 0) })) }],
  [{}, { phase: "Pending", ...main(container(waiting("ImagePullBackOff"))) }],
  [{}, { phase: "Pending", ...main(container(waiting())) }],
  [{}, { phase: "Pending", ...main(container({})) }],
  [{}, { phase: "Running", ...main(container(terminated({ reason: "OOMKilled" }))) }],
  [{}, { phase: "Running", ...main(container(terminated({ signal: 9 }))) }],
  [{}, { phase: "Running", ...main(container(terminated({ exitCode: 137 }))) }],
  [{}, { phase: "Running", ...main(container(terminated({ exitCode: 0 }))) }],
  [{}, { phase: "Failed", ...main(container(terminated({ exitCode: 0, reason: "Completed" }))) }],
  [
    {
      containers: [
        { name: "c", image: "i" },
        { name: "d", image: "j" },
      ],
    },
    {
      phase: "Running",
      ...main(
        container(terminated({ exitCode: 0, reason: "Completed" })),
        container(running, { name: "d", ready: true }),
      ),
      conditions: [condition("Ready", "True")],
    },
  ],
  [
    {
      containers: [
        { name: "c", image: "i" },
        { name: "d", image: "j" },
      ],
    },
    {
      phase: "Running",
      ...main(
        container(terminated({ exitCode: 0, reason: "Completed" })),
        container(running, { name: "d", ready: true }),
      ),
      conditions: [condition("Ready", "False")],
    },
  ],
  [
    {
      containers: [
        { name: "c", image: "i" },
        { name: "d", image: "j" },
      ],
    },
    {
      phase: "Running",
      ...main(
        container(terminated({ exitCode: 0, reason: "Completed" }), restarted(LATER, 2)),
        container(terminated({ exitCode: 3, reason: "Error" }), { name: "d", ...restarted(LONG_AGO, 4) }),
      ),
    },
  ],
  [{ initContainers: [INIT] }, { ...init(container(waiting("PodInitializing"), { name: "init" })) }],
  [{ initContainers: [INIT] }, { ...init(container(waiting("CrashLoopBackOff"), { name: "init" })) }],
  [{ initContainers: [INIT] }, { ...init(container(waiting(), { name: "init", ...restarted(LATER) })) }],
  [{ initContainers: [INIT] }, { ...init(container(terminated(), { name: "init" })) }],
  [{ initContainers: [INIT] }, { ...init(container(terminated({ signal: 15 }), { name: "init" })) }],
  [{ initContainers: [INIT] }, { ...init(container(terminated({ reason: "Error" }), { name: "init" })) }],
  [{ initContainers: [INIT] }, { ...init(container(running, { name: "init", started: true, ready: true })) }],
  [
    { initContainers: [INIT] },
    {
      phase: "Running",
      ...init(container(terminated({ exitCode: 0 }), { name: "init", ...restarted(LONG_AGO, 5) })),
      ...main(container(running, { ready: true, ...restarted(LATER, 1) })),
    },
  ],
  [
    { initContainers: [SIDECAR, INIT] },
    {
      phase: "Running",
      ...init(
        container(running, { name: "side", started: true, ready: true, ...restarted(LATER, 5) }),
        container(terminated({ exitCode: 0 }), { name: "init", ...restarted(LONG_AGO, 5) }),
      ),
      ...main(container(running, { ready: true, ...restarted(LONG_AGO, 1) })),
    },
  ],
  [
    { initContainers: [SIDECAR, INIT] },
    { ...init(container(running, { name: "side", started: true }), container({}, { name: "init" })) },
  ],
  [{ initContainers: [SIDECAR] }, { ...init(container(running, { name: "side", started: false })) }],
  [{ initContainers: [SIDECAR] }, { ...init(container(terminated(), { name: "side", started: true })) }],
  [
    { initContainers: [INIT, SIDECAR] },
    {
      conditions: [condition("Initialized", "True")],
      ...init(container(waiting("X"), { name: "init" }), container(running, { name: "side" })),
      ...main(container(waiting("ContainerCreating"))),
    },
  ],
  [
    { initContainers: [INIT] },
    {
      conditions: [condition("Other", "True"), condition("Initialized", "False")],
      ...init(container(waiting("X"), { name: "init" })),
      ...main(container(running, { ready: true })),
    },
  ],
  [
    { readinessGates: [{ conditionType: "example.com/a" }, { conditionType: "example.com/b" }] },
    { conditions: [condition("example.com/a", "True"), condition("example.com/b", "False")] },
  ],
  [{ readinessGates: [{ conditionType: "example.com/a" }] }, {}],
  [{}, { nominatedNodeName: "nominated", hostIP: "9.8.7.6" }],
  [{ nodeName: "bound" }, { phase: "Running" }],
];

/** Tables of pods in every state. */
export function podStates(): Scenario {
  const s = new Scenario("tables-pods");
  for (const [index, [spec, status]] of PODS.entries()) {
    const name = `p${index}`;
    s.post(`${NS}/pods`, { metadata: { name }, spec: { containers: [{ name: "c", image: "i" }], ...spec } });
    s.patch("merge", `${NS}/pods/${name}/status`, { status });
  }
  s.get(`${NS}/pods`, [["includeObject", "Metadata"]], TABLE);
  return s;
}

/** The same of pods that are being deleted. */
export function deletedPodStates(): Scenario {
  const s = new Scenario("tables-deleted-pods");
  const deleted: readonly object[] = [
    {},
    { reason: "NodeLost" },
    { phase: "Succeeded" },
    { phase: "Failed", reason: "NodeLost" },
    { phase: "Running", ...main(container(running, { ready: true })) },
    { phase: "Running", ...main(container(terminated({ reason: "Error" }))) },
    { phase: "Succeeded", ...main(container(terminated({ exitCode: 0, reason: "Completed" }))) },
  ];
  for (const [index, status] of deleted.entries()) {
    const name = `p${index}`;
    s.post(`${NS}/pods`, {
      metadata: { name, finalizers: ["example.com/stay"] },
      spec: { nodeName: "n", initContainers: [INIT], containers: [{ name: "c", image: "i" }] },
    });
    s.patch("merge", `${NS}/pods/${name}/status`, { status });
    s.delete(`${NS}/pods/${name}`, undefined, [], TABLE);
    s.patch("merge", `${NS}/pods/${name}`, { metadata: { finalizers: null } });
  }
  return s;
}
