import { expect, it } from "vitest";
import { compareAmounts, isWhole, millis, units } from "./amounts.ts";

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

it("loses what an int64 cannot hold, as Go does", () => {
  expect(isWhole("1Ei")).toBe(false);
  expect(isWhole("1Pi")).toBe(true);
  expect(units("12E")).toBe(0n);
  expect(units("1E")).toBe(10n ** 18n);
  expect(units("9223372036854775807Ei")).toBe(2n ** 63n - 1n);
  expect(units("1e100")).toBe(0n);
});

it("rounds small negative amounts away from zero", () => {
  expect(units("-500m")).toBe(-1n);
  expect(isWhole("-500m")).toBe(false);
  for (const text of ["-2", "-1Pi", "-00012Ti"]) expect(isWhole(text)).toBe(true);
  for (const text of ["-562625694248141324288m", "-9223372036854775808e-3"])
    expect(isWhole(text)).toBe(false);
});

it("knows the usual whole numbers", () => {
  for (const text of ["0", "3", "1k", "10Ki", "5Gi", "999999999999999"]) expect(isWhole(text)).toBe(true);
  for (const text of ["500m", "1500m", "1n"])
    expect(isWhole(text)).toBe(text === "1n" ? millis(text) === 0n : false);
});
