import { expect, test } from "vitest";
import { heapUsed } from "../../test/parts/collect-garbage.ts";
import { type Bounds, ownCopy, remembered } from "./remembered.ts";

function counted(bounds: Bounds<number>) {
  const made: string[] = [];
  const read = remembered((text) => {
    made.push(text);
    return text.length;
  }, bounds);
  return { made, read };
}

test("remembered() makes what it knows once", () => {
  const { made, read } = counted({ entries: 2 });
  expect([read("a"), read("a"), read("bb"), read("a")]).toEqual([1, 1, 2, 1]);
  expect(made).toEqual(["a", "bb"]);
});

test("remembered() starts afresh when it is full", () => {
  const { made, read } = counted({ entries: 2 });
  for (const text of ["a", "b", "c", "a"]) read(text);
  expect(made).toEqual(["a", "b", "c", "a"]);
});

test("remembered() keeps no long texts", () => {
  const { made, read } = counted({ entries: 2, longest: 3 });
  for (const text of ["abcd", "abcd", "abc", "abc"]) read(text);
  expect(made).toEqual(["abcd", "abcd", "abc"]);
});

test("remembered() keeps nothing great", () => {
  const { made, read } = counted({ entries: 2, isSmall: (length) => length < 3 });
  for (const text of ["abc", "abc", "ab", "ab"]) read(text);
  expect(made).toEqual(["abc", "abc", "ab"]);
});

test("remembered() keeps no part of a longer text alive", () => {
  const read = remembered((text) => text, { entries: 1000 });
  const before = heapUsed();
  for (let i = 0; i < 100; i++) read(`a name out of a long body, ${i}${" ".repeat(1 << 20)}`.slice(0, 30));
  expect(heapUsed() - before).toBeLessThan(50 << 20);
});

test("ownCopy() is the same text, be it no Unicode at all", () => {
  for (const text of ["", "a", "ä€😀", "\ud800", '"\\\n\0']) expect(ownCopy(text)).toBe(text);
});
