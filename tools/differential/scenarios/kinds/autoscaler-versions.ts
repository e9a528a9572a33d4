import { DRY, Scenario } from "../scenario.ts";

const V1 = "/apis/autoscaling/v1/namespaces/{{ns}}/horizontalpodautoscalers";
const V2 = "/apis/autoscaling/v2/namespaces/{{ns}}/horizontalpodautoscalers";
const A = "autoscaling.alpha.kubernetes.io/";
const ref = { kind: "Deployment", name: "d", apiVersion: "apps/v1" };
const h = (annotations: object): object => ({
  metadata: { name: "a", annotations },
  spec: { maxReplicas: 3, scaleTargetRef: ref },
});
const texts = [
  '[{"type":"Resource","resource":{"name":"cpu"}}]',
  '[{"type":"Object","object":{"target":{"kind":"Service","name":"s"},"metricName":"m","targetValue":"5","averageValue":"2"}}]',
  '[{"type":"External","external":{"metricName":"m","targetValue":"0"}}]',
  '[{"type":"ContainerResource","containerResource":{"name":"cpu","container":"c","targetAverageValue":"50m"}}]',
  '[{"type":"Resource"}]',
  '[{"type":"Resource","type":"Pods","resource":{"name":"memory","targetAverageUtilization":1}}]',
];
/** The annotations in which autoscaling/v1 stores values without a field. */
export function autoscalerAnnotations() {
  const s = new Scenario("autoscaler-annotations");
  for (const key of ["metrics", "current-metrics", "conditions", "behavior"])
    for (const t of texts) {
      s.post(V1, h({ [A + key]: t, x: "y" }), DRY);
    }
  const behaviors = [
    '{"ScaleUp":{"StabilizationWindowSeconds":5000}}',
    '{"ScaleDown":{"SelectPolicy":"Odd"}}',
  ];
  for (const b of behaviors) {
    s.post(V1, h({ [`${A}behavior`]: b }), DRY);
  }
  return s;
}
const METRICS: readonly (object | null)[] = [
  [],
  null,
  [
    {
      type: "Resource",
      resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
    },
  ],
  [
    {
      type: "Resource",
      resource: { name: "memory", target: { type: "Utilization", averageUtilization: 50 } },
    },
    {
      type: "Resource",
      resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } },
    },
  ],
  [{ type: "Resource", resource: { name: "cpu", target: { type: "AverageValue", averageValue: "5" } } }],
  [
    {
      type: "Pods",
      pods: {
        metric: { name: "m", selector: { matchLabels: { a: "b" } } },
        target: { type: "AverageValue", averageValue: "1500m" },
      },
    },
  ],
  [
    {
      type: "Object",
      object: { describedObject: ref, metric: { name: "m" }, target: { type: "Value", value: "1e3" } },
    },
  ],
  [
    {
      type: "Object",
      object: {
        describedObject: ref,
        metric: { name: "m" },
        target: { type: "AverageValue", averageValue: "3" },
      },
    },
  ],
  [
    {
      type: "External",
      external: { metric: { name: "m" }, target: { type: "AverageValue", averageValue: "3" } },
    },
  ],
  [{ type: "External", external: { metric: { name: 'm<&>"' }, target: { type: "Value", value: "3" } } }],
  [
    {
      type: "ContainerResource",
      containerResource: {
        name: "cpu",
        container: "c",
        target: { type: "Utilization", averageUtilization: 5 },
      },
    },
  ],
];

const STATUS = {
  currentReplicas: 1,
  desiredReplicas: 2,
  observedGeneration: 3,
  lastScaleTime: "2001-02-03T04:05:06Z",
  conditions: [
    {
      type: "AbleToScale",
      status: "True",
      lastTransitionTime: "2001-02-03T04:05:06Z",
      reason: "R",
      message: 'm"<',
    },
  ],
  currentMetrics: [
    {
      type: "Resource",
      resource: { name: "cpu", current: { averageUtilization: 7, averageValue: "3" } },
    },
    { type: "Pods", pods: { metric: { name: "m" }, current: { averageValue: "3" } } },
    {
      type: "Object",
      object: { describedObject: ref, metric: { name: "m" }, current: { value: "3" } },
    },
    {
      type: "External",
      external: { metric: { name: "m" }, current: { value: "3", averageValue: "1" } },
    },
    {
      type: "ContainerResource",
      containerResource: { name: "cpu", container: "c", current: { averageUtilization: 4 } },
    },
  ],
};
const BEHAVIOR = {
  behavior: { scaleUp: { stabilizationWindowSeconds: 5 }, scaleDown: { tolerance: "0.2" } },
};
const TABLE = { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } };
const scaler = (version: string, name: string, spec: object): object => ({
  apiVersion: `autoscaling/${version}`,
  kind: "HorizontalPodAutoscaler",
  metadata: { name },
  spec: { scaleTargetRef: ref, ...spec },
});

