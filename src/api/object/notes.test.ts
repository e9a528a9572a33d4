import { expect, test } from "vitest";
import { parseJsonWithLiterals } from "../../json/parse/parse.ts";
import { emptiedNames, noteEmptied } from "./emptied.ts";
import { withSortedKeys } from "./key-order.ts";
import { copyWithNotes, createNote, keepNotes } from "./notes.ts";
import { hasUnread, noteUnread } from "./unread.ts";
import { floatsIn, hasFloats, mergeFloats, noteFloats } from "./whole-floats.ts";
import { withoutManagedFields } from "./without-managed-fields.ts";

const parsed = (text: string) => {
  const { value, literals } = parseJsonWithLiterals(text);
  noteFloats(literals ?? new Map());
  return value as Record<"a", never>;
};

test("copyWithNotes copies everything, and all sorts of notes at every depth", () => {
  const value = parsed('{"a":[{"x":3.0,"y":2},[1e1]],"__proto__":{"z":1}}');
  noteEmptied(value.a[0], "list", "list");
  noteUnread(value);
  const copy = copyWithNotes(value);
  expect(copy).toEqual(value);
  expect(copy.a[0]).not.toBe(value.a[0]);
  expect(Object.keys(copy)).toEqual(["a", "__proto__"]);
  expect([...(floatsIn(copy.a[0]) ?? [])]).toEqual(["x"]);
  expect([...(floatsIn(copy.a[1]) ?? [])]).toEqual([0]);
  expect([...emptiedNames(copy.a[0])]).toEqual(["list"]);
  expect(hasUnread(copy)).toBe(true);
});

test("notes of a copy are its own", () => {
  const value = {};
  noteEmptied(value, "a", "list");
  const copy = copyWithNotes(value);
  noteEmptied(copy, "b", "map");
  expect([...emptiedNames(value)]).toEqual(["a"]);
  expect([...emptiedNames(copy)]).toEqual(["a", "b"]);
});

test("other forms of an object keep its notes", () => {
  const note = createNote<number>();
  const object = { z: 1, a: 2, metadata: { managedFields: [] } };
  note.set(object, 7);
  expect(note.get(withSortedKeys(object))).toBe(7);
  expect(note.get(withoutManagedFields(object))).toBe(7);
  const other = {};
  keepNotes(object, other);
  expect(note.get(other)).toBe(7);
  note.delete(other);
  expect([note.get(other), note.get(object)]).toEqual([undefined, 7]);
});

test("a note about a float ends when another number takes its place", () => {
  const value = parsed('{"x":3.0,"z":-0.0}');
  expect([...(floatsIn(value) ?? [])]).toEqual(["x", "z"]);
  Object.assign(value, { x: 4, z: 0 });
  expect(hasFloats(value)).toBe(false);
});

test("a merged map has the floats of the map that each member comes from", () => {
  const [live, applied] = [parsed('{"a":1.0,"b":2.0,"c":3}'), parsed('{"b":2,"c":3.0}')];
  const merged = { a: 1, b: 2, c: 3 };
  mergeFloats(merged, live, applied);
  expect([...(floatsIn(merged) ?? [])]).toEqual(["a", "c"]);
});
