import { expect, test } from "vitest";
import { literalIn } from "./literal-in.ts";

test.each([
  ["spec is immutable", "spec is immutable"],
  ['^unknown field "([^"]*)"$', 'unknown field "'],
  ["a\\.b+c", "a.b"],
  ["colou?r", "colo"],
  ["ab*cde", "cde"],
  ["x{2}yz", "yz"],
  ["no (?:such )?key: (\\w+)", "key: "],
  ["\\d+ of \\[all\\]", " of [all]"],
  ["[]x]long", "long"],
  ["[^\\]]ab[c]", "ab"],
  ["one|another", ""],
  ["(one|another) text", " text"],
  ["(?i)any case", ""],
  [".*", ""],
])("%s needs %j", (pattern, literal) => {
  expect(literalIn(pattern)).toBe(literal);
});
