import { afterAll, beforeAll, expect, test } from "vitest";
import { type InMemoryCluster, startInMemoryCluster } from "../../testing/in-memory-cluster.ts";

let api: InMemoryCluster;
beforeAll(async () => {
  api = await startInMemoryCluster();
  const { status } = await api.ask("POST", "/apis/apiregistration.k8s.io/v1/apiservices", {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: "v1beta1.metrics.k8s.io" },
    spec: {
      group: "metrics.k8s.io",
      version: "v1beta1",
      groupPriorityMinimum: 100,
      versionPriority: 100,
      insecureSkipTLSVerify: true,
      service: { name: "metrics", namespace: "kube-system" },
    },
  });
  expect(status).toBe(201);
});
afterAll(() => api.stop());

test.each([
  ["/apis/metrics.k8s.io/v1beta1", 503],
  ["/apis/metrics.k8s.io/v1beta1/nodes", 503],
  ["/apis/metrics.k8s.io/v1beta1/namespaces/default/pods/web", 503],
  ["/apis/metrics.k8s.io/v1/nodes", 404],
  ["/apis/metrics.k8s.io", 404],
  ["/apis/apps/v1beta1/deployments", 404],
  ["/apis/apps/v1/nothing", 404],
] as const)("%s of an API service that leads to another server: %d", async (path, status) => {
  const answer = await api.ask("GET", path);
  expect(answer.status).toBe(status);
});
