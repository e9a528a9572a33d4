import { afterAll, beforeAll, expect, it } from "vitest";
import { type InMemoryCluster, startInMemoryCluster } from "../../testing/in-memory-cluster.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
let api: InMemoryCluster;
beforeAll(async () => {
  api = await startInMemoryCluster();
});
afterAll(() => api.stop());

// What kube-apiserver 1.36.3 answers.
it.each([
  ["resourceVersion=0&resourceVersionMatch=Exact", 422],
  ["resourceVersion=00&resourceVersionMatch=Exact", 200],
  ["resourceVersion=00&limit=1", 200],
  ["resourceVersion=99999999&resourceVersionMatch=Exact", 504],
])("a list with %s is answered with %i", async (query, status) => {
  expect((await api.ask("GET", `${MAPS}?timeout=1s&${query}`)).status).toBe(status);
});
