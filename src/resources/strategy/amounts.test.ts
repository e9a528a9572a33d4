import { expect, it } from "vitest";
import { compareAmounts, millis, units } from "./amounts.ts";

it("compares amounts of any size", () => {
  expect(compareAmounts("1", "1000m")).toBe(0);
  expect(compareAmounts("1Ki", "1k")).toBeGreaterThan(0);
  expect(compareAmounts("1e100", "1e200")).toBeLessThan(0);
  expect(compareAmounts("1e2000000000", "1e1999999999")).toBeGreaterThan(0);
});

it("rounds up", () => {
  expect(units("1500m")).toBe(2n);
  expect(millis("1u")).toBe(1n);
});
