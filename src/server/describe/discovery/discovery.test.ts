import { expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";

const AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

const api = await clusterForTests();

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
