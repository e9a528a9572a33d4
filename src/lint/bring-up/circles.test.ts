import { expect, test } from "vitest";
import { circles, type Needs, neverUp } from "./circles.ts";

const needs = (text: string): Needs => {
  const all = new Map<string, Set<string>>();
  for (const pair of text.split(" ")) {
    const [from = "", to = ""] = pair.split(">");
    const others = all.get(from) ?? new Set<string>();
    if (to !== "") others.add(to);
    all.set(from, others);
    if (to !== "" && !all.has(to)) all.set(to, new Set());
  }
  return all;
};

test.each([
  ["a b", [], ""],
  ["a>b b>c", [], ""],
  ["a>a", [["a"]], "a"],
  ["a>b b>a", [["a", "b"]], "ab"],
  ["a>b b>a c>a d>c", [["a", "b"]], "abcd"],
  [
    "a>b b>a b>c c>d d>c",
    [
      ["c", "d"],
      ["a", "b"],
    ],
    "abcd",
  ],
  ["a>b b>c c>a a>d d", [["a", "b", "c"]], "abc"],
  ["x>a a>b b>a b>b", [["a", "b"]], "abx"],
])("circles and neverUp of %s", (text, expected, stuck) => {
  expect(circles(needs(text))).toEqual(expected);
  expect([...neverUp(needs(text))].sort().join("")).toBe(stuck);
});
