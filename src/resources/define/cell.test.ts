import { expect, test } from "vitest";
import { formatLabels } from "./cell.ts";

test("pairs of labels are sorted as texts, not by their keys", () => {
  expect(formatLabels({ "b.c": "d", b: "a", a: "z" })).toBe("a=z,b.c=d,b=a");
  expect(formatLabels({})).toBe("<none>");
});