function readAll(s: Scenario, name: string): void {
  for (const path of [V1, V2]) {
    s.get(`${path}/${name}`, [], TABLE);
  }
  for (const accept of ["application/vnd.kubernetes.protobuf", "application/yaml"])
    s.get(`${V1}/${name}`, [], { headers: { accept } });
}

function changeAll(s: Scenario, name: string): void {
  const path = `${V1}/${name}`;
  s.patch("merge", path, { spec: { targetCPUUtilizationPercentage: 33 } }, DRY);
  s.patch("merge", path, { metadata: { annotations: null } }, DRY);
  s.apply(path, scaler("v1", name, { maxReplicas: 9, targetCPUUtilizationPercentage: 44 }), "m", true);
  s.apply(`${V2}/${name}`, scaler("v2", name, { maxReplicas: 8 }), "m", true);
}

/** Autoscalers that are written through both versions. */
export function autoscalerVersions(): Scenario {
  const s = new Scenario("autoscaler-versions");
  for (const [i, metrics] of METRICS.entries()) {
    const spec = { maxReplicas: 3, metrics, ...(i % 2 === 0 ? {} : BEHAVIOR) };
    s.post(V2, scaler("v2", `m${i}`, spec));
    s.patch("merge", `${V2}/m${i}/status`, { status: STATUS });
    readAll(s, `m${i}`);
    changeAll(s, `m${i}`);
  }
  for (const path of [V1, V2]) s.get(path);
  s.get(V1, [], TABLE);
  return s;
}

/** One manager applies through one version, then less or something else through the other. */
export function autoscalerAppliedInVersions() {
  const s = new Scenario("autoscaler-applied");
  const behavior = {
    scaleUp: { stabilizationWindowSeconds: 5 },
    scaleDown: { stabilizationWindowSeconds: 7 },
  };
  const owned = {
    finalizers: ["a/b"],
    ownerReferences: [{ apiVersion: "v1", kind: "A", name: "n", uid: "u" }],
  };
  const utilization = (name: string, target: object) => [{ type: "Resource", resource: { name, target } }];
  const percent = { type: "Utilization", averageUtilization: 50 };
  const firsts: [string, object, object?][] = [
    ["v1", {}],
    ["v1", { targetCPUUtilizationPercentage: 50 }, { labels: { a: "b" } }],
    ["v1", { minReplicas: 2 }, owned],
    ["v1", {}, { annotations: { [`${A}behavior`]: '{"ScaleUp":{"StabilizationWindowSeconds":5}}' } }],
    ["v2", { metrics: utilization("memory", percent), behavior }],
    ["v2", { metrics: utilization("cpu", percent) }, owned],
    ["v2", { behavior }, { annotations: { x: "y" } }],
  ];
  const nexts: [object | undefined, object?][] = [
    [undefined],
    [{}, { annotations: { x: "z" } }],
    [{ maxReplicas: 5 }, { labels: {} }],
    [{ maxReplicas: 3, scaleTargetRef: ref }],
    [{ scaleTargetRef: { name: "x" }, metrics: utilization("memory", { averageValue: "x" }) }],
  ];
  firsts.forEach(([version, spec, more], i) => {
    nexts.forEach(([next, meta], j) => {
      const name = `a-${i}-${j}`;
      const apply = (of: string, body: object, metadata: object = {}) =>
        s.apply(
          `${of === "v1" ? V1 : V2}/${name}`,
          {
            apiVersion: `autoscaling/${of}`,
            kind: "HorizontalPodAutoscaler",
            metadata: { name, ...metadata },
            ...body,
          },
          "m",
        );
      apply(version, { spec: { maxReplicas: 3, scaleTargetRef: ref, ...spec } }, more);
      apply(version === "v1" ? "v2" : "v1", next === undefined ? {} : { spec: next }, meta);
    });
  });
  return s;
}
