import { expect, test } from "vitest";
import { inElementOrder } from "./element-order.ts";
import { LEAF } from "./field-set.ts";
import { type MergeType, OPEN } from "./merge-type.ts";
import { pathOf } from "./whole-fields.ts";

const map: MergeType = { kind: "map", atomic: false, fields: new Map(), element: OPEN };
const list: MergeType = {
  kind: "list",
  relation: "set",
  keys: [],
  declared: [],
  defaults: new Map(),
  item: OPEN,
};

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

test("long sets are in the order in which they are written, whatever is below their elements", () => {
  const names = Array.from({ length: 500 }, (_, i) => `k${i}`);
  const below = pathOf(map).with("b", LEAF).with("a", LEAF).set;
  for (const part of [LEAF, below]) {
    let path = pathOf(map);
    for (const name of names) path = path.with(name, part);
    const elements = [".", ...names.map((name) => `f:${name}`).sort()];
    expect(Object.keys(path.set)).toEqual(elements);
    expect(path.set["f:k7"]).toBe(part);
    expect(inElementOrder(path.set)).toBe(path.set);
  }
});

test("long lists with keys that are numbers, and with items that occur twice", () => {
  let path = pathOf(list);
  for (let i = 500; i > 0; i--) path = path.with(`v:${i}`, LEAF);
  path = path.with("v:7", LEAF).with('v:"a"', LEAF);
  const numbers = Array.from({ length: 500 }, (_, i) => `v:${i + 1}`);
  expect(Object.keys(path.set)).toEqual([".", ...numbers, 'v:"a"']);
});
