import { expect, it } from "vitest";
import { amountOf } from "./int-or-percent.ts";

it.each([
  [3, 3],
  ["25%", 25],
  ["0%", 0],
  ["-1", -1],
  ["+2", 2],
  ["-5%", 0],
  ["5.5%", 0],
  ["x", 0],
])("the amount of %j is %d", (value, amount) => {
  expect(amountOf(value)).toBe(amount);
});
