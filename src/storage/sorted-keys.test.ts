import { expect, test } from "vitest";
import { SortedKeys } from "./sorted-keys.ts";

const bytewise = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function keysOf(sorted: SortedKeys<{ key: string }>, prefix: string, after?: string): string[] {
  const range = sorted.range(prefix, after);
  const keys: string[] = [];
  expect(range.remaining()).toBeGreaterThanOrEqual(0);
  for (let item = range.peek(); item !== undefined; item = range.peek()) {
    keys.push(item.key);
    range.advance();
  }
  return keys;
}

const shuffled = (count: number) =>
  Array.from({ length: count }, (_, i) => `/ns-${(i * 7919) % 13}/p-${(i * 104_729) % count}`);

test("SortedKeys keeps thousands of keys in order, through inserts and deletes", () => {
  const sorted = new SortedKeys<{ key: string }>();
  const keys = [...new Set(shuffled(5_003))];
  for (const key of keys) sorted.insert({ key });
  expect(keysOf(sorted, "")).toEqual(keys.toSorted(bytewise));
  const gone = keys.filter((_, i) => i % 3 !== 0);
  for (const key of gone) sorted.delete(key);
  sorted.delete("/missing");
  const left = keys.filter((_, i) => i % 3 === 0).toSorted(bytewise);
  expect(sorted.size).toBe(left.length);
  expect(keysOf(sorted, "")).toEqual(left);
  expect(keysOf(sorted, "/ns-1/")).toEqual(left.filter((key) => key.startsWith("/ns-1/")));
});

test("SortedKeys counts what is left of a range, wherever it starts", () => {
  const sorted = new SortedKeys<{ key: string }>();
  const keys = [...new Set(shuffled(2_003))].toSorted(bytewise);
  for (const key of keys) sorted.insert({ key });
  for (const prefix of ["", "/ns-1", "/ns-1/", "/zzz"]) {
    const under = keys.filter((key) => key.startsWith(prefix));
    expect(sorted.range(prefix).remaining()).toBe(under.length);
    for (const after of ["", "/ns-1/p-5", "/ns-12/", "/ns-2/p-1000", "/zzzz", keys.at(-1) ?? ""]) {
      const expected = under.filter((key) => key > after).length;
      expect(sorted.range(prefix, after).remaining(), `${prefix} after ${after}`).toBe(expected);
    }
  }
});

test("SortedKeys orders by bytes once a key needs it", () => {
  const sorted = new SortedKeys<{ key: string }>();
  const keys = ["a", "b", "é", "\u{10ffff}", "\uffff", "\ud7ff", "\ue000", "😀", "😀a", "aé"];
  for (const key of keys) sorted.insert({ key });
  expect(keysOf(sorted, "")).toEqual(keys.toSorted(bytewise));
  expect(keysOf(sorted, "😀")).toEqual(["😀", "😀a"]);
});
