import { expect, test } from "vitest";
import { fewOf } from "./few-of.ts";

test.each([
  [[], ""],
  [["a", "b"], "a, b"],
  [["a", "b", "c", "d"], "a, b and 2 more"],
])("of %j two are listed", (texts, listed) => {
  expect(fewOf(texts, 2)).toBe(listed);
});
