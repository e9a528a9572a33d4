import { afterAll, beforeAll, expect, test } from "vitest";
import { type InMemoryCluster, startInMemoryCluster } from "../../../testing/in-memory-cluster.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
let api: InMemoryCluster;

beforeAll(async () => {
  api = await startInMemoryCluster();
  await api.ask("POST", MAPS, { metadata: { name: "a" } });
});
afterAll(() => api.stop());

test.each([`${MAPS}/a?resourceVersion=1`, `${MAPS}/a?uid=x`, `${MAPS}?resourceVersion=1`])(
  "the query of DELETE %s holds a precondition",
  async (url) => {
    expect((await api.ask("DELETE", url)).status).toBe(409);
  },
);

test("a body wins over the query", async () => {
  const { status } = await api.ask("DELETE", `${MAPS}/a?resourceVersion=1`, { kind: "DeleteOptions" });
  expect(status).toBe(200);
});
