import type { Json } from "../../../../src/json/value.ts";
import type { Scenario } from "../scenario.ts";
import { tries } from "./tries.ts";

interface Members {
  readonly [key: string]: Json;
}
const path = (version: string): string =>
  `/apis/autoscaling/${version}/namespaces/{{ns}}/horizontalpodautoscalers`;
const spec = (more: Members): Json => ({ spec: more });
const ref = { kind: "Deployment", name: "d", apiVersion: "apps/v1" };
const metrics = (...all: Json[]): Json => spec({ metrics: all });
const behavior = (direction: string, more: Members): Json =>
  spec({ behavior: { [direction]: { policies: [{ type: "Pods", value: 1, periodSeconds: 1 }], ...more } } });
const policy = (more: Members): Json =>
  behavior("scaleUp", { policies: [{ type: "Pods", value: 1, periodSeconds: 1, ...more }] });

const TARGETS: readonly Members[] = [
  {},
  { type: "" },
  { type: "Other" },
  { type: "Value", value: "0" },
  { type: "Value", value: "-1" },
  { type: "Value", value: "1", averageValue: "1" },
  { type: "AverageValue", averageValue: "0" },
  { type: "AverageValue", averageValue: "1k" },
  { type: "Utilization", averageUtilization: 0 },
  { type: "Utilization", averageUtilization: 50 },
  { type: "Utilization", averageUtilization: 50, averageValue: "1", value: "1" },
];
const NAMES = ["", "a/b", "..", "a%b", "m"];
const described = { describedObject: { kind: "Service", name: "s", apiVersion: "v1" } };
const value = { type: "Value", value: "1" };

const METRICS: readonly Json[] = [
  metrics({}),
  metrics({ type: "" }),
  metrics({ type: "Other" }),
  ...["Object", "Pods", "Resource", "External", "ContainerResource"].map((type) => metrics({ type })),
  metrics({ type: "Pods", resource: { name: "cpu", target: value } }),
  metrics({
    type: "Resource",
    resource: { name: "cpu", target: value },
    pods: { metric: { name: "m" }, target: value },
  }),
  ...TARGETS.map((target) => metrics({ type: "Resource", resource: { name: "cpu", target } })),
  ...TARGETS.map((target) => metrics({ type: "Pods", pods: { metric: { name: "m" }, target } })),
  ...TARGETS.map((target) => metrics({ type: "External", external: { metric: { name: "m" }, target } })),
  ...TARGETS.map((target) =>
    metrics({ type: "Object", object: { metric: { name: "m" }, ...described, target } }),
  ),
  ...TARGETS.map((target) =>
    metrics({ type: "ContainerResource", containerResource: { name: "cpu", container: "c", target } }),
  ),
  ...NAMES.map((name) =>
    metrics({
      type: "External",
      external: { metric: { name, selector: { matchLabels: { "a b": "c d" } } }, target: value },
    }),
  ),
  ...NAMES.map((name) =>
    metrics({ type: "Resource", resource: { name, target: { type: "Utilization", averageUtilization: 1 } } }),
  ),
  ...NAMES.map((name) =>
    metrics({
      type: "ContainerResource",
      containerResource: { name, container: name, target: { type: "Utilization", averageUtilization: 1 } },
    }),
  ),
  ...NAMES.map((name) =>
    metrics({
      type: "Object",
      object: {
        metric: { name: "m" },
        describedObject: { kind: name, name, apiVersion: name },
        target: value,
      },
    }),
  ),
  metrics({
    type: "Object",
    object: { metric: { name: "m" }, describedObject: { kind: "K", name: "n" }, target: value },
  }),
];

const BEHAVIORS: readonly Json[] = [
  ...["scaleUp", "scaleDown"].flatMap((direction) => [
    behavior(direction, {}),
    behavior(direction, { policies: [] }),
    behavior(direction, { policies: null }),
    behavior(direction, { stabilizationWindowSeconds: -1 }),
    behavior(direction, { stabilizationWindowSeconds: 3601 }),
    behavior(direction, { selectPolicy: "Other" }),
    behavior(direction, { selectPolicy: "" }),
    behavior(direction, { selectPolicy: "Disabled" }),
    behavior(direction, { tolerance: "-1" }),
    behavior(direction, { tolerance: "500m" }),
    behavior(direction, { tolerance: "2" }),
  ]),
  policy({ type: "" }),
  policy({ type: "Other" }),
  policy({ value: 0 }),
  policy({ value: -1 }),
  policy({ periodSeconds: 0 }),
  policy({ periodSeconds: 1801 }),
  spec({ behavior: {} }),
  spec({ behavior: { scaleUp: null, scaleDown: {} } }),
];

