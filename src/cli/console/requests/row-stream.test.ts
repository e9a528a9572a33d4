import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import type { RequestEvent } from "../../../explain/stream/request-event.ts";
import type { JsonObject } from "../../../json/value.ts";
import { startConsole } from "../console.tool.ts";
import type { Upstream } from "../upstream.ts";
import { hookCounts } from "./hook-counts.ts";
import { KeptRows } from "./kept-rows.ts";
import { RequestFeed } from "./request-feed.ts";
import { streamRows } from "./row-stream.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const ADMISSION = "/apis/admissionregistration.k8s.io/v1";
const ALICE = { "impersonate-user": "alice", "impersonate-group": "system:masters" };
const CONTROLLER = "system:serviceaccount:kube-system:replicaset-controller";

const map = (name: string): JsonObject => ({ metadata: { name } });
const hasName =
  (wanted: string) =>
  (rows: readonly JsonObject[]): boolean =>
    rows.some(({ name }) => name === wanted);

/** A policy that refuses ConfigMaps with `bad` in their names. */
async function addPolicy({ api }: Awaited<ReturnType<typeof startConsole>>): Promise<void> {
  const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };
  await api.ask("POST", `${ADMISSION}/validatingadmissionpolicies`, {
    metadata: { name: "no-bad" },
    spec: {
      matchConstraints: { resourceRules: [rule] },
      validations: [{ expression: "!object.metadata.name.contains('bad')" }],
    },
  });
  await api.ask("POST", `${ADMISSION}/validatingadmissionpolicybindings`, {
    metadata: { name: "no-bad" },
    spec: { policyName: "no-bad", validationActions: ["Deny"] },
  });
}

test("streamRows sends each request with the policies that decided it", async () => {
  const console = await startConsole();
  await addPolicy(console);
  const page = await console.stream();
  expect(page.headers["content-type"]).toBe("text/event-stream");
  await page.until("state", ({ connection }) => connection === "open");
  await console.api.ask("POST", MAPS, map("good"), ALICE);
  await console.api.ask("POST", MAPS, map("bad"), ALICE);
  const { data } = await page.until("rows", hasName("bad"));
  expect(data.at(-1)).toMatchObject({
    name: "bad",
    resource: "configmaps",
    user: "alice",
    code: 422,
    refused: true,
    hooks: [{ kind: "policy", name: "no-bad", of: "ValidatingAdmissionPolicy/no-bad", deed: "refused" }],
  });
  const counts = await console.ask("/api/counts", { headers: { authorization: console.authorization } });
  expect(JSON.parse(counts.body).hooks).toMatchObject([{ name: "no-bad", calls: 2, refused: 1, failed: 0 }]);
});

test("streamRows filters all rows that are kept, also those that another page was sent before", async () => {
  const console = await startConsole();
  const first = await console.stream();
  await first.until("state", ({ connection }) => connection === "open");
  for (const name of ["a1", "a2", "b1"]) await console.api.ask("POST", MAPS, map(name), ALICE);
  await console.api.ask("POST", MAPS, map("a1"), ALICE);
  await first.until("rows", (rows) => rows.some(({ code }) => code === 409));
  const names = async (query: Record<string, string>): Promise<unknown[]> => {
    const { data } = await (await console.stream(query)).until("rows", () => true);
    return data.map(({ name }: JsonObject) => name);
  };
  expect(await names({ filter: "A1" })).toEqual(["a1", "a1"]);
  expect(await names({ filter: "name:a -code:409" })).toEqual(["a1", "a2"]);
  expect(await names({ refused: "true" })).toEqual(["a1"]);
  const { id } = await (await console.stream()).until("rows", () => true);
  await console.api.ask("POST", MAPS, map("c1"), ALICE);
  expect(await names({ after: id })).toEqual(["c1"]);
  // A position of an earlier process says nothing about this one.
  expect(await names({ after: "000000000000-2" })).toEqual(["a1", "a2", "b1", "a1", "c1"]);
});

