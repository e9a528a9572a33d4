import { expect, it, test } from "vitest";
import { fieldsOf, trimSpace } from "./space.ts";

it("takes away at both ends what Go calls white space", () => {
  expect(trimSpace(" \t\n\v\f\r\u0085\u00a0\u1680\u2003\u3000a b \u2028\u205f")).toBe("a b");
  expect(trimSpace("\ufeffa\u200b")).toBe("\ufeffa\u200b");
  expect(trimSpace(" \n ")).toBe("");
});

it("is linear in white space inside of the text", () => {
  const text = `a${" ".repeat(2_000_000)}b`;
  expect(trimSpace(text)).toBe(text);
});

test.each([
  ["a b", ["a", "b"]],
  ["  a\u0085b\u00a0\u2028c ", ["a", "b", "c"]],
  ["a\ufeffb", ["a\ufeffb"]],
  [" ", []],
])("fieldsOf(%j)", (text, words) => {
  expect(fieldsOf(text)).toEqual(words);
});
