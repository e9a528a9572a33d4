import { expect, test } from "vitest";
import { SlowLane } from "./slow-lane.ts";

/** A clock that goes on when it is told to, and wakes who asked for it. */
function clock() {
  let now = 0;
  const sleeping: { at: number; act: () => void }[] = [];
  const until = (end: number) => {
    for (;;) {
      sleeping.sort((a, b) => a.at - b.at);
      const next = sleeping[0];
      if (next === undefined || next.at > end) break;
      sleeping.shift();
      now = next.at;
      next.act();
    }
    now = end;
  };
  return {
    lane: new SlowLane(
      () => now,
      (act, ms) => void sleeping.push({ at: now + ms, act }),
    ),
    forward: async (ms: number) => {
      until(now + ms);
      await Promise.resolve();
    },
    get now() {
      return now;
    },
  };
}

/** Others use the loop all the time. */
async function busy({ lane, forward }: ReturnType<typeof clock>, ms: number): Promise<void> {
  for (let i = 0; i < ms; i += 10) {
    lane.ordinary(10);
    await forward(10);
  }
}

test("where nobody else works nobody waits", () => {
  const { lane } = clock();
  for (let i = 0; i < 10; i++) expect(lane.turn("a", 100)).toBeUndefined();
});

test("where others use all of the loop slow work has about a tenth of the time", async () => {
  const time = clock();
  await busy(time, 3000);
  time.lane.pay(1);
  let turns = 0;
  const next = () => {
    turns++;
    void time.lane.turn("a", 10)?.then(next);
  };
  next();
  await busy(time, 10_000);
  expect(turns * 10).toBeGreaterThan(600);
  expect(turns * 10).toBeLessThan(1100);
});

test("what takes longer than was thought is paid for by who comes next", async () => {
  const time = clock();
  await busy(time, 3000);
  time.lane.pay(100);
  let went: number | undefined;
  void time.lane.turn("a", 1)?.then(() => {
    went = time.now;
  });
  await busy(time, 2000);
  expect(went).toBeGreaterThan(3500);
});

test("clients take turns, however much one of them asks for", async () => {
  const time = clock();
  await busy(time, 3000);
  const order: string[] = [];
  const ask = (client: string) => void time.lane.turn(client, 5)?.then(() => order.push(client));
  time.lane.pay(10);
  for (let i = 0; i < 20; i++) ask("much");
  ask("little");
  await busy(time, 500);
  expect(order.indexOf("little")).toBe(1);
});
