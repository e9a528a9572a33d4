import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { membersOf } from "../../json/value.ts";

const api = await clusterForTests();

test("a version without a match means what was there then", async () => {
  const maps = "/api/v1/namespaces/default/configmaps";
  const { body: list } = await api.ask("GET", maps);
  const { resourceVersion } = membersOf<{ resourceVersion: string }>(list.metadata);
  await api.ask("POST", maps, { metadata: { name: "later" } });
  const { body } = await api.ask("DELETE", `${maps}?resourceVersion=${resourceVersion}`);
  expect([body.kind, body.items]).toEqual(["ConfigMapList", list.items]);
  expect((await api.ask("GET", `${maps}/later`)).status).toBe(200);
});
