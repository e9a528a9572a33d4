import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

test("clients take turns, and each one's own go in their order", () => {
  const queue = new FairQueue<string, string>();
  for (const item of ["a1", "a2", "a3", "b1", "c1", "b2"]) queue.push(item.slice(0, 1), item);
  expect(queue.length).toBe(6);
  expect(queue.lengthOf("a")).toBe(3);
  const order = Array.from({ length: 6 }, () => queue.shift());
  expect(order).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  expect(queue.length).toBe(0);
  expect(queue.shift()).toBeUndefined();
});
