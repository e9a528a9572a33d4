import { expect, test } from "vitest";
import { asYamlReads, mayReadOtherwise } from "./json-as-yaml.ts";

test("a next line within a text is a line break to YAML", () => {
  expect(asYamlReads({ a: "\u0085", b: "1\u0085", c: "x\u0085\u0085y" })).toEqual({
    a: " ",
    b: "1 ",
    c: "x\ny",
  });
});

test("what YAML cannot read is refused", () => {
  expect(() => asYamlReads("a\x7f\ufffe")).toThrow("yaml: control characters are not allowed");
  expect(() => asYamlReads({ "\u0085": 1 })).toThrow("yaml: line 1: did not find expected ',' or '}'");
  expect(() => asYamlReads({ ["k".repeat(1100)]: 1 })).toThrow(/^yaml: /);
});

test("long keys are found in one pass, also behind escapes, and long texts are none", () => {
  const json = (text: string): boolean => mayReadOtherwise(Buffer.from(text));
  expect(json(JSON.stringify({ a: { [`${'"\\\\'.repeat(300)}k`]: 1 } }))).toBe(true);
  expect(json(JSON.stringify({ a: "k".repeat(5000), b: [`${"k".repeat(5000)}:`] }))).toBe(false);
  expect(json('"\\'.repeat(200_000))).toBe(false);
});

test("anything else is the same value", () => {
  const value = { a: [1, "\u2028 \t\ufeff", null], b: { c: 2n ** 63n } };
  expect(asYamlReads(value)).toBe(value);
  expect(mayReadOtherwise(Buffer.from('{"a":"\u00a0\u2028"}'))).toBe(false);
  expect(mayReadOtherwise(Buffer.from('{"a":"\u0085"}'))).toBe(true);
});
