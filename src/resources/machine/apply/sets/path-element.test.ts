import { expect, test } from "vitest";
import { formatElement, itemKey } from "./path-element.ts";

const type = { keys: ["a", "b"], declared: ["b", "a"], defaults: new Map() };

test("itemKey sorts the keys, but names missing ones as the schema does", () => {
  expect(itemKey({ b: 1, a: "x" }, type)).toBe('k:{"a":"x","b":1}');
  expect(() => itemKey({ c: 1 }, type)).toThrow('omits all key fields ["b" "a"]');
});

test("numbers that are no int64 are printed as floats", () => {
  expect(formatElement('k:{"a":100000000000000000000,"b":1.5,"c":7,"d":true,"e":null}')).toBe(
    "[a=1e+20,b=1.5,c=7,d=true,e=null]",
  );
});
