import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type InMemoryCluster, startInMemoryCluster } from "../../../test/tools/in-memory-cluster.tool.ts";
import type { ControllerHost } from "./controller.ts";
import { whileLeading } from "./leader.ts";

let api: InMemoryCluster;
const running: { stop(): Promise<void> }[] = [];
const leaders: string[] = [];
/** The list of leaders after each change. */
const history: string[] = [];

beforeEach(async () => {
  leaders.length = 0;
  history.length = 0;
  api = await startInMemoryCluster();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(running.splice(0).map((one) => one.stop()));
  await api.stop();
});

const RETRY_MS = 30;
/** Returns the leaders after all candidates have read the Lease once more. */
async function later(): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(RETRY_MS);
  return leaders;
}

/**
 * A server that takes part in the election. `instead` can replace the responses of its requests to the store.
 */
function candidate(identity: string, instead: () => Promise<never> | undefined = () => undefined) {
  const handle: ControllerHost["handle"] = (request) => instead() ?? api.cluster.handle(request);
  const host = { ...api.cluster, handle } as unknown as ControllerHost;
  const one = whileLeading(host, { identity, leaseMs: 600, retryMs: RETRY_MS }, async () => {
    leaders.push(identity);
    history.push(leaders.join());
    const stop = () => {
      leaders.splice(leaders.indexOf(identity), 1);
      history.push(leaders.join());
    };
    return { stop };
  });
  running.push(one);
  return one;
}

test("one of several leads, and the next one when it ends", async () => {
  const all = ["a", "b", "c"].map((identity) => candidate(identity));
  await expect.poll(later).toHaveLength(1);
  const [first = ""] = leaders;
  await all[["a", "b", "c"].indexOf(first)]?.stop();
  expect(leaders).not.toContain(first);
  await expect.poll(later).toHaveLength(1);
  expect(history.filter((who) => who.length > 1)).toEqual([]);
});

test.each([
  ["is refused", () => Promise.reject(new Error("away"))],
  ["hears nothing", () => new Promise<never>(() => {})],
])("a leader that %s stops before another one begins", async (_how, failing) => {
  let away = false;
  const a = candidate("a", () => (away ? failing() : undefined));
  await expect.poll(later).toEqual(["a"]);
  candidate("b");
  await later();
  away = true;
  await expect.poll(later).toEqual(["b"]);
  expect(history).toEqual(["a", "", "b"]);
  running.splice(running.indexOf(a), 1);
});
