import { afterAll, beforeAll, expect, test } from "vitest";
import { type InMemoryCluster, startInMemoryCluster } from "../../testing/in-memory-cluster.ts";

let api: InMemoryCluster;
beforeAll(async () => {
  api = await startInMemoryCluster();
});
afterAll(() => api.stop());

test.each([
  ["", 200],
  ["?export=false", 200],
  ["?export=0", 200],
  ["?export=true", 400],
  ["?export", 400],
])("get() of a namespace%s answers %i: nothing is exported any more", async (query, status) => {
  const answer = await api.ask("GET", `/api/v1/namespaces/default${query}`);
  expect(answer.status).toBe(status);
  if (status === 400)
    expect(answer.body.message).toBe("the export parameter, deprecated since v1.14, is no longer supported");
});
