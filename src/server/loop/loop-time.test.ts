import { expect, test } from "vitest";
import type { LoopUser } from "./loop-budget.ts";
import { LoopTime } from "./loop-time.ts";

function setUp() {
  let now = 0;
  const spent: [string, number][] = [];
  const afterTurn: (() => void)[] = [];
  const time = new LoopTime(
    () => now,
    (act) => void afterTurn.push(act),
    ({ auditId }, ms) => void spent.push([auditId, ms]),
  );
  return {
    spent,
    work: (auditId: string, ms: number) => {
      time.work({ auditId } as LoopUser);
      now += ms;
    },
    turn: () => {
      for (const act of afterTurn.splice(0)) act();
      now += 1000;
    },
  };
}

test("what is done after a stage has begun counts for its request", () => {
  const { spent, work, turn } = setUp();
  work("a", 3);
  work("b", 5);
  work("a", 7);
  turn();
  expect(spent).toEqual([
    ["a", 3],
    ["b", 5],
    ["a", 7],
  ]);
});

test("work after the loop has turned is not charged to a request", () => {
  const { spent, work, turn } = setUp();
  work("a", 3);
  turn();
  work("b", 2);
  turn();
  expect(spent).toEqual([
    ["a", 3],
    ["b", 2],
  ]);
});
