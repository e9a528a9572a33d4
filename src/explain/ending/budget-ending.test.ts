import { expect, test } from "vitest";
import { explained } from "../explained.tool.ts";

const budget = (status: string): string => `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: web, namespace: shop }
spec: { minAvailable: 3, selector: { matchLabels: { app: web } } }
status: { disruptionsAllowed: 0, ${status} }
---
apiVersion: v1
kind: Pod
metadata: { name: web-1, namespace: shop, labels: { app: web } }
spec: { nodeName: a, containers: [{ name: a, image: a }] }
status: { phase: Running, conditions: [{ type: Ready, status: "True" }] }
`;

test.each<[string, string]>([
  ["desiredHealthy: 3, expectedPods: 4, currentHealthy: 2", " It wants 3 of 4 pods healthy; healthy now: 2."],
  // Enough pods are healthy, numbers of a failed sync, and absent numbers.
  ["desiredHealthy: 3, expectedPods: 4, currentHealthy: 4", ""],
  [
    "desiredHealthy: 3, expectedPods: 4, currentHealthy: 2, conditions: [{ type: DisruptionAllowed, status: 'False', reason: SyncFailed, message: why, lastTransitionTime: '2026-01-01T00:00:00Z' }]",
    "",
  ],
  ["currentHealthy: 2", ""],
])("an eviction while the budget has %s", async (status, says) => {
  const object = {
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name: "web-1", namespace: "shop" },
  };
  const { findings } = await explained({ manifests: budget(status), object });
  const message = findings[0]?.message ?? "";
  expect(message).toMatch(/disruption budget\./);
  expect(message.split("disruption budget.")[1]).toBe(says);
});
