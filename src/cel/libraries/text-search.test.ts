import { expect, it } from "vitest";
import { findLastText, findText, splitText } from "./text-search.ts";

const LONG = "abababababababababababababx";

it("finds what the engine's own functions find", () => {
  for (const part of ["ab", "aaaaaaaaaaaaaaaaaaaaaaaab", "aaaaaaaaaaaaaaaaaaaa", LONG]) {
    const text = `${"a".repeat(30)}b${LONG}${"a".repeat(45)}b${LONG}${LONG}a`;
    for (const from of [0, 1, 30, 60, text.length]) {
      expect(findText(text, part, from)).toBe(text.indexOf(part, from));
      expect(findLastText(text, part, from)).toBe(text.lastIndexOf(part, from));
    }
    expect(splitText(text, part)).toEqual(text.split(part));
  }
  expect(findLastText("a", "a", -1)).toBe(-1);
});

it("is linear where the engine's search is not", () => {
  const [text, part] = ["a".repeat(1_000_000), `${"a".repeat(500_000)}b`];
  expect(findText(text, part)).toBe(-1);
  expect(findText(text, `b${part.slice(0, -1)}`)).toBe(-1);
  expect(findLastText(text, part, text.length)).toBe(-1);
  expect(splitText(text, part)).toEqual([text]);
});
