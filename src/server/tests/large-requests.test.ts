import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import type { Answered } from "../../../test/tools/in-memory-cluster.tool.ts";
import { MAX_VALUES } from "../../json/count-values.ts";
import type { JsonObject } from "../../json/value.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

const api = await clusterForTests();

const dataOf = (count: number, prefix = "k"): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, "a text of some length"]));
const create = (name: string, data: JsonObject): Promise<Answered> =>
  api.ask("POST", MAPS, { metadata: { name }, data });

/** Counts the turns of the event loop until the answer. */
async function turnsUntil(answer: Promise<Answered>): Promise<number> {
  let isThere = false;
  answer.then(() => {
    isThere = true;
  });
  let turns = 0;
  while (!isThere) {
    await setImmediate();
    turns++;
  }
  return turns;
}

test("others have turns while a large object is created, replaced, patched and applied", async () => {
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "large" }, data: dataOf(10_000) };
  const label = { metadata: { labels: { a: "b" } } };
  const change = (query: string, type: string, body: JsonObject): Promise<Answered> =>
    api.ask("PATCH", `${MAPS}/large${query}`, body, { "content-type": `application/${type}` });
  const requests = [
    () => create("large", object.data),
    () => api.ask("PUT", `${MAPS}/large`, { ...object, data: dataOf(10_000, "l") }),
    // The patch is small, but the patched object is large.
    () => change("", "merge-patch+json", label),
    () => change("?fieldManager=a&force=true", "apply-patch+yaml", object),
  ];
  const atLeast = 5 + (await turnsUntil(create("small", dataOf(10))));
  for (const request of requests) {
    const answer = request();
    expect(await turnsUntil(answer)).toBeGreaterThan(atLeast);
    expect((await answer).status).toBeLessThan(300);
  }
});

test("a large object is stored and answered as a small one is", async () => {
  const [small, large] = [await create("a1", dataOf(3)), await create("a2", dataOf(20_000))];
  expect([small.status, large.status]).toEqual([201, 201]);
  expect(Object.keys(large.body)).toEqual(Object.keys(small.body));
  const names = ({ body }: Answered): string[] => Object.keys(body.metadata as JsonObject);
  expect(names(large)).toEqual(names(small));
  expect((await api.ask("GET", `${MAPS}/a2`)).body).toEqual(large.body);
  expect(Object.keys(large.body.data as JsonObject)).toEqual(Object.keys(dataOf(20_000)).sort());
});

const list = (count: number): JsonObject => ({ metadata: { name: "x" }, unknown: Array(count).fill(1) });

test.each([
  ["application/json", (count: number) => JSON.stringify(list(count))],
  ["application/yaml", (count: number) => `metadata: {name: x}\nunknown: [${"a,".repeat(count)}]`],
])("a body of more values than a body may have is refused: %s", async (type, body) => {
  const send = (count: number) =>
    api.ask("POST", `${MAPS}?dryRun=All&fieldValidation=Ignore`, body(count), { "content-type": type });
  const refused = await send(type === "application/json" ? MAX_VALUES : 2 * MAX_VALUES);
  expect(refused.status).toBe(413);
  expect(refused.body.message).toBe(`Request entity too large: limit is ${MAX_VALUES} values`);
  expect((await send(MAX_VALUES - 100)).status).toBe(201);
});

test("commas in a text are no values", async () => {
  expect((await create("commas", { a: ",".repeat(2 * MAX_VALUES) })).status).toBe(201);
});
