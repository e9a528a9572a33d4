import { expect, test } from "vitest";
import { webhookTime } from "./request-metrics.ts";

test("mutating webhooks add up, the longest of the validating ones counts", () => {
  const admit = (milliseconds: number) => ({ phase: "admit" as const, call: { milliseconds } });
  const validate = (milliseconds: number) => ({ phase: "validate" as const, call: { milliseconds } });
  const verdicts = [
    { asked: [admit(1), admit(20), { phase: "admit" as const }] },
    { asked: [validate(300), validate(4000)] },
  ];
  expect(webhookTime(verdicts)).toBe(4021);
  expect(webhookTime([])).toBe(0);
});
