import { afterAll, beforeAll, expect, it } from "vitest";
import { type InMemoryCluster, startInMemoryCluster } from "../../testing/in-memory-cluster.ts";

const AUTOSCALERS = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
const METRICS = "autoscaling.alpha.kubernetes.io/metrics";
let api: InMemoryCluster;

beforeAll(async () => {
  api = await startInMemoryCluster();
});
afterAll(() => api.stop());

// kube-apiserver 1.36.3 quotes annotations so, although the stored version has none of the first name.
it("quotes annotations that the conversion to the version of the URL adds in their order", async () => {
  const metrics = '[{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1"}}]';
  const created = await api.ask("POST", AUTOSCALERS, {
    metadata: { name: "a", annotations: { x: "y", [METRICS]: metrics }, finalizers: ["a/b"] },
    spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" } },
  });
  expect(created.status).toBe(201);
  const merge = { "content-type": "application/merge-patch+json" };
  const { status, body } = await api.ask("PATCH", `${AUTOSCALERS}/a`, { spec: 1 }, merge);
  expect(status).toBe(422);
  const names = /\\"annotations\\":.*metrics\\".*\\"x\\":\\"y\\"\},\\"finalizers\\":/;
  expect(String(body.message)).toMatch(names);
});
