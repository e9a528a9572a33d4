import { afterEach, expect, test, vi } from "vitest";
import { startInMemoryCluster } from "../../test/tools/in-memory-cluster.tool.ts";
import { memoryRequest } from "../api/exchange/memory-request.ts";
import { tooManyRequests } from "../api/status.ts";
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

test("a preflight that is one too many is refused as other requests are, in words that its page may read", async () => {
  const refuse = () => Promise.reject(tooManyRequests("too many requests", 1));
  const api = await startInMemoryCluster({
    loop: { ...UNLIMITED_LOOP, anonymousTurn: refuse },
    allowedOrigins: ["^https://a[.]example$"],
  });
  const headers = { origin: "https://a.example", "access-control-request-method": "GET" };
  const answer = await api.cluster.handle(memoryRequest({ method: "OPTIONS", url: "/version", headers }));
  expect(answer.status).toBe(429);
  expect(answer.headers["access-control-allow-origin"]).toBe("https://a.example");
  await api.stop();
});

test("the id of an audit event is text of the client, as are warnings about its header", async () => {
  const api = await startInMemoryCluster();
  const id = Buffer.from("h\u00e9").toString("latin1");
  const headers = { "audit-id": id, authorization: "Bearer  x" };
  const answer = await api.ask("GET", "/api/v1/namespaces", undefined, headers);
  expect(answer.status).toBe(403);
  expect(answer.headers["audit-id"]).toBe("h\u00e9");
  expect(answer.headers.warning).toEqual([
    '299 - "the provided Authorization header contains extra space before the bearer token, and is ignored"',
  ]);
  await api.stop();
});
