import { expect, it } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const api = await clusterForTests();

// The statuses are from kube-apiserver 1.36.3.
it.each([
  ["resourceVersion=0&resourceVersionMatch=Exact", 422],
  ["resourceVersion=00&resourceVersionMatch=Exact", 200],
  ["resourceVersion=00&limit=1", 200],
  // The request waits for a future revision.
  ["resourceVersion=99999999&resourceVersionMatch=Exact&timeout=1s", 504],
])("a list with %s is answered with %i", async (query, status) => {
  expect((await api.ask("GET", `${MAPS}?${query}`)).status).toBe(status);
});

it("a list of one name has no pages, and is as new as can be", async () => {
  for (const name of ["a", "b"]) await api.ask("POST", MAPS, { metadata: { name } });
  for (const query of ["limit=1", "limit=1&resourceVersion=1"]) {
    const { body } = await api.ask("GET", `${MAPS}?fieldSelector=metadata.name%3Da&${query}`);
    expect(body.metadata).toEqual({ resourceVersion: expect.any(String) });
    expect(body.items).toHaveLength(1);
  }
  const { body } = await api.ask("GET", `${MAPS}?limit=1`);
  expect(body.metadata).toHaveProperty("continue");
});

it("a list by label finds what is selected among thousands, of one revision and without pages", async () => {
  const names = Array.from({ length: 2_100 }, (_, i) => `many-${String(i).padStart(4, "0")}`);
  for (const name of names) {
    const labels = { app: name.endsWith("50") ? "chosen" : "other" };
    await api.ask("POST", MAPS, { metadata: { name, labels }, data: { text: '"chosen"' } });
  }
  const { body } = await api.ask("GET", `${MAPS}?labelSelector=app%3Dchosen`);
  const found = (body.items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
  expect(found).toEqual(names.filter((name) => name.endsWith("50")));
  expect(body.metadata).toEqual({ resourceVersion: expect.any(String) });
});

it.each(["spec.nodeName", "spec.host"])(
  "pods selected by %s are found by an index: no page follows the last",
  async (field) => {
    const pods = "/api/v1/namespaces/default/pods";
    for (const [name, nodeName] of [
      ["a", "n"],
      ["b", "m"],
    ])
      await api.ask("POST", pods, {
        metadata: { name },
        spec: { nodeName, containers: [{ name: "c", image: "i" }] },
      });
    const { body } = await api.ask("GET", `${pods}?fieldSelector=${field}%3Dn&limit=1`);
    expect(body.items).toHaveLength(1);
    expect(body.metadata).toEqual({ resourceVersion: expect.any(String) });
  },
);
