import { expect, it } from "vitest";
import { callBudget, formatSeconds } from "./call-budget.ts";

it("callBudget takes what ends first and shows whole seconds, rounded up", () => {
  expect(callBudget(10, undefined, 0)).toEqual({
    timeoutMs: 10_000,
    timeoutParam: "10s",
    remaining: undefined,
  });
  expect(callBudget(20, 9_500, 0)).toEqual({ timeoutMs: 9_500, timeoutParam: "10s", remaining: 9_500 });
  expect(callBudget(5, 34_000, 1_000)).toMatchObject({ timeoutMs: 5_000, timeoutParam: "5s" });
});

it("callBudget gives a hook without timeout thirty seconds, and tells it the rest of the request's time", () => {
  expect(callBudget(undefined, undefined, 0)).toMatchObject({ timeoutMs: 30_000, timeoutParam: "30s" });
  expect(callBudget(undefined, 34_000, 0)).toMatchObject({ timeoutMs: 30_000, timeoutParam: "34s" });
});

it("formatSeconds writes durations as Go does", () => {
  expect([1, 60, 90, 3600].map(formatSeconds)).toEqual(["1s", "1m0s", "1m30s", "1h0m0s"]);
});
