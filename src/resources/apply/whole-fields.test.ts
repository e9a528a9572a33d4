import { expect, test } from "vitest";
import { LEAF } from "./field-set.ts";
import { type MergeType, OPEN } from "./merge-type.ts";
import { pathOf } from "./whole-fields.ts";

const map: MergeType = { kind: "map", atomic: false, fields: new Map(), element: OPEN };
const list: MergeType = { kind: "list", relation: "set", keys: [], defaults: new Map(), item: OPEN };

test("SetPath.set is the same object for the same members of a type", () => {
  const below = pathOf(map).with("a", LEAF).set;
  const first = pathOf(map).with("x", below).with("y", LEAF).set;
  expect(first).toEqual({ ".": {}, "f:x": { ".": {}, "f:a": {} }, "f:y": {} });
  expect(pathOf(map).with("x", below).with("y", LEAF).set).toBe(first);
  expect(pathOf(map).with("x", LEAF).with("y", LEAF).set).not.toBe(first);
});

test("SetPath.set makes a leaf of an item that occurs twice", () => {
  const below = pathOf(map).with("a", LEAF).set;
  const path = pathOf(list).with('v:"1"', below).with('v:"1"', below);
  expect(path.set).toEqual({ ".": {}, 'v:"1"': {} });
});

test("SetPath.set of nothing is a leaf", () => {
  expect(pathOf({ ...map }).set).toBe(LEAF);
});

test("pathOf() forgets what it has when there is too much of it", () => {
  const first = pathOf(map).with("x", LEAF);
  let path = pathOf(map);
  for (let i = 0; i < 21_000; i++) {
    if (i % 100 === 0) path = pathOf(map);
    path = path.with(`k${i}`, LEAF);
  }
  expect(pathOf(map).with("x", LEAF)).not.toBe(first);
  expect(pathOf(map).with("x", LEAF).set).toEqual(first.set);
});
