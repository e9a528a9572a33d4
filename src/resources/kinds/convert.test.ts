import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../api/meta.ts";
import { createRegistry } from "../registry.ts";
import { builtinResources } from "./index.ts";

const registry = createRegistry(builtinResources({ v1beta1Registration: true }));
const kind = (group: string, version: string, name: string) => {
  const found = registry.kind(group, version, name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

const hpaV2 = (spec: object): KubeObject => {
  const v2 = kind("autoscaling", "v2", "HorizontalPodAutoscaler");
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };
  const object = v2.decode({
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "a", annotations: { keep: "1" } },
    spec: { scaleTargetRef, maxReplicas: 3, ...spec },
  });
  v2.applyDefaults(object);
  return object;
};

describe("autoscaling/v1", () => {
  const v1 = kind("autoscaling", "v1", "HorizontalPodAutoscaler");
  const others = [
    { type: "Pods", pods: { metric: { name: "x" }, target: { type: "AverageValue", averageValue: "1k" } } },
    { type: "Resource", resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } } },
    {
      type: "External",
      external: {
        metric: { name: "q", selector: { matchLabels: { a: "b" } } },
        target: { type: "Value", value: "5" },
      },
    },
    {
      type: "Object",
      object: {
        describedObject: { kind: "Ingress", name: "i" },
        metric: { name: "hits" },
        target: { type: "AverageValue", averageValue: "3" },
      },
    },
  ];
  const cpu = {
    type: "Resource",
    resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } },
  };

  it("keeps in annotations what its fields cannot say, in the reference's spelling", () => {
    const object = v1.fromHub(
      hpaV2({ metrics: [cpu, others[0]], behavior: { scaleDown: { policies: [] } } }),
    );
    expect(object.spec).toEqual({
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" },
      minReplicas: 1,
      maxReplicas: 3,
      targetCPUUtilizationPercentage: 60,
    });
    expect(object.metadata.annotations).toMatchObject({
      keep: "1",
      "autoscaling.alpha.kubernetes.io/metrics":
        '[{"type":"Pods","pods":{"metricName":"x","targetAverageValue":"1k"}}]',
    });
    expect(object.metadata.annotations?.["autoscaling.alpha.kubernetes.io/behavior"]).toMatch(
      /^\{"ScaleUp":\{"StabilizationWindowSeconds":0,"SelectPolicy":"Max","Policies":\[\{"Type":"Pods","Value":4,"PeriodSeconds":15\}/,
    );
  });

  it("comes back as it was, with the CPU behind the others", () => {
    const given = hpaV2({
      metrics: [...others, cpu],
      behavior: { scaleUp: { stabilizationWindowSeconds: 5 } },
    });
    expect(v1.toHub(v1.fromHub(given))).toEqual({ ...given, status: { ...(given.status as object) } });
  });

  it("aims at 80 percent when nothing is said", () => {
    const object = v1.decode({
      metadata: { name: "a" },
      spec: { scaleTargetRef: { kind: "D", name: "d" }, maxReplicas: 2 },
    });
    v1.applyDefaults(object);
    const back = v1.fromHub(v1.toHub(object));
    expect(back.spec).toMatchObject({ targetCPUUtilizationPercentage: 80, minReplicas: 1 });
  });
});

describe("events.k8s.io/v1 Event", () => {
  const served = kind("events.k8s.io", "v1", "Event");

  it("is kept as a core event and comes back", () => {
    const event = served.decode({
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      metadata: { name: "e" },
      eventTime: "2026-01-01T00:00:00.123456Z",
      regarding: { kind: "Pod", name: "p" },
      note: "n",
      reportingController: "c",
      reportingInstance: "i",
      series: { count: 2, lastObservedTime: "2026-01-01T00:00:01.000000Z" },
    });
    const stored = served.toHub(event);
    expect(stored).toMatchObject({
      apiVersion: "v1",
      involvedObject: { kind: "Pod", name: "p" },
      message: "n",
      reportingComponent: "c",
      source: {},
      firstTimestamp: null,
    });
    expect(served.fromHub(stored)).toEqual(event);
  });
});

describe("admissionregistration.k8s.io/v1beta1", () => {
  it("has its own defaults and is kept as v1", () => {
    const v1beta1 = kind("admissionregistration.k8s.io", "v1beta1", "ValidatingWebhookConfiguration");
    const object = v1beta1.decode({
      metadata: { name: "c" },
      webhooks: [{ name: "a.b.c", clientConfig: {} }],
    });
    v1beta1.applyDefaults(object);
    expect(v1beta1.toHub(object)).toMatchObject({
      apiVersion: "admissionregistration.k8s.io/v1",
      webhooks: [
        {
          failurePolicy: "Ignore",
          matchPolicy: "Exact",
          timeoutSeconds: 30,
          sideEffects: "Unknown",
          admissionReviewVersions: ["v1beta1"],
        },
      ],
    });
  });
});
