import { expect, test } from "vitest";
import { BoundedQueue } from "./bounded-queue.ts";

test("BoundedQueue forgets the oldest when all together are too many bytes", () => {
  const forgotten: string[] = [];
  const queue = new BoundedQueue<string>(10, (item) => forgotten.push(item));
  queue.add("a", 4);
  queue.add("b", 6);
  expect(forgotten).toEqual([]);
  queue.add("c", 5);
  expect(forgotten).toEqual(["a", "b"]);
});

test("BoundedQueue keeps the newest, however long it is", () => {
  const forgotten: string[] = [];
  const queue = new BoundedQueue<string>(10, (item) => forgotten.push(item));
  queue.add("a", 100);
  expect(forgotten).toEqual([]);
  queue.add("b", 1);
  expect(forgotten).toEqual(["a"]);
});

test("BoundedQueue goes on for ever", () => {
  const forgotten: string[] = [];
  const queue = new BoundedQueue<string>(3, (item) => forgotten.push(item));
  for (let i = 0; i < 10_000; i++) queue.add(String(i), 1);
  expect(forgotten).toHaveLength(9_997);
  expect(forgotten.at(-1)).toBe("9996");
});
