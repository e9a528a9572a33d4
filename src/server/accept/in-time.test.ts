import { expect, test, vi } from "vitest";
import type { ServerResponse } from "../../api/exchange/exchange.ts";
import type { RequestContext } from "../request-context.ts";
import { inTime, isLongRunning } from "./in-time.ts";
import { parseRequestInfo } from "./request-info.ts";

const infoOf = (path: string, query = "") =>
  parseRequestInfo({ method: "GET", path, query: new URLSearchParams(query) });

const info = parseRequestInfo({
  method: "POST",
  path: "/api/v1/namespaces/a/pods",
  query: new URLSearchParams(),
});
const context = { timeoutMs: 20, auditId: "a", info } as RequestContext;

test("isLongRunning() knows what goes on for as long as somebody listens", () => {
  const pods = "/api/v1/namespaces/a/pods";
  const long = [infoOf(pods, "watch=1"), infoOf(`${pods}/p/log`), infoOf("/debug/pprof/profile")];
  expect(long.map(isLongRunning)).toEqual([true, true, true]);
  expect([infoOf(pods), infoOf(`${pods}/p/status`), infoOf("/healthz")].map(isLongRunning)).toEqual([
    false,
    false,
    false,
  ]);
});

test("inTime() hands on what is there in time, be it a failure", async () => {
  const response: ServerResponse = { status: 200, headers: {} };
  expect(await inTime(context, Promise.resolve(response))).toBe(response);
  await expect(inTime(context, Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});

test("inTime() answers 504 when the answer came after a time that is too short for a timer", async () => {
  const brief = { ...context, timeoutMs: 1e-6 };
  expect((await inTime(brief, Promise.resolve({ status: 200, headers: {} }))).status).toBe(504);
});

test("inTime() answers 504 when it is not", async () => {
  vi.useFakeTimers();
  const answer = inTime(context, new Promise(() => {}));
  vi.advanceTimersByTime(20);
  vi.useRealTimers();
  expect(await answer).toEqual({
    status: 504,
    headers: {
      "audit-id": "a",
      "cache-control": "no-cache, private",
      "content-type": "text/plain; charset=utf-8",
      connection: "close",
    },
    body: '{"metadata":{},"status":"Failure","message":"Timeout: request did not complete within the allotted timeout","reason":"Timeout","details":{},"code":504}\n',
  });
  expect(context.responseObject).toMatchObject({
    message: "Timeout: request did not complete within requested timeout - context deadline exceeded",
  });
});
