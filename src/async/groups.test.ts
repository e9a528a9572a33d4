import { expect, test } from "vitest";
import { addTo, groupBy } from "./groups.ts";

test("groupBy() has the values of each key in their order", () => {
  const groups = groupBy(["b1", "a1", "b2"], ([letter]) => letter);
  addTo(groups, "a", "a2");
  expect([...groups]).toEqual([
    ["b", ["b1", "b2"]],
    ["a", ["a1", "a2"]],
  ]);
});
