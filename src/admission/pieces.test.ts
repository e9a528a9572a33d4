import { expect, test } from "vitest";
import { cut, cutInOrder, joined, makeOf } from "./pieces.ts";

const numbers = (count: number): { at: number }[] => Array.from({ length: count }, (_, at) => ({ at }));

/** Returns the number of pieces of `after` that are not in `before`. */
const fresh = <T>(before: readonly T[], after: readonly T[]): number =>
  after.filter((piece) => !before.includes(piece)).length;

test("pieces joined are the list, of whatever length, whatever happens to it", () => {
  for (const length of [0, 1, 63, 64, 65, 128, 191, 192, 193, 1000]) {
    let list = numbers(length);
    let pieces = cut(list);
    expect(joined(pieces)).toEqual(list);
    for (let step = 0; step < 300; step++) {
      const at = (step * 7919) % (list.length + 1);
      const added = step % 3 === 0 ? [] : [{ at: -step }];
      list = [...list.slice(0, at), ...added, ...list.slice(at + (step % 3 === 1 ? 0 : 1))];
      pieces = cut(list, pieces);
      expect(joined(pieces)).toEqual(list);
    }
  }
});

test("one change makes one new piece, and no change makes none", () => {
  const list = numbers(10_000);
  const pieces = cut(list);
  expect(cut([...list], pieces)).toBe(pieces);
  for (const at of [0, 1, 5000, 9999]) {
    const replaced = cut(list.with(at, { at: -1 }), pieces);
    expect(fresh(pieces, replaced)).toBe(1);
    expect(fresh(pieces, cut(list.toSpliced(at, 1), pieces))).toBe(1);
    expect(fresh(pieces, cut(list.toSpliced(at, 0, { at: -1 }), pieces))).toBeLessThanOrEqual(1);
  }
});

test("pieces do not become many by deletions, nor long by additions", () => {
  let list = numbers(10_000);
  let pieces = cut(list);
  while (list.length > 200) {
    list = list.toSpliced((list.length * 7919) % list.length, 1);
    pieces = cut(list, pieces);
  }
  expect(pieces.length).toBeLessThanOrEqual(4);
  for (let i = 0; i < 3000; i++) {
    list = list.toSpliced(100, 0, { at: i });
    pieces = cut(list, pieces);
  }
  for (let i = 0; i < 3000; i++) {
    list = [...list, { at: i }];
    pieces = cut(list, pieces);
  }
  expect(pieces.length).toBeLessThanOrEqual(list.length / 60);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(256);
});

const byPlace = (a: { at: number }, b: { at: number }): number => a.at - b.at;

test("what is not in order is put in order, whatever came before", () => {
  const list = numbers(1000);
  const pieces = cutInOrder(list.toReversed(), byPlace);
  expect(joined(pieces)).toEqual(list);
  expect(cutInOrder(list.toReversed(), byPlace, pieces)).toBe(pieces);
  for (const [at, to] of [
    [0, 999],
    [500, 510],
    [130, 3],
  ] as const) {
    const moved = list.toSpliced(at, 1).toSpliced(to, 0, list[at]!);
    expect(joined(cutInOrder(moved, byPlace, pieces))).toEqual(list);
  }
  expect(fresh(pieces, cutInOrder([...list, { at: 300 }], byPlace, pieces))).toBeLessThanOrEqual(2);
});

test("what is made of a member is made once", () => {
  let made = 0;
  const make = ({ at }: { at: number }): string[] => {
    made += 1;
    return at % 2 === 0 ? [`${at}`] : [`${at}`, "odd"];
  };
  const list = numbers(1000);
  const first = makeOf(list, byPlace, make, undefined);
  expect(joined(first.made)).toEqual(list.flatMap(make));
  made = 0;
  expect(makeOf([...list], byPlace, make, first)).toBe(first);
  const second = makeOf(list.with(500, { at: 500 }), byPlace, make, first);
  expect(made).toBe(1);
  expect(fresh(first.made, second.made)).toBe(1);
});
