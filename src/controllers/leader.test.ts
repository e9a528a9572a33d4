import { afterEach, beforeEach, expect, test } from "vitest";
import { type InMemoryCluster, startInMemoryCluster } from "../testing/in-memory-cluster.ts";
import type { ControllerHost } from "./controller.ts";
import { whileLeading } from "./leader.ts";

let api: InMemoryCluster;
const running: { stop(): Promise<void> }[] = [];
const leaders: string[] = [];

beforeEach(async () => {
  leaders.length = 0;
  api = await startInMemoryCluster();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
  await api.stop();
});

/** A server that leads when it may; `handle` may be cut off. */
function candidate(identity: string, isAway: () => boolean = () => false) {
  const handle: ControllerHost["handle"] = (request) =>
    isAway() ? Promise.reject(new Error("away")) : api.cluster.handle(request);
  const host = { ...api.cluster, handle } as unknown as ControllerHost;
  const one = whileLeading(host, { identity, leaseMs: 300, retryMs: 30 }, async () => {
    leaders.push(identity);
    return { stop: () => void leaders.splice(leaders.indexOf(identity), 1) };
  });
  running.push(one);
  return one;
}

test("one of several leads, and the next one when it ends", async () => {
  const all = ["a", "b", "c"].map((identity) => candidate(identity));
  await expect.poll(() => leaders.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(leaders).toHaveLength(1);
  const [first] = leaders;
  await all[["a", "b", "c"].indexOf(first ?? "")]?.stop();
  expect(leaders).not.toContain(first);
  await expect.poll(() => leaders.length).toBe(1);
});

test("a leader that is cut off stops before another one begins", async () => {
  let away = false;
  candidate("a", () => away);
  await expect.poll(() => leaders).toEqual(["a"]);
  candidate("b");
  away = true;
  const seen = new Set<string>();
  const look = () => {
    seen.add(leaders.join());
    return leaders;
  };
  await expect.poll(look, { interval: 5 }).toEqual(["b"]);
  expect([...seen]).toEqual(["a", "", "b"]);
});
