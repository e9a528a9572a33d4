import { expect, it } from "vitest";
import { parseLooseDuration } from "./loose-duration.ts";

const SECOND = 1_000_000_000n;

it.each([
  ["1h30m", 5400n * SECOND],
  ["3 days", 3n * 86_400n * SECOND],
  ["1 hour 5 minutes", 3900n * SECOND],
  ["1HR, and 1 Wk", 608_400n * SECOND],
  ["2 µs5sxyz", 2000n],
  ["000000000000000000000000001 s", SECOND],
  ["9223372036854775807 s", -SECOND],
  ["0 days", 0n],
])("%s is a duration", (text, nanos) => {
  expect(parseLooseDuration(text)).toBe(nanos);
});

it.each(["", "days", "5", "5 parsecs", "1 day 9223372036854775808 x", "5\u00a0days"])(
  "%j is none",
  (text) => {
    expect(parseLooseDuration(text)).toBeUndefined();
  },
);

it("reads long texts in one pass", () => {
  expect(parseLooseDuration("1".repeat(500_000))).toBeUndefined();
  expect(parseLooseDuration("1 ".repeat(250_000))).toBeUndefined();
  expect(parseLooseDuration(`1${" ".repeat(500_000)}`)).toBeUndefined();
  expect(parseLooseDuration("00".concat("s000".repeat(30_000), "!"))).toBe(0n);
});
