import { describe, expect, it } from "vitest";
import { goDurationMs, goDurationText, parseGoDuration } from "./duration.ts";

describe("parseGoDuration", () => {
  it.each([
    ["0", 0n],
    ["-0", 0n],
    ["1h2m3.5s", 3723_500_000_000n],
    ["-1s", -1_000_000_000n],
    ["+5m", 300_000_000_000n],
    ["1.s.5s", 1_500_000_000n],
    ["1us1µs1μs", 3000n],
    ["9223372036854775807ns", 9223372036854775807n],
    ["-9223372036854775808ns", -9223372036854775808n],
    ["0.9223372036854775807s", 922337203n],
    ["0.9999999999999999999999h", 3600000000000n],
    [`${"0".repeat(50)}1ns`, 1n],
    [`0.${"0".repeat(400)}1h`, 0n],
  ])("reads %s", (text, nanos) => {
    expect(parseGoDuration(text)).toBe(nanos);
  });

  it.each([
    ["", 'time: invalid duration ""'],
    ["-", 'time: invalid duration "-"'],
    ["3", 'time: missing unit in duration "3"'],
    ["1h3", 'time: missing unit in duration "1h3"'],
    ["1d", 'time: unknown unit "d" in duration "1d"'],
    ["1s ", 'time: unknown unit "s " in duration "1s "'],
    [".s", 'time: invalid duration ".s"'],
    ["--1s", 'time: invalid duration "--1s"'],
    ["9223372036854775808ns", 'time: invalid duration "9223372036854775808ns"'],
    ["-9223372036854775809ns", 'time: invalid duration "-9223372036854775809ns"'],
    ["3000000h", 'time: invalid duration "3000000h"'],
    ["1é\n", String.raw`time: unknown unit "\xc3\xa9\x0a" in duration "1\xc3\xa9\x0a"`],
    ['1"\\', String.raw`time: unknown unit "\"\\" in duration "1\"\\"`],
  ])("refuses %j as Go does", (text, problem) => {
    expect(parseGoDuration(text)).toBe(problem);
  });

  it("reads long texts in one pass", () => {
    expect(parseGoDuration(`00${"s000".repeat(50_000)}n`)).toContain("time: unknown unit");
    expect(parseGoDuration("1ns".repeat(100_000))).toBe(100_000n);
    expect(parseGoDuration("1".repeat(1_000_000))).toContain("time: invalid duration");
  });
});

it("goDurationMs counts milliseconds", () => {
  expect(goDurationMs("1h")).toBe(3_600_000);
  expect(goDurationMs("1500us")).toBe(1.5);
  expect(goDurationMs("1")).toBeUndefined();
});

it.each([
  [0, "0s"],
  [1, "1ns"],
  [-1500, "-1.5µs"],
  [2e6, "2ms"],
  [30e9, "30s"],
  [90.5e9, "1m30.5s"],
  [-3600e9, "-1h0m0s"],
])("goDurationText prints %d nanoseconds", (nanos, text) => {
  expect(goDurationText(nanos)).toBe(text);
});
