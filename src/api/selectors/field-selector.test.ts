import { expect, it } from "vitest";
import { parseFieldSelector } from "./field-selector.ts";

it("parseFieldSelector reads terms, escapes included", () => {
  expect(parseFieldSelector("b!=2,a==1,c=x\\,y\\=z,")).toEqual([
    { field: "a", operator: "=", value: "1" },
    { field: "b", operator: "!=", value: "2" },
    { field: "c", operator: "=", value: "x,y=z" },
  ]);
  expect(parseFieldSelector("")).toEqual([]);
  expect(parseFieldSelector("=,!=,==,a=")).toEqual([{ field: "a", operator: "=", value: "" }]);
});

it("parseFieldSelector refuses in the reference's words", () => {
  expect(() => parseFieldSelector("a=1,b")).toThrow("invalid selector: 'a=1,b'; can't understand 'b'");
  expect(() => parseFieldSelector("a=1=2")).toThrow(
    "invalid field selector: unescaped character in value: 61",
  );
  expect(() => parseFieldSelector("a=\\b")).toThrow("invalid field selector: invalid escape sequence: \\b");
});
