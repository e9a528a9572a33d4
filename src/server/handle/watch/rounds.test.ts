import { expect, test } from "vitest";
import { Rounds } from "./rounds.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Keeps the event loop busy, as writing to many connections does. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

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
  const endedAt = performance.now();
  let early = 0;
  const woken = new Promise<number>((resolve) => rounds.add(() => resolve(performance.now())));
  rounds.add(() => early++);
  await turn();
  await turn();
  expect(early).toBe(0);
  expect((await woken) - endedAt).toBeGreaterThan(8);
  expect(early).toBe(1);
});
