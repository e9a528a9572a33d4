import { expect, test } from "vitest";
import type { KubeObject, ObjectMeta } from "../../../../api/meta.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { PODS, podUsage } from "./quota-pods.ts";

const podOf = (spec: JsonObject, metadata: ObjectMeta = {}, status: JsonObject = {}): KubeObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", ...metadata },
  spec,
  status,
});

test("quotas name extended resources that are not Kubernetes' own, and devices by their class", () => {
  expect(PODS.counts("requests.example.com/gpu")).toBe(true);
  expect(PODS.counts("requests.deviceclass.resource.kubernetes.io/gpu")).toBe(true);
  expect(PODS.counts("requests.kubernetes.io/gpu")).toBe(false);
  expect(PODS.counts("requests.gpu")).toBe(false);
});

test("a pod counts until the grace of its deletion is over", () => {
  const deletionTimestamp = "2026-01-01T00:00:00Z";
  const pod = podOf({}, { deletionTimestamp, deletionGracePeriodSeconds: 30 });
  const isCounted = (after: number): boolean =>
    podUsage(pod, Date.parse(deletionTimestamp) + 1000 * after).has("pods");
  expect([isCounted(0), isCounted(30), isCounted(31)]).toEqual([true, true, false]);
});

test("a pod without positive amounts of processors and memory is of the lowest quality", () => {
  const scope = { scopeName: "BestEffort", operator: "Exists" };
  const isBest = (pod: KubeObject): boolean | undefined => PODS.inScope?.(scope, pod);
  const container = (requests: JsonObject): JsonObject => ({ name: "c", resources: { requests } });
  expect(isBest(podOf({ containers: [container({ cpu: "0", "example.com/a": "1" })] }))).toBe(true);
  expect(isBest(podOf({ containers: [container({ cpu: "1" })] }))).toBe(false);
  expect(isBest(podOf({ containers: [container({ cpu: "1" })], resources: {} }))).toBe(true);
  expect(isBest(podOf({ containers: [container({})] }, {}, { qosClass: "Burstable" }))).toBe(false);
});
