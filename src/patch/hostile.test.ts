import { describe, expect, test } from "vitest";
import type { Json } from "../json/value.ts";
import { applyJsonPatch } from "./apply.ts";
import { decodeJsonPatch } from "./decode.ts";
import { LongList } from "./long-list.ts";

const apply = (doc: Json, operations: readonly Json[]): Json =>
  applyJsonPatch(doc, decodeJsonPatch(JSON.stringify(operations)));

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** A path of `depth` segments: `/x/x/x`. */
const nested = (depth: number): string => "/x".repeat(depth);

describe("applyJsonPatch under attack", () => {
  test("applyJsonPatch puts ten thousand items before a million others, and takes them away again", () => {
    const list = times(1_000_000, () => 1);
    const add = times(9_000, () => ({ op: "add", path: "/l/0", value: 2 }));
    const remove = times(9_000, () => ({ op: "remove", path: "/l/0" }));
    expect((apply({ l: list }, add) as { l: Json[] }).l.slice(8_999, 9_001)).toEqual([2, 1]);
    expect((apply({ l: list }, remove) as { l: Json[] }).l).toHaveLength(991_000);
  });
  test("applyJsonPatch reads a long list as it is, wherever an operation looks at it", () => {
    const doc = { a: { l: times(5000, (i) => i) } };
    const after = [-1, ...doc.a.l];
    const front = { op: "add", path: "/a/l/0", value: -1 };
    expect(apply(doc, [front, { op: "test", path: "/a", value: { l: after } }])).toEqual({ a: { l: after } });
    expect(apply(doc, [front, { op: "copy", from: "/a", path: "/b" }, front])).toEqual({
      a: { l: [-1, ...after] },
      b: { l: after },
    });
    expect(apply(doc, [front, { op: "move", from: "/a/l", path: "/m" }])).toEqual({ a: {}, m: after });
    expect(
      apply(doc, [front, { op: "replace", path: "/a/l/1", value: "x" }, { op: "remove", path: "/a/l/-1" }]),
    ).toEqual({ a: { l: [-1, "x", ...doc.a.l.slice(1, -1)] } });
    expect(doc.a.l).toHaveLength(5000);
  });
  test("applyJsonPatch refuses what copies and moves put into one another too often", () => {
    const copies = times(13, (i) => ({ op: "copy", from: "/s", path: `/s${nested(2 ** i)}` }));
    expect(() => apply({ s: {} }, copies)).toThrow("exceeded max depth");
    const chains = times(600, (i) => ({ op: "add", path: `/c${i}`, value: [[[]]] }));
    const moves = times(599, (i) => ({ op: "move", from: `/c${599 - i}`, path: `/c${598 - i}/0/0/0` }));
    expect(() => apply({}, [...chains, ...moves])).toThrow("exceeded max depth");
    expect(apply({}, [...chains, ...moves.slice(0, 100)])).toBeDefined();
  });
  test("applyJsonPatch counts the depth of a path and of the value that is added there", () => {
    const deep = (levels: number): Json => {
      let value: Json = {};
      for (let i = 1; i < levels; i++) value = { x: value };
      return value;
    };
    const add = (path: string, value: Json) => ({ op: "add", path, value });
    const run = (...operations: ReturnType<typeof add>[]) => applyJsonPatch({}, { operations, raw: false });
    expect(run(add("/a", deep(999)))).toBeDefined();
    expect(() => run(add("/a", deep(1_000)))).toThrow("exceeded max depth");
    const half = add("/a", deep(500));
    expect(run(half, add(`/a${nested(499)}/y`, deep(499)))).toBeDefined();
    expect(() => run(half, add(`/a${nested(499)}/y`, deep(500)))).toThrow("exceeded max depth");
  });
  test("applyJsonPatch copies oddly written numbers so that the copy lives its own life", () => {
    const text =
      '[{"op":"add","path":"/a","value":{"x":1.0}},{"op":"copy","from":"/a","path":"/b"},{"op":"add","path":"/a/y","value":2}]';
    expect(applyJsonPatch({}, decodeJsonPatch(text))).toEqual({ a: { x: 1, y: 2 }, b: { x: 1 } });
  });
  test("applyJsonPatch refuses an index of a million digits", () => {
    const add = (index: string) => () => apply([1], [{ op: "add", path: `/${index}`, value: 2 }]);
    expect(add("9".repeat(1_000_000))).toThrow("value out of range");
    expect(add("0".repeat(1_000_000))()).toEqual([2, 1]);
  });
});

describe("LongList", () => {
  test("LongList does what an array does", () => {
    const array = times(10_000, (i) => i);
    const list = new LongList(array);
    let seed = 1;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let i = 0; i < 30_000; i++) {
      const index = random(array.length);
      if (random(10) < (i < 15_000 ? 7 : 2)) {
        array.splice(index, 0, i);
        list.insert(index, i);
      } else if (array.length > 1) {
        array.splice(index, 1);
        list.remove(index);
      }
    }
    expect(list.length).toBe(array.length);
    expect(list.items()).toEqual(array);
    expect(list.at(5)).toBe(array[5]);
  });
});
