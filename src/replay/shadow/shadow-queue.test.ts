import { expect, test } from "vitest";
import { ShadowQueue } from "./shadow-queue.ts";

test("ShadowQueue works off what is added, in order, and never at once", async () => {
  const done: number[] = [];
  const queue = new ShadowQueue<number>(1, async (item) => {
    done.push(item);
    return 0;
  });
  for (const item of [1, 2, 3]) queue.add(item, 1);
  expect(done).toEqual([]);
  expect(queue.size).toBe(3);
  await queue.settled();
  expect(done).toEqual([1, 2, 3]);
  queue.add(4, 1);
  await queue.settled();
  expect(done).toEqual([1, 2, 3, 4]);
});

test("ShadowQueue leaves out what has no room, and counts it", async () => {
  const done: number[] = [];
  const queue = new ShadowQueue<number>(1, async (item) => {
    done.push(item);
    return 0;
  });
  for (let item = 0; item < 1_010; item++) queue.add(item, 1);
  expect(queue.dropped).toBe(10);
  await queue.settled();
  expect(done).toHaveLength(1_000);
  queue.add(1, 4 << 20);
  queue.add(2, 1);
  expect(queue.dropped).toBe(11);
  await queue.settled();
});

test("ShadowQueue lets few wait where more come than it can do, until a quiet time", async () => {
  let now = 0;
  const queue = new ShadowQueue<number>(
    1,
    async () => 0,
    () => now,
  );
  const add = (count: number): number => {
    for (let item = 0; item < count; item++) queue.add(item, 1);
    return queue.size;
  };
  expect(add(1_001)).toBe(1_000);
  await queue.settled();
  now += 1_000;
  expect(add(100)).toBe(32);
  await queue.settled();
  now += 1_999;
  expect(add(100)).toBe(32);
  await queue.settled();
  now += 2_000;
  expect(add(100)).toBe(100);
  expect(queue.dropped).toBe(1 + 68 + 68);
  await queue.settled();
});

test("ShadowQueue pauses when its part of the time is spent, and hurries at the end", async () => {
  let done = 0;
  const queue = new ShadowQueue<number>(1, async () => {
    const until = performance.now() + 250;
    while (performance.now() < until);
    done += 1;
    return 0;
  });
  for (let item = 0; item < 4; item++) queue.add(item, 1);
  // After the first one there would be a pause of more than a second before each of the others.
  await queue.finish(60_000);
  expect([done, queue.size, queue.dropped]).toEqual([4, 0, 0]);
});

test("ShadowQueue does not count time that was only waited, and gives up at the end what takes too long", async () => {
  let begun = 0;
  const never = new Promise<number>(() => {});
  const queue = new ShadowQueue<number>(2, () => {
    begun += 1;
    return never;
  });
  for (let item = 0; item < 5; item++) queue.add(item, 1);
  await queue.finish(20);
  expect([begun, queue.dropped, queue.size]).toEqual([2, 3, 0]);
});
