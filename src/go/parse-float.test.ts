import { expect, test } from "vitest";
import { parseGoFloat } from "./parse-float.ts";

test.each([
  ["1_0", 10],
  ["1_0.5_0e1_0", 10.5e10],
  [".5", 0.5],
  ["5.", 5],
  ["-Infinity", -Infinity],
  ["NaN", Number.NaN],
  ["0x1p4", 16],
  ["-0X_1.8P1", -3],
  ["0x.8p0", 0.5],
  ["0x1p-2000", 0],
  ["0x10_000p-2_000", 0],
  ["1e-400", 0],
])("%s is %d", (text, value) => {
  expect(parseGoFloat(text)).toBe(value);
});

test.each(["", "1_", "_1", "1__0", "1_.5", "1e", "0x1", "0b1", "0x._1p0", "1e400", "0x1p2000", "+nan", " 1"])(
  "%j is no number",
  (text) => {
    expect(parseGoFloat(text)).toBeUndefined();
  },
);
