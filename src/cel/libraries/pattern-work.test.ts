import { expect, it } from "vitest";
import { patternWork } from "./pattern-work.ts";

const instructions = (pattern: string): number => patternWork(pattern) / 1000;

it.each([
  ["abc", 3],
  ["a{10}", 10],
  ["(ab){10}", 40],
  ["((a{10}){10}){10}", 1220],
  ["[^\\]a-z]{3}", 24],
  ["\\(a{2,5}", 6],
  ["a{2,}", 2],
  ["a{x}", 4],
])("%s has about so many instructions", (pattern, count) => {
  expect(instructions(pattern)).toBe(count);
});
