import { expect, test } from "vitest";
import { PassingMap } from "./passing-map.ts";

test("PassingMap has the last value of each key until it leaves", () => {
  const map = new PassingMap<string, { n: number }>();
  map.set("a", { n: 1 });
  map.set("b", { n: 2 });
  map.set("a", { n: 3 });
  expect([map.get("a"), map.size, map.values()]).toEqual([{ n: 3 }, 2, [{ n: 2 }, { n: 3 }]]);
  map.delete("b");
  map.delete("c");
  expect([map.get("b"), map.size, map.values()]).toEqual([undefined, 1, [{ n: 3 }]]);
});
