import { expect, test } from "vitest";
import type { ExplainedCall, Step } from "../explanation.ts";
import { PLAIN } from "./paint.ts";
import { stepText } from "./step-text.ts";

const called = (budgetMilliseconds: number, remainingMilliseconds: number | null): Step => {
  const times: Partial<ExplainedCall> = { milliseconds: 3, budgetMilliseconds, remainingMilliseconds };
  const call = { outcome: "allowed", attempts: 1, patch: [], warnings: [], ...times };
  return {
    kind: "webhook",
    name: "a.example.com",
    configuration: "a",
    called: true,
    call,
  } as unknown as Step;
};

test.each([
  [10_000, 34_000, "3.0 of 10000 ms"],
  [10_000, null, "3.0 of 10000 ms"],
  [9_500, 9_500, "3.0 of 9500 ms, all that the request had left"],
])("a call with %d ms, when the request had %s, is told with %s", (budget, left, text) => {
  expect(stepText(called(budget, left), true, PLAIN)[0]).toMatch(new RegExp(`${text}$`));
});
