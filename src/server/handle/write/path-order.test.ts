import { expect, test } from "vitest";
import { comparePaths } from "./path-order.ts";

test("paths come as a walk through sorted keys meets them", () => {
  const sorted = ["a.z", "a-b", "a-b.c", "b[2].y", "b[10].x", "b[10].x.a", "c"].map((path) => `"${path}"`);
  expect([...sorted].reverse().sort(comparePaths)).toEqual(sorted);
});
