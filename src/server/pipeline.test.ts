import { afterEach, expect, test, vi } from "vitest";
import { memoryRequest } from "../api/memory-request.ts";
import { startInMemoryCluster } from "../testing/in-memory-cluster.ts";
import { UNLIMITED_LOOP } from "./loop/loop-budget.ts";

afterEach(() => void vi.useRealTimers());

test("a request that waits for its turn before anything of it is read has its deadline, too", async () => {
  const loop = { ...UNLIMITED_LOOP, turn: () => new Promise<void>(() => {}) };
  const api = await startInMemoryCluster({ loop });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const answer = api.cluster.handle(memoryRequest({ url: "/version" }));
  vi.advanceTimersByTime(60_000);
  expect((await answer).status).toBe(504);
  vi.useRealTimers();
  await api.stop();
});
