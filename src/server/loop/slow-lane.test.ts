import { expect, test } from "vitest";
import { SlowLane } from "./slow-lane.ts";

/** A clock that advances when the test calls it, and then calls the timers that are due. */
function clock() {
  let now = 0;
  let idle = 0;
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
    lane: new SlowLane({
      now: () => now,
      later: (act, ms) => void sleeping.push({ at: now + ms, act }),
      idle: () => idle,
    }),
    forward: async (ms: number) => {
      until(now + ms);
      await Promise.resolve();
    },
    rest(ms: number) {
      idle += ms;
    },
    get now() {
      return now;
    },
  };
}

/**
 * Ordinary work for `ms` milliseconds. In each 10 ms, `told` ms of it are charged and the loop is idle for
 * `idle` ms.
 */
async function busy(
  { lane, forward, rest }: ReturnType<typeof clock>,
  ms: number,
  { told = 10, idle = 0 } = {},
): Promise<void> {
  for (let i = 0; i < ms; i += 10) {
    lane.ordinary(told);
    rest(idle);
    await forward(10);
  }
}

/**
 * Share of the time that slow work gets if turns of 10 ms always wait. The clock does not advance during slow
 * work.
 */
async function slowShare(time: ReturnType<typeof clock>, others: () => Promise<void>): Promise<number> {
  const { lane, now: startedAt } = time;
  let turns = 0;
  const next = () => {
    do turns++;
    while (!lane.turn("a", 10)?.then(next));
  };
  next();
  await others();
  const slowMs = turns * 10;
  return slowMs / (slowMs + time.now - startedAt);
}

test("without other work there is no wait", async () => {
  const { lane, forward } = clock();
  for (let i = 0; i < 10; i++) {
    expect(lane.turn("a", 100)).toBeUndefined();
    await forward(0);
  }
});

test("slow work in one turn of the loop is limited", async () => {
  const { lane, forward } = clock();
  let went = 0;
  for (let i = 0; i < 20; i++) {
    const wait = lane.turn("a", 2);
    if (wait === undefined) went++;
    else void wait.then(() => went++);
  }
  expect(went).toBe(5);
  for (let i = 0; i < 4; i++) await forward(0);
  expect(went).toBe(20);
});

test("where others use all of the loop slow work has about a tenth of the time", async () => {
  const time = clock();
  await busy(time, 3000);
  time.lane.pay(1);
  const share = await slowShare(time, () => busy(time, 10_000));
  expect(share).toBeGreaterThan(0.06);
  expect(share).toBeLessThan(0.11);
});

test("it has no more if the loop does much uncharged work for others", async () => {
  const time = clock();
  await busy(time, 3000, { told: 4 });
  time.lane.pay(1);
  expect(await slowShare(time, () => busy(time, 10_000, { told: 4 }))).toBeLessThan(0.11);
});

test("where others use four tenths of the loop it has about half", async () => {
  const time = clock();
  await busy(time, 3000, { told: 4, idle: 6 });
  time.lane.pay(1);
  const share = await slowShare(time, () => busy(time, 10_000, { told: 4, idle: 1 }));
  expect(share).toBeGreaterThan(0.4);
  expect(share).toBeLessThan(0.65);
});

test("the next turn waits for work that took longer than expected", async () => {
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

test("there is no wait if the loop is otherwise idle", async () => {
  const time = clock();
  await busy(time, 3000);
  time.lane.pay(100);
  let went = false;
  void time.lane.turn("a", 1)?.then(() => {
    went = true;
  });
  time.rest(10);
  await time.forward(10);
  expect(went).toBe(true);
});
