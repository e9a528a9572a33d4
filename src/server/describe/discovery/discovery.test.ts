import { afterAll, beforeAll, expect, test } from "vitest";
import { type InMemoryCluster, startInMemoryCluster } from "../../../../test/tools/in-memory-cluster.tool.ts";

const AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

let api: InMemoryCluster;
beforeAll(async () => {
  api = await startInMemoryCluster();
});
afterAll(() => api.stop());

// Every answer here is from kube-apiserver 1.36.3.
test.each([
  ["/api", AGGREGATED, 200, "APIGroupDiscoveryList"],
  ["/api/", AGGREGATED, 200, "APIGroupDiscoveryList"],
  ["/apis", AGGREGATED, 200, "APIGroupDiscoveryList"],
  ["/apis/", AGGREGATED, 406, "Status"],
  ["/apis/", `${AGGREGATED},application/json`, 200, "APIGroupList"],
])("%s, asked for %s, answers %d with %s", async (path, accept, status, kind) => {
  const answer = await api.ask("GET", path, undefined, { accept });
  expect([answer.status, answer.body.kind]).toEqual([status, kind]);
});
