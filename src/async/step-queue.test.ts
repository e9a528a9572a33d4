import { expect, test } from "vitest";
import { StepQueue } from "./step-queue.ts";

test("StepQueue does each step of all before the next step of one", async () => {
  const done: string[] = [];
  const queue = new StepQueue();
  const work = (name: string, steps: number) => {
    let at = 0;
    return { next: () => done.push(`${name}${++at}`) > 0 && at < steps };
  };
  queue.add(work("a", 3));
  queue.add(work("b", 1));
  queue.add(work("c", 2));
  expect(done).toEqual([]);
  await Promise.resolve();
  expect(done).toEqual(["a1", "b1", "c1", "a2", "c2", "a3"]);
});

test("StepQueue lets work come back that has waited", async () => {
  const queue = new StepQueue();
  const done: number[] = [];
  const work = {
    next(): boolean {
      if (done.push(done.length) === 2) Promise.resolve().then(() => queue.add(work));
      return done.length !== 2 && done.length < 4;
    },
  };
  queue.add(work);
  await new Promise(setImmediate);
  expect(done).toEqual([0, 1, 2, 3]);
});
