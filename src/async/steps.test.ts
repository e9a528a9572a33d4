import { expect, test } from "vitest";
import { atOnce, inSteps, type Steps, untilPause } from "./steps.ts";

function* counted(done: number[], steps: number): Steps<string> {
  for (let i = 1; i <= steps; i++) {
    done.push(i);
    yield;
  }
  return "made";
}

test("atOnce does all steps", () => {
  const done: number[] = [];
  expect(atOnce(counted(done, 3))).toBe("made");
  expect(done).toEqual([1, 2, 3]);
});

test("inSteps waits after a step where there is a pause, and goes on where there is none", async () => {
  const done: number[] = [];
  const pauses: number[] = [];
  const pause = () => {
    if (done.length % 2 === 0) return undefined;
    pauses.push(done.length);
    return Promise.resolve();
  };
  expect(await inSteps(counted(done, 4), pause)).toBe("made");
  expect(pauses).toEqual([1, 3]);
});

test("untilPause does at once what needs no pause", async () => {
  function* work(done: number[]): Steps<void> {
    yield* counted(done, 3);
  }
  const done: number[] = [];
  expect(untilPause(work(done), () => undefined)).toBeUndefined();
  expect(done).toEqual([1, 2, 3]);
  const later: number[] = [];
  const rest = untilPause(work(later), () => Promise.resolve());
  expect(later).toEqual([1]);
  await rest;
  expect(later).toEqual([1, 2, 3]);
});
