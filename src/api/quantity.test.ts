import { describe, expect, it } from "vitest";
import {
  addQuantities,
  canonicalQuantity,
  canonicalResource,
  compareQuantities,
  formatQuantity,
  parseQuantity,
} from "./quantity.ts";

describe("canonicalQuantity", () => {
  it.each([
    ["0.5", "500m"],
    ["1024Mi", "1Gi"],
    ["1.5Gi", "1536Mi"],
    ["1000", "1k"],
    ["1500m", "1500m"],
    ["0", "0"],
    ["0.0", "0"],
    ["-0.5", "-500m"],
    ["1e3", "1e3"],
    ["10e2", "1e3"],
    ["0.1Ki", "102400m"],
    ["12345678901234567890", "12345678901234567890"],
    ["1.0000000001", "1000000001n"],
    ["8Ei", "9223372036854775807"],
    ["100Ki", "100Ki"],
    ["500Ki", "500Ki"],
    ["1.", "1."],
    ["m", "0"],
    ["+5", "+5"],
  ])("writes %s as %s", (given, canonical) => {
    expect(canonicalQuantity(given)).toBe(canonical);
  });

  it.each([
    ["", "quantities must match"],
    ["a", "quantities must match"],
    ["1x", "quantities must match"],
    ["1 Gi", "quantities must match"],
    ["1ki", "unable to parse quantity's suffix"],
    ["Pi", "unable to parse numeric part of quantity"],
    ["1e", "unable to parse quantity's suffix"],
  ])("refuses %j", (given, why) => {
    expect(() => canonicalQuantity(given)).toThrow(why);
  });
});

describe("canonicalResource", () => {
  it("rounds up to thousandths", () => {
    expect(canonicalResource("0.0001")).toBe("1m");
    expect(canonicalResource("1.500")).toBe("1.500");
  });
});

describe("quantities", () => {
  it("add and compare", () => {
    const [half, kibi] = [parseQuantity("500m"), parseQuantity("1Ki")];
    expect(formatQuantity(addQuantities(half, half))).toBe("1");
    expect(formatQuantity(addQuantities(kibi, kibi))).toBe("2Ki");
    expect(compareQuantities(kibi, half)).toBeGreaterThan(0);
    expect(compareQuantities(parseQuantity("1e999999"), half)).toBeGreaterThan(0);
  });
});
