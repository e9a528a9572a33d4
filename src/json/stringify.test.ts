import { expect, test } from "vitest";
import { stringify, stringifyUnescaped } from "./stringify.ts";

test("stringify() writes what HTML would take for markup as escapes, indented or not", () => {
  expect(stringify({ a: "<&>" })).toBe('{"a":"\\u003c\\u0026\\u003e"}');
  expect(stringify({ a: "<" }, "  ")).toBe('{\n  "a": "\\u003c"\n}');
});

test("stringify() indents integers beyond 2^53 as it indents all else", () => {
  const plain = { a: [1, { b: 2 }], c: {}, d: [], e: undefined };
  const big = { a: [1n, { b: 2n }], c: {}, d: [], e: undefined };
  const asJson = (value: object) => value as Parameters<typeof stringify>[0];
  expect(stringify(asJson(big), "  ")).toBe(JSON.stringify(plain, null, "  "));
  expect(stringify(asJson(big))).toBe(JSON.stringify(plain));
  expect(stringify({ a: 9007199254740993n }, " ")).toBe('{\n "a": 9007199254740993\n}');
});

test("stringifyUnescaped() leaves markup as it is, and integers beyond 2^53 with all their digits", () => {
  expect(stringifyUnescaped({ a: "<&>", b: 9007199254740993n })).toBe('{"a":"<&>","b":9007199254740993}');
});
