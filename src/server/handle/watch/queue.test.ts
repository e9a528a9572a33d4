import { expect, test } from "vitest";
import { Queue } from "./queue.ts";

test("Queue hands out together what is waiting, and what comes later by itself", async () => {
  const queue = new Queue<number>(() => {});
  queue.push(1);
  queue.push(2);
  const batches: (readonly number[])[] = [];
  for await (const batch of queue) {
    batches.push(batch);
    if (batches.length === 1) queue.push(3);
    else queue.end();
  }
  expect(batches).toEqual([[1, 2], [3]]);
});

test("Queue ends once, and reads what was waiting", async () => {
  let ends = 0;
  const queue = new Queue<number>(() => ends++);
  queue.push(1);
  queue.end();
  queue.end();
  queue.push(2);
  const seen: number[] = [];
  for await (const batch of queue) seen.push(...batch);
  expect(seen).toEqual([1]);
  expect(ends).toBe(1);
});
