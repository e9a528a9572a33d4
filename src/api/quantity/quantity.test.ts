import { describe, expect, it } from "vitest";
import {
  addQuantities,
  canonicalQuantity,
  canonicalResource,
  compareQuantities,
  formatQuantity,
  MAX_DIGITS,
  parseQuantity,
  subtractQuantities,
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
    ["1e100000000", "10e99999999"],
    ["10e2147483647", "10e2147483647"],
    ["1e4294967299", "1e4294967299"],
    ["10e4294967298", "1e3"],
    ["1e-2147483647", "1e-9"],
    ["e0000000000000000000000000000003", "0"],
    ["10e000000000000000000000000000002", "1e3"],
    ["0e2147483647", "0"],
    ["99999999999.9999999999", "100G"],
    ["9223372036854775808Ki", "9223372036854775807"],
    [`0.${"0".repeat(100)}1Ei`, "1n"],
    [`1.${"0".repeat(100)}Ki`, "1Ki"],
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
    ["1e99999999999999999999", "unable to parse quantity's suffix"],
    ["1e9223372036854775808", "unable to parse quantity's suffix"],
    [`${"0".repeat(200_000)}x`, "quantities must match"],
    [`0.${"0".repeat(200_000)}x`, "quantities must match"],
    [`1e${"0".repeat(200_000)}x`, "quantities must match"],
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

describe("extreme quantities", () => {
  it("keep all their digits as texts", () => {
    const digits = "1".repeat(300_000);
    expect(canonicalQuantity(digits)).toBe(digits);
    expect(canonicalQuantity(`${digits}${"0".repeat(300_000)}`)).toBe(digits);
    expect(canonicalResource(`1.${"9".repeat(300_000)}`)).toBe("2");
  });

  it("are rounded to a thousand digits in calculations, away from zero", () => {
    const [huge, long] = [parseQuantity("1e2000000000"), parseQuantity(`-${"1".repeat(5000)}`)];
    expect(long.digits).toBe(-BigInt(`${"1".repeat(MAX_DIGITS - 1)}2`));
    expect(compareQuantities(addQuantities(huge, parseQuantity("1")), huge)).toBeGreaterThan(0);
    expect(compareQuantities(subtractQuantities(huge, parseQuantity("1")), huge)).toBeLessThan(0);
    expect(compareQuantities(addQuantities(huge, huge), parseQuantity("2e2000000000"))).toBe(0);
    expect(formatQuantity(addQuantities(parseQuantity("1Ki"), huge))).toMatch(/^10{990,}10*e\d+$/);
  });
});
