import { expect, it } from "vitest";
import { requestTimeout } from "./deadline.ts";

it.each([
  [null, 60_000],
  ["", 60_000],
  ["1500ms", 1500],
  ["0", 60_000],
  ["-1s", 60_000],
  ["2m", 60_000],
])("timeout=%s is %d ms", (value, milliseconds) => {
  expect(requestTimeout(value)).toBe(milliseconds);
});

it("refuses what Go's parser refuses, in its words", () => {
  const asked = (value: string) => () => requestTimeout(value);
  const prefix = "invalid timeout specified in the request URL - time: ";
  expect(asked("1")).toThrow(`${prefix}missing unit in duration "1"`);
  expect(asked("1h2x")).toThrow(`${prefix}unknown unit "x" in duration "1h2x"`);
  expect(asked("9999999h")).toThrow(`${prefix}invalid duration "9999999h"`);
});

it("refuses at once a text with many ways to be read", () => {
  expect(() => requestTimeout(`00${"s000".repeat(5000)}n`)).toThrow("time: unknown unit");
});
