import { expect, test } from "vitest";
import { countValues } from "./count-values.ts";

test.each([
  ['"a"', 0],
  ["[]", 1],
  ["[1,2,3]", 3],
  ['{"a":1,"b":[1,{"c":",[{\\",,"}]}', 5],
  ['["no end,,,', 1],
])("countValues(%j)", (text, count) => {
  expect(countValues(Buffer.from(text))).toBe(count);
});