const PLAIN: readonly Json[] = [
  spec({ minReplicas: 0 }),
  spec({ minReplicas: -1 }),
  spec({ minReplicas: 6 }),
  spec({ maxReplicas: 0 }),
  spec({ maxReplicas: null }),
  spec({ scaleTargetRef: null }),
  ...NAMES.map((name) => spec({ scaleTargetRef: { kind: name, name } })),
  ...["", "v1", "a/b/c", "/", "apps/", "A b/v1", "/v1", "apps/V 1"].map((apiVersion) =>
    spec({ scaleTargetRef: { apiVersion } }),
  ),
];

const ANNOTATIONS: readonly Json[] = ["metrics", "behavior", "conditions", "current-metrics"].flatMap(
  (name) =>
    [
      "",
      "x",
      "null",
      "{}",
      "[]",
      "[{}]",
      '[{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1"}}]',
      '{"ScaleUp":{"Policies":[]}}',
    ].map((text) => ({
      metadata: { annotations: { [`autoscaling.alpha.kubernetes.io/${name}`]: text } },
    })),
);

/** Autoscalers of version 1, and the annotations in which it stores newer fields. */
export const autoscalerTries = (): Scenario =>
  tries("tries-autoscalers", [
    {
      path: path("v1"),
      base: spec({ scaleTargetRef: ref, maxReplicas: 5, targetCPUUtilizationPercentage: 3 }),
      creates: [
        ...PLAIN,
        ...[-1, 0, 50, 1000].map((targetCPUUtilizationPercentage) =>
          spec({ targetCPUUtilizationPercentage }),
        ),
        ...ANNOTATIONS,
      ],
      updates: [...ANNOTATIONS, spec({ targetCPUUtilizationPercentage: null })],
      statuses: [
        { currentReplicas: -1, desiredReplicas: -1 },
        { currentReplicas: 1, desiredReplicas: 1, currentCPUUtilizationPercentage: 7 },
      ],
    },
  ]);

/** Autoscalers that were written in version 2 as version 1 shows them. */
export function autoscalerVersions(): Scenario {
  const all = [...METRICS, ...BEHAVIORS].map((more) => ({
    path: path("v2"),
    base: { spec: { scaleTargetRef: ref, maxReplicas: 5, ...(more as { spec: Members }).spec } },
  }));
  const s = tries("tries-autoscaler-versions", all);
  s.get(path("v1"));
  for (const index of all.keys()) {
    const object = `${path("v1")}/t${index}`;
    s.patch("merge", object, { spec: { targetCPUUtilizationPercentage: 5 } }, [["dryRun", "All"]]);
    s.patch("merge", object, { metadata: { annotations: null } }, [["dryRun", "All"]]);
  }
  return s;
}

/** Errors of refused patches quote the object, with the annotations in which version 1 stores newer fields. */
export function autoscalerQuotes(): Scenario {
  const metrics = '[{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1"}}]';
  const annotations = { "autoscaling.alpha.kubernetes.io/metrics": metrics, x: "y" };
  const base = {
    metadata: { annotations, labels: { l: "m" } },
    spec: { scaleTargetRef: ref, maxReplicas: 5 },
  };
  const s = tries("tries-autoscaler-quotes", [{ path: path("v1"), base }]);
  const object = `${path("v1")}/t0`;
  const wrong = { op: "replace", path: "/spec", value: 1 };
  for (const finalizers of [[], ["a.com/b"]]) {
    s.patch("merge", object, { metadata: { finalizers } });
    s.patch("json", object, [wrong]);
    s.patch("json", object, [wrong], [["fieldValidation", "Strict"]]);
    s.patch("json", object, [{ op: "add", path: "/metadata/annotations", value: { q: "r" } }, wrong]);
    s.patch("merge", object, { spec: 1 });
    s.patch("strategic", object, { spec: 1 });
  }
  return s;
}
