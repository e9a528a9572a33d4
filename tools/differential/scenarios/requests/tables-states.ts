import { LONG_AGO, type Scenario } from "../scenario.ts";
import { type Shown, show } from "./tables.ts";

const CORE = "/api/v1/namespaces/{{ns}}";

const container = (name: string): object => ({ name, image: `image-${name}` });
const template = (...names: string[]): object => ({
  metadata: { labels: { a: "b" } },
  spec: { containers: names.map(container) },
});
const job = (spec: object, status: object = {}, finalized = false): Shown => ({
  path: "/apis/batch/v1/namespaces/{{ns}}/jobs",
  body: {
    spec: {
      template: { spec: { restartPolicy: "Never", containers: [container("c"), container("d")] } },
      ...spec,
    },
  },
  status,
  finalized,
});
const condition = (type: string, status = "True"): object => ({ type, status, lastTransitionTime: LONG_AGO });
const times = (completionTime: string): object => ({
  startTime: LONG_AGO,
  completionTime,
  succeeded: 1,
  conditions: [condition("SuccessCriteriaMet"), condition("Complete")],
});

const JOBS: readonly Shown[] = [
  job({ parallelism: 3 }),
  job({ completions: null, parallelism: 0 }),
  job({ completions: null, parallelism: 5 }, { active: 4, ready: 2, startTime: LONG_AGO }),
  job({}, times("2001-02-03T04:05:07Z")),
  job({}, times("2001-02-03T04:07:06Z")),
  job({}, times("2001-02-03T04:15:16Z")),
  job({}, times("2001-02-03T06:05:06Z")),
  job({}, times("2001-02-03T09:45:06Z")),
  job({}, times("2001-02-05T03:05:06Z")),
  job({}, times("2001-02-09T03:05:06Z")),
  job({}, times("2003-02-09T03:05:06Z")),
  job({}, times("2004-02-03T04:05:06Z")),
  job({}, times("2021-02-09T03:05:06Z")),
  job({ suspend: true }, { conditions: [condition("Suspended")] }),
  job({ suspend: true }, { conditions: [condition("Suspended", "False")] }),
  job({}, { startTime: LONG_AGO, conditions: [condition("FailureTarget")] }),
  job({}, { startTime: LONG_AGO, conditions: [condition("FailureTarget"), condition("Failed")] }),
  job({}, { startTime: LONG_AGO, conditions: [condition("SuccessCriteriaMet")] }),
  job({}, {}, true),
  job(
    { completionMode: "Indexed", completions: 2, successPolicy: { rules: [{ succeededCount: 1 }] } },
    { startTime: LONG_AGO, conditions: [condition("SuccessCriteriaMet")] },
  ),
];

const resource = (more: object): object => ({ type: "Resource", resource: { name: "cpu", ...more } });
const metric = { metric: { name: "m", selector: { matchLabels: { a: "b" } } } };
const target = (more: object, type = "Value"): object => ({ target: { type, ...more } });
const value = target({ value: "7500m" });
const average = target({ averageValue: "1Gi" }, "AverageValue");
const utilization = target({ averageUtilization: 60 }, "Utilization");
const described = { describedObject: { kind: "Service", name: "s", apiVersion: "v1" } };
const METRICS: readonly (readonly [object, object])[] = [
  [
    { type: "External", external: { ...metric, ...value } },
    { external: { ...metric, current: { value: "1500m" } } },
  ],
  [
    { type: "External", external: { ...metric, ...average } },
    { external: { ...metric, current: { averageValue: "1.5Gi" } } },
  ],
  [{ type: "External", external: { ...metric, ...average } }, { external: { ...metric, current: {} } }],
  [
    { type: "Pods", pods: { ...metric, ...average } },
    { pods: { ...metric, current: { averageValue: "3" } } },
  ],
  [
    { type: "Object", object: { ...metric, ...described, ...value } },
    { object: { ...metric, ...described, current: { value: "1e3" } } },
  ],
  [
    { type: "Object", object: { ...metric, ...described, ...average } },
    { object: { ...metric, ...described, current: { averageValue: "1e3" } } },
  ],
  [resource(average), { resource: { name: "cpu", current: { averageValue: "100m" } } }],
  [
    resource(utilization),
    { resource: { name: "cpu", current: { averageUtilization: 44, averageValue: "1" } } },
  ],
  [
    { type: "ContainerResource", containerResource: { name: "memory", container: "c", ...average } },
    { containerResource: { name: "memory", container: "c", current: { averageValue: "12Mi" } } },
  ],
  [
    { type: "ContainerResource", containerResource: { name: "memory", container: "c", ...utilization } },
    {
      containerResource: {
        name: "memory",
        container: "c",
        current: { averageUtilization: 99, averageValue: "1" },
      },
    },
  ],
];
const autoscaler = (
  metrics: readonly object[],
  currentMetrics: readonly object[],
  more: object = {},
): Shown => ({
  path: "/apis/autoscaling/v2/namespaces/{{ns}}/horizontalpodautoscalers",
  body: {
    spec: {
      scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" },
      maxReplicas: 5,
      metrics,
      ...more,
    },
  },
  status: { currentReplicas: 1, desiredReplicas: 2, currentMetrics, conditions: [] },
});
const typed = ([spec, status]: readonly [object, object]): object => ({
  type: (spec as { type: string }).type,
  ...status,
});
const AUTOSCALERS: readonly Shown[] = [
  autoscaler([], []),
  ...METRICS.map((both) => autoscaler([both[0]], [])),
  ...METRICS.map((both) => autoscaler([both[0]], [typed(both)], { minReplicas: 2 })),
  autoscaler(
    METRICS.slice(0, 2).map(([spec]) => spec),
    METRICS.slice(0, 2).map(typed),
  ),
  autoscaler(
    METRICS.map(([spec]) => spec),
    METRICS.map(typed),
  ),
  autoscaler([METRICS[0]?.[0] ?? {}], [typed(METRICS[3] ?? [{}, {}])]),
];

