import { expect, test } from "vitest";
import { jittered } from "./jittered.ts";

test("a pause is up to a fifth longer", () => {
  expect([0, 0.5, 1].map((value) => jittered(1000, () => value))).toEqual([1000, 1100, 1200]);
});
