import { expect, test } from "vitest";
import { Queue } from "./queue.ts";

test("Queue hands out together what is waiting, and what comes later by itself", async () => {
  const queue = new Queue<number>();
  queue.push(1);
  queue.push(2);
  const batches: (readonly number[])[] = [];
  for await (const batch of batchesOf(queue)) {
    batches.push(batch);
    if (batches.length === 1) queue.push(3);
    else queue.end();
  }
  expect(batches).toEqual([[1, 2], [3]]);
});

test("Queue ends once, and reads what was waiting", async () => {
  let ends = 0;
  const queue = new Queue<number>({ ended: () => ends++ });
  queue.push(1);
  queue.end();
  queue.end();
  queue.push(2);
  expect(await read(queue)).toEqual([1]);
  expect(ends).toBe(1);
});

/** Returns the values that a reader receives from now on. */
async function read<T>(queue: Queue<T>): Promise<T[]> {
  const seen: T[] = [];
  for await (const batch of batchesOf(queue)) seen.push(...batch);
  return seen;
}

async function* batchesOf<T>(queue: Queue<T>): AsyncIterable<readonly T[]> {
  for (;;) {
    const batch = queue.take();
    if (batch !== undefined) yield batch;
    else if (queue.hasEnded) return;
    else await queue.change();
  }
}

test("Queue cuts off a reader that is slow, by number or by weight, and not one that asked for much", async () => {
  let ends = 0;
  const owner = { ended: () => ends++ };
  const many = new Queue<number>(owner);
  many.fill(Array.from({ length: 50_000 }, (_, i) => i));
  for (let i = 0; i < 20_000; i++) many.push(i);
  expect(ends).toBe(0);
  many.push(0);
  many.push(1);
  expect(ends).toBe(1);
  expect((await read(many)).length).toBe(70_001);
  const heavy = new Queue<number>(owner, () => 1 << 20);
  for (let i = 0; i < 164; i++) heavy.push(i);
  expect(ends).toBe(1);
  heavy.push(0);
  expect(ends).toBe(2);
});
