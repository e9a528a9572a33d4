import { afterEach, expect, test } from "vitest";
import { LongBody } from "../../api/exchange/exchange.ts";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import { StatusError } from "../../api/status.ts";
import { parseRequestInfo } from "../accept/request-info.ts";
import { FairLoop, type TellOfHold } from "./fair-loop.ts";
import type { LoopUser } from "./loop-budget.ts";

function ask(loop: FairLoop, username = "jane"): LoopUser {
  const request = memoryRequest({ url: "/api/v1/pods" });
  const used = { loop: { ms: 0, prepaidMs: 0 }, budget: loop };
  const context: Partial<LoopUser> = {
    request,
    info: parseRequestInfo(request),
    user: { username, groups: [] },
  };
  return { ...context, ...used } as LoopUser;
}

const holding = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

/** A loop with its own clock. Requests of 3 ms from other clients have used it for some time. */
const busyLoop = (): FairLoop => busyLoopOn({ ms: 0 }).loop;

function busyLoopOn(clock: { ms: number }): { readonly loop: FairLoop; readonly clock: { ms: number } } {
  const later = (act: () => void, after: number): void => {
    setImmediate(() => {
      clock.ms += after;
      act();
    });
  };
  const loop = new FairLoop(() => {}, { now: () => clock.ms, later, idle: () => 0 });
  for (let i = 0; i < 60; i++) {
    loop.work(ask(loop, "others"));
    clock.ms += 3;
    loop.stepEnds();
  }
  return { loop, clock };
}

const turned = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

test("tells which request held the loop", async () => {
  const held: Parameters<TellOfHold>[] = [];
  const loop = new FairLoop((...args) => void held.push(args));
  const context = ask(loop);
  loop.work(context);
  holding(110);
  await expect.poll(() => held.map(([who]) => who)).toEqual([context]);
  expect(held[0]?.[1]).toBeGreaterThan(100);
});

test("tells of work that belongs to no request", async () => {
  const told = new Promise<LoopUser | undefined>((resolve) => {
    ends.push(new FairLoop(resolve).watch());
  });
  await turned();
  holding(350);
  expect(await told).toBeUndefined();
});

test("without other work a slow request continues at once", async () => {
  const loop = new FairLoop(() => {});
  expect(loop.turn(ask(loop), 3 << 20)).toBeUndefined();
  await turned();
  expect(loop.handshake()).toBeUndefined();
});

test("with other work a slow request waits, and a quick one does not", async () => {
  const loop = busyLoop();
  const turns = Array.from({ length: 10 }, () => loop.turn(ask(loop), 1 << 20));
  expect(turns.at(-1)).toBeInstanceOf(Promise);
  expect(loop.turn(ask(loop, "others"), 500)).toBeUndefined();
  await Promise.all(turns);
});

test("too many that wait are told to come again", () => {
  const loop = busyLoop();
  const flood = () => {
    for (let i = 0; i < 1100; i++) loop.turn(ask(loop), 3 << 20);
  };
  expect(flood).toThrow(StatusError);
  expect(loop.turn(ask(loop, "somebody else"), 3 << 20)).toBeInstanceOf(Promise);
});

test("a connection that has too many unauthenticated requests is ended", async () => {
  const loop = busyLoop();
  loop.turn(ask(loop), 1 << 20);
  let ended = 0;
  const hangUp = () => void ended++;
  const request = { ...memoryRequest({ url: "/api/v1/pods" }), hangUp };
  const anonymous = () => loop.anonymousTurn({ ...ask(loop, "system:anonymous"), request });
  const waiting = Array.from({ length: 10 }, anonymous);
  expect(waiting.every((turn) => turn instanceof Promise)).toBe(true);
  expect(anonymous).toThrow(StatusError);
  expect(ended).toBe(1);
  await Promise.all(waiting);
});

test("unread bytes of unauthenticated requests are charged", async () => {
  /** Time that this request and the next one wait, in milliseconds of the clock of the loop. */
  const waitAfter = async (unwanted: number): Promise<number> => {
    const { loop, clock } = busyLoopOn({ ms: 0 });
    const request = { ...memoryRequest({ url: "/api/v1/pods" }), unwantedBytes: () => unwanted };
    const before = clock.ms;
    await loop.anonymousTurn({ ...ask(loop, "system:anonymous"), request });
    await loop.turn(ask(loop), 1 << 20);
    return clock.ms - before;
  };
  const [usual, flooded] = [await waitAfter(1000), await waitAfter(2 << 20)];
  expect(flooded).toBeGreaterThan(4 * usual);
});

test("a connection that brings records without anything in them waits, the longer the more they are", async () => {
  expect(new FairLoop(() => {}).overhead(10_000)).toBeUndefined();
  /** Time that the next connection waits, in milliseconds of the clock of the loop. */
  const waitBehind = async (bytes: number): Promise<number> => {
    const { loop, clock } = busyLoopOn({ ms: 0 });
    const before = clock.ms;
    await loop.overhead(bytes);
    await loop.overhead(300);
    return clock.ms - before;
  };
  const [little, much] = [await waitBehind(300), await waitBehind(3000)];
  expect(much).toBeGreaterThan(4 * little);
});

test("a long answer comes whole, piece by piece", async () => {
  const loop = new FairLoop(() => {});
  const pieces = Array.from({ length: 40 }, (_, i) => new Uint8Array(64 << 10).fill(i));
  const got: (number | undefined)[] = [];
  for await (const piece of loop.paced(ask(loop), new LongBody(pieces)).pieces) got.push(piece.at(-1));
  expect(got).toEqual(pieces.map((_, i) => i));
});

test("beside others, an answer that is sent waits after each half megabyte of it", async () => {
  const loop = busyLoop();
  const context = ask(loop);
  expect(loop.sentTurn(context, 100 << 10)).toBeUndefined();
  const turns = Array.from({ length: 10 }, () => loop.sentTurn(context, 600 << 10));
  expect(turns.at(-1)).toBeInstanceOf(Promise);
  await Promise.all(turns);
});
