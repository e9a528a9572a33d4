import { expect, test } from "vitest";
import { itemKey } from "./path-element.ts";

const type = { keys: ["a", "b"], declared: ["b", "a"], defaults: new Map() };

test("itemKey sorts the keys, but names missing ones as the schema does", () => {
  expect(itemKey({ b: 1, a: "x" }, type)).toBe('k:{"a":"x","b":1}');
  expect(() => itemKey({ c: 1 }, type)).toThrow('omits all key fields ["b" "a"]');
});
