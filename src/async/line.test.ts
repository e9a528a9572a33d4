import { expect, test } from "vitest";
import { Line } from "./line.ts";

const itemsOf = <T>(line: Line<T>): T[] => Array.from(line, ({ item }) => item);

test("Line keeps its items in the order of their arrival, without those that left", () => {
  const line = new Line<string>();
  const [a, b, c] = ["a", "b", "c"].map((item) => line.add(item));
  expect([itemsOf(line), line.size]).toEqual([["a", "b", "c"], 3]);
  expect([line.remove(b!), line.remove(b!)]).toEqual([true, false]);
  expect(itemsOf(line)).toEqual(["a", "c"]);
  line.remove(a!);
  line.add("d");
  expect(itemsOf(line)).toEqual(["c", "d"]);
  line.remove(c!);
  expect(itemsOf(line)).toEqual(["d"]);
  for (const place of [line.add("e")]) line.remove(place);
  expect([itemsOf(line), line.size]).toEqual([["d"], 1]);
});

test("Line returns no item that leaves while others are visited", () => {
  const line = new Line<number>();
  const places = [1, 2, 3].map((item) => line.add(item));
  const seen: number[] = [];
  for (const { item } of line) {
    seen.push(item);
    line.remove(places[0]!);
    line.remove(places[1]!);
  }
  expect(seen).toEqual([1, 3]);
});

test("an item that left has no link to others", () => {
  const line = new Line<number>();
  const [first] = [line.add(1), line.add(2)];
  line.remove(first!);
  expect([first!.before, first!.after]).toEqual([undefined, undefined]);
});
