import { expect, test } from "vitest";
import { emptiedNames, given, hasEmptied, keepEmptied, noteEmptied } from "./emptied.ts";
import { copyWithNotes } from "./notes.ts";

const noted = () => {
  const inner = { a: 1 };
  noteEmptied(inner, "list", "list");
  noteEmptied(inner, "map", "map");
  return { inner };
};

test("given returns the member, or the empty list or map that was dropped", () => {
  const { inner } = noted();
  expect(["a", "list", "map", "other"].map((name) => given(inner, name))).toEqual([1, [], {}, undefined]);
});

test("a plain copy has no notes, copyWithNotes and keepEmptied keep them", () => {
  const { inner } = noted();
  const copy = { ...inner };
  expect([...emptiedNames(copy)]).toEqual([]);
  keepEmptied(inner, copy);
  expect([...emptiedNames(copy)]).toEqual(["list", "map"]);
  expect(hasEmptied(copyWithNotes({ items: [noted()] }))).toBe(true);
});
