import { expect, test } from "vitest";
import { goDynamicType, goFormat } from "./format.ts";

test("numbers that are no int64 are printed as floats", () => {
  expect([1e20, 2n ** 63n, 2n ** 62n, 1e16, 0.5].map(goFormat)).toEqual([
    "1e+20",
    "9.223372036854776e+18",
    "4611686018427387904",
    "10000000000000000",
    "0.5",
  ]);
  expect([1e20, 2n ** 63n, 2n ** 62n, 1].map(goDynamicType)).toEqual([
    "float64",
    "float64",
    "int64",
    "int64",
  ]);
});