const node = (labels: object, more: object = {}, status: object = {}): Shown => ({
  path: "/api/v1/nodes",
  body: { metadata: { labels }, ...more },
  status,
});
const NODES: readonly Shown[] = [
  node({}, {}, { conditions: [] }),
  node({ "node-role.kubernetes.io/": "", "kubernetes.io/role": "" }),
  node({ "node-role.kubernetes.io/b": "x", "node-role.kubernetes.io/a": "", "kubernetes.io/role": "c" }),
  node({ "node-role.kubernetes.io/a": "", "kubernetes.io/role": "a" }, { spec: { unschedulable: true } }),
  node({}, {}, { conditions: [{ type: "Ready", status: "True" }] }),
  node({}, {}, { conditions: [{ type: "Ready", status: "False" }] }),
  node(
    {},
    {},
    {
      conditions: [
        { type: "Ready", status: "Unknown" },
        { type: "DiskPressure", status: "True" },
      ],
    },
  ),
  node(
    {},
    {},
    {
      addresses: [
        { type: "Hostname", address: "h" },
        { type: "InternalIP", address: "1.2.3.4" },
        { type: "InternalIP", address: "1.2.3.5" },
        { type: "ExternalIP", address: "9.9.9.9" },
      ],
      nodeInfo: {
        kubeletVersion: "v1.30.1",
        osImage: "Linux",
        kernelVersion: "6.1",
        containerRuntimeVersion: "containerd://2",
        architecture: "arm64",
      },
    },
  ),
  node({}, {}, { nodeInfo: { architecture: "amd64" }, addresses: [{ type: "InternalDNS", address: "x" }] }),
];

/** Jobs that run, end and wait, with durations of every length. */
export const jobTables = (): Scenario => show("tables-jobs", JOBS);

/** Autoscalers with metrics of every type, with and without current values. */
export const autoscalerTables = (): Scenario => show("tables-autoscalers", AUTOSCALERS);

/** Nodes with roles, conditions and addresses. */
export const nodeTables = (): Scenario => show("tables-nodes", NODES);

/** Workloads with several containers and selectors. */
export const workloadTables = (): Scenario =>
  show("tables-workloads", [
    ...["deployments", "replicasets", "daemonsets", "statefulsets"].map(
      (resource): Shown => ({
        path: `/apis/apps/v1/namespaces/{{ns}}/${resource}`,
        body: {
          spec: {
            selector: {
              matchLabels: { a: "b" },
              matchExpressions: [
                { key: "a", operator: "In", values: ["x", "b"] },
                { key: "c", operator: "DoesNotExist" },
                { key: "a", operator: "Exists" },
                { key: "q", operator: "NotIn", values: ["z", "y"] },
              ],
            },
            template: template("c", "d", "e"),
          },
        },
        status: {
          replicas: 3,
          readyReplicas: 2,
          availableReplicas: 2,
          updatedReplicas: 1,
          currentNumberScheduled: 3,
          desiredNumberScheduled: 4,
          numberMisscheduled: 0,
          numberReady: 1,
          updatedNumberScheduled: 2,
          numberAvailable: 1,
        },
      }),
    ),
    {
      path: `${CORE}/replicationcontrollers`,
      body: { spec: { replicas: 2, selector: { a: "b" }, template: template("c", "d") } },
      status: { replicas: 2, readyReplicas: 1 },
    },
    { path: `${CORE}/podtemplates`, body: { template: template("c", "d") } },
    ...[{}, { lastScheduleTime: LONG_AGO, active: [{ kind: "Job", name: "x" }] }].map(
      (status): Shown => ({
        path: "/apis/batch/v1/namespaces/{{ns}}/cronjobs",
        body: {
          spec: {
            schedule: "@daily",
            timeZone: "Europe/Berlin",
            suspend: status.lastScheduleTime !== undefined,
            jobTemplate: {
              spec: {
                template: { spec: { restartPolicy: "Never", containers: [container("c"), container("d")] } },
              },
            },
          },
        },
        status,
      }),
    ),
    ...[
      [],
      [{ apiVersion: "apps/v1", kind: "DaemonSet", name: "d", uid: "u", controller: true }],
      [{ apiVersion: "v1", kind: "Pod", name: "d", uid: "u", controller: true }],
      [{ apiVersion: "v1", kind: "Pod", name: "d", uid: "u" }],
    ].map(
      (ownerReferences): Shown => ({
        path: "/apis/apps/v1/namespaces/{{ns}}/controllerrevisions",
        body: { metadata: { ownerReferences }, revision: 7, data: { a: 1 } },
      }),
    ),
    ...[{ minAvailable: "20%" }, { maxUnavailable: 1 }, {}].map(
      (spec): Shown => ({
        path: "/apis/policy/v1/namespaces/{{ns}}/poddisruptionbudgets",
        body: { spec: { selector: { matchLabels: { x: "y" } }, ...spec } },
        status: {
          disruptionsAllowed: 2,
          currentHealthy: 3,
          desiredHealthy: 1,
          expectedPods: 4,
          observedGeneration: 1,
        },
      }),
    ),
  ]);
