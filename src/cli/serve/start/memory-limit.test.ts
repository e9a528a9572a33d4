import { expect, test } from "vitest";
import { createMemoryLimit, type MemoryUse } from "./memory-limit.ts";

const MB = 2 ** 20;

function roomOf(first: MemoryUse) {
  const state = { use: first, time: 0 };
  const measured = { use: () => state.use, close: () => {} };
  return { state, room: createMemoryLimit(measured, () => state.time) };
}

const plenty: MemoryUse = { heap: 10 * MB, heapLimit: 100 * MB, all: 50 * MB, limit: 1000 * MB };

test("createMemoryLimit has room as long as a fifth of the heap and of the memory is left", () => {
  expect(roomOf(plenty).room.shortage()).toBeUndefined();
  expect(roomOf({ ...plenty, heap: 80 * MB, all: 800 * MB }).room.shortage()).toBeUndefined();
  expect(roomOf({ ...plenty, heap: 81 * MB }).room.shortage()).toBe(
    "no memory is left for more objects: 81 MB of the 100 MB of the heap are in use (node --max-old-space-size)",
  );
  expect(roomOf({ ...plenty, all: 801 * MB }).room.shortage()).toBe(
    "no memory is left for more objects: 801 MB of 1000 MB are in use",
  );
});

test("createMemoryLimit looks again a moment later, and has room again", () => {
  const { state, room } = roomOf({ ...plenty, heap: 99 * MB });
  expect(room.shortage()).toBeDefined();
  state.use = plenty;
  expect(room.shortage()).toBeDefined();
  state.time += 100;
  expect(room.shortage()).toBeUndefined();
});

test("createMemoryLimit measures this process", () => {
  const room = createMemoryLimit();
  expect(room.shortage()).toBeUndefined();
  room.close();
});
