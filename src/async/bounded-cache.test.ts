import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { heapUsed } from "../../test/parts/collect-garbage.ts";
import { BoundedCache } from "./bounded-cache.ts";

test("BoundedCache removes the oldest entries above its number", () => {
  const cache = new BoundedCache<number>({ entries: 2 });
  for (const [i, key] of ["a", "b", "a", "c"].entries()) cache.set(key, i);
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([2, undefined, 3]);
});

test("BoundedCache removes the oldest entries above its bytes, and keeps no value that is larger", () => {
  const cache = new BoundedCache<string>({ entries: 10, bytes: 5, sizeOf: (value) => value.length });
  for (const value of ["aa", "bbb", "c"]) cache.set(value, value);
  expect(["aa", "bbb", "c"].map((key) => cache.get(key))).toEqual([undefined, "bbb", "c"]);
  cache.set("c", "larger");
  expect(["bbb", "c"].map((key) => cache.get(key))).toEqual(["bbb", undefined]);
  expect(cache.size).toBe(1);
  cache.delete("bbb");
  cache.set("d", "ddddd");
  expect(cache.get("d")).toBe("ddddd");
});

test("BoundedCache removes entries whose time is over when a later one is set", () => {
  const clock = { now: 0 };
  const cache = new BoundedCache<number>({ entries: 10, now: () => clock.now });
  cache.set("a", 1, 10);
  cache.set("b", 2, 20);
  clock.now = 10;
  expect(cache.get("a")).toBeUndefined();
  cache.set("c", 3, 30);
  expect([cache.size, cache.get("b"), cache.get("c")]).toEqual([2, 2, 3]);
});

test("BoundedCache keeps no text of a long key, and no key equals the hash of another", () => {
  const long = "x".repeat(1000);
  const cache = new BoundedCache<string>({ entries: 1000 });
  cache.set(long, "long");
  cache.set(createHash("sha256").update(long).digest("hex"), "its hash");
  expect([cache.get(long), cache.size]).toEqual(["long", 2]);
  const before = heapUsed();
  for (let i = 0; i < 200; i++) cache.set(`${i}${"y".repeat(1 << 20)}`, "");
  expect(heapUsed() - before).toBeLessThan(50 << 20);
});
