import { expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";

const TEMPLATES = "/api/v1/namespaces/default/podtemplates";
const TOO_LARGE = "etcdserver: request is too large";

const api = await clusterForTests();

let count = 0;
const template = (length: number, name: string) => ({
  metadata: { name },
  template: { spec: { containers: [{ name: "c", image: "i", args: ["A".repeat(length)] }] } },
});

/**
 * Creates an object of this length. The lengths below are those at which the answers of kube-apiserver
 * change.
 */
const create = (length: number, query = "") =>
  api.ask(
    "POST",
    `${TEMPLATES}?fieldManager=m${query}`,
    template(length, `q${String(++count).padStart(7, "0")}`),
  );

test.each([
  ["an object that fits keeps its managed fields", 1_572_102, true],
  ["one that fits without them loses them", 1_572_103, false],
  ["so does the largest one", 1_572_482, false],
])("%s", async (_, length, keeps) => {
  const { status, body } = await create(length);
  expect([status, JSON.stringify(body.metadata).includes("managedFields")]).toEqual([201, keeps]);
});

test.each([
  ["what is larger", 1_572_483, TOO_LARGE],
  [
    "what is much larger",
    2_100_000,
    "rpc error: code = ResourceExhausted desc = trying to send message larger than max (2100373 vs. 2097152)",
  ],
])("%s is refused as etcd refuses it", async (_, length, message) => {
  const { status, body } = await create(length);
  expect([status, body.message, body.reason]).toEqual([500, message, undefined]);
});

test("a dry run stores nothing, and refuses nothing", async () => {
  expect((await create(2_000_000, "&dryRun=All")).status).toBe(201);
});

test("updates have the same limit; what an apply owns is never taken away", async () => {
  const maps = "/api/v1/namespaces/default/configmaps/grows";
  const apply = (n: number) =>
    api.ask(
      "PATCH",
      `${maps}?fieldManager=m`,
      JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "grows" }, data: keys(n) }),
      { "content-type": "application/apply-patch+yaml" },
    );
  expect((await apply(10)).status).toBe(201);
  const large = await apply(MANY);
  expect([large.status, large.body.message]).toEqual([500, TOO_LARGE]);
  const { status, body } = await api.ask("PUT", maps, { metadata: { name: "grows" }, data: keys(MANY) });
  expect([status, JSON.stringify(body.metadata).includes("managedFields")]).toEqual([200, false]);
});

/**
 * Number of fields whose names fit into an object once, but not twice (in the object and in its managed
 * fields).
 */
const MANY = 3_300;
const keys = (n: number) =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`.padEnd(250, "x"), ""]));
