import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Rounds } from "./rounds.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Advances the clock, like the time of writes to many connections. */
const work = (milliseconds: number): void => void vi.advanceTimersByTime(milliseconds);

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

test("Rounds wake a few readers in the same turn, however much they do", async () => {
  const rounds = new Rounds();
  const woken: number[] = [];
  for (let round = 0; round < 3; round++) {
    rounds.add(() => {
      woken.push(round);
      work(5);
    });
    await Promise.resolve();
  }
  expect(woken).toEqual([0, 1, 2]);
});

test("Rounds let what comes while many readers are served wait as long as that took, 10 ms at most", async () => {
  const rounds = new Rounds();
  const readers = 20;
  for (let i = 0; i < readers; i++) rounds.add(() => work(1));
  await Promise.resolve();
  let woken = 0;
  for (let i = 0; i < 2; i++) rounds.add(() => woken++);
  await turn();
  await turn();
  work(9);
  expect(woken).toBe(0);
  work(1);
  expect(woken).toBe(2);
});