test("streamRows hides what controllers do, but not the first refusal of each", async () => {
  const console = await startConsole();
  await addPolicy(console);
  const page = await console.stream();
  await page.until("state", ({ connection }) => connection === "open");
  const asController = { ...ALICE, "impersonate-user": CONTROLLER };
  await console.api.ask("POST", MAPS, map("mine"), ALICE);
  // A person may impersonate a controller. These are requests of the server itself.
  const own = { ...asController, authorization: `Bearer ${console.api.cluster.token}` };
  for (const name of ["theirs", "bad-1", "bad-2"]) await console.api.ask("POST", MAPS, map(name), own);
  await console.api.ask("POST", MAPS, map("last"), ALICE);
  const { data } = await (await console.stream()).until("rows", hasName("last"));
  expect(data.map(({ name }: JsonObject) => name)).toEqual(["mine", "bad-1", "last"]);
  const all = await (await console.stream({ system: "true" })).until("rows", hasName("last"));
  expect(all.data).toHaveLength(5);
  // The page of the configurations counts the same requests.
  const filter = "refused-by:no-bad";
  const refused = await (await console.stream({ system: "true", filter })).until("rows", () => true);
  const counts = await console.ask("/api/counts", { headers: { authorization: console.authorization } });
  expect(JSON.parse(counts.body).hooks).toMatchObject([{ name: "no-bad", refused: refused.data.length }]);
  expect(refused.data).toHaveLength(2);
  await page.until("state", ({ hidden }) => hidden === 2);
});

test("a thousand requests in a row are all there", async () => {
  const console = await startConsole();
  const page = await console.stream();
  await page.until("state", ({ connection }) => connection === "open");
  for (let i = 0; i < 1_000; i++) await console.api.ask("POST", MAPS, map(`map-${i}`), ALICE);
  await page.until("rows", hasName("map-999"));
  const { data } = await page.until("state", ({ kept }) => Number(kept) >= 1_000);
  expect(data).toMatchObject({ kept: 1_000, skipped: 0, missed: 0 });
  const { data: found } = await (await console.stream({ filter: "name:map-7" })).until("rows", () => true);
  expect(found).toHaveLength(111);
});

test("hookCounts counts failures that were ignored, and has the times of the calls", () => {
  const rows = new KeptRows(10);
  const webhook = (outcome: string, milliseconds: number, changed = false) => ({
    name: "a.example.com",
    configuration: "a",
    outcome,
    milliseconds,
    changed,
  });
  const event = (webhooks: readonly object[]) => ({
    verb: "create",
    resource: "pods",
    user: "a",
    allowed: true,
    webhooks,
  });
  rows.add(event([webhook("allowed", 2, true)]) as never);
  rows.add(event([webhook("failed", 8)]) as never);
  rows.add(event([webhook("allowed", 4)]) as never);
  expect(hookCounts(rows)).toMatchObject({
    requests: 3,
    hooks: [{ name: "a.example.com", calls: 3, changed: 1, failed: 1, refused: 0, p50: 4, p99: 8 }],
  });
});

test("the times of kept rows are in their order, except where a recording is not", () => {
  const rows = new KeptRows(10);
  const add = (time: string, milliseconds: number): void =>
    rows.add({ verb: "create", resource: "pods", user: "a", allowed: true, time, milliseconds } as never);
  add("2026-11-22T16:23:39.000Z", 200);
  add("2026-11-22T16:23:39.100Z", 50);
  add("2026-11-22T16:23:39.300Z", 1);
  add("2026-11-22T12:00:00.000Z", 1);
  expect(rows.after(0).map(({ row }) => new Date(row.time).toISOString().slice(11, 23))).toEqual([
    "16:23:39.200",
    "16:23:39.200",
    "16:23:39.301",
    "12:00:00.001",
  ]);
});

test("streamRows waits for a slow page without keeping listeners", async () => {
  const response = Object.assign(new EventEmitter(), {
    writeHead: () => response,
    end: () => response,
    write: () => {
      setImmediate(() => response.emit("drain"));
      return false;
    },
  });
  const stream = () => Promise.reject(new Error("no server"));
  const feed = new RequestFeed({ stream } as unknown as Upstream);
  const event = { verb: "create", resource: "pods", subresource: "", user: "a", allowed: true };
  for (let id = 0; id < 10_000; id++) feed.rows.add(event as unknown as RequestEvent);
  const request = { headers: {} } as IncomingMessage;
  const url = new URL("http://localhost/?system=true&reads=true");
  const streaming = streamRows(feed, request, response as unknown as ServerResponse, url);
  for (let turn = 0; turn < 100; turn++) await new Promise((next) => setImmediate(next));
  expect(response.listenerCount("close")).toBeLessThanOrEqual(2);
  response.emit("close");
  await streaming;
  feed.close();
});
