import type { Json } from "../../../../src/json/value.ts";
import type { Scenario } from "../scenario.ts";
import { spec, tries } from "./tries.ts";

const path = (version: string): string =>
  `/apis/autoscaling/${version}/namespaces/{{ns}}/horizontalpodautoscalers`;
const ref = { kind: "Deployment", name: "d", apiVersion: "apps/v1" };
const NAMES = ["", "a/b", "..", "a%b", "m"];

const PLAIN: readonly Json[] = [
  spec({ minReplicas: 0 }),
  spec({ minReplicas: -1 }),
  ...NAMES.map((name) => spec({ scaleTargetRef: { kind: name, name } })),
  ...["", "v1", "a/b/c", "/", "apps/", "A b/v1", "/v1", "apps/V 1"].map((apiVersion) =>
    spec({ scaleTargetRef: { apiVersion } }),
  ),
];

const ANNOTATIONS: readonly Json[] = ["metrics", "behavior", "conditions", "current-metrics"].flatMap(
  (name) =>
    ["[{}]"].map((text) => ({
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
      ],
      updates: [...ANNOTATIONS, spec({ targetCPUUtilizationPercentage: null })],
      statuses: [{ currentReplicas: -1, desiredReplicas: -1 }],
    },
  ]);

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
  for (const finalizers of [[], ["a.com/b"]]) {
    s.patch("merge", object, { metadata: { finalizers } });
    s.patch("strategic", object, { spec: 1 });
  }
  return s;
}
