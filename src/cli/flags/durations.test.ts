import { expect, test } from "vitest";
import { durationFlag, nonNegativeDurationFlag } from "./durations.ts";

test("durationFlag reads Go's durations, and says what Go's flags say of others", () => {
  expect(durationFlag("--ttl", "1m0.5s")).toBe(60_500);
  expect(durationFlag("--ttl", "-1s")).toBe(-1000);
  expect(() => durationFlag("--ttl", "5")).toThrow(
    'invalid argument "5" for "--ttl" flag: time: missing unit in duration "5"',
  );
});

test("nonNegativeDurationFlag refuses what is negative or no duration, with an example", () => {
  expect(nonNegativeDurationFlag("--wait", "0s", "30s")).toBe(0);
  for (const value of ["-1s", "5", "soon"])
    expect(() => nonNegativeDurationFlag("--wait", value, "30s")).toThrow(
      `--wait: "${value}" is not a duration, such as 30s`,
    );
});
