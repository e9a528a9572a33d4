import { describe, expect, test } from "vitest";
import { memoryRequest } from "../../../api/exchange/memory-request.ts";
import { parseRequestInfo } from "../../accept/request-info.ts";
import { dealHand, hashFlow } from "../flow.ts";
import { FlowCounts } from "./flow-counts.ts";
import { LevelGauges } from "./level-gauges.ts";
import { type Overflow, QueueSet } from "./queue-set.ts";
import { ONE_SEAT, type Ticket, type Work } from "./ticket.ts";
import { VirtualClock } from "./virtual-clock.tool.ts";

const QUEUES = { queues: 16, handSize: 4, lengthLimit: 50 };
const about = {
  user: { username: "u", groups: [] },
  info: parseRequestInfo(memoryRequest({ url: "/version" })),
};

function level(limit: number, overflow: Overflow = QUEUES) {
  const clock = new VirtualClock();
  const set = new QueueSet(clock, new LevelGauges(0), overflow);
  set.configure(overflow, limit);
  const counts = new FlowCounts("l", "s");
  const start = (flow: string, work: Work = ONE_SEAT) => {
    const hand =
      typeof overflow === "string" ? [] : dealHand(hashFlow("s", flow), overflow.queues, overflow.handSize);
    return set.start({ about, work, counts, distinguisher: flow, hand });
  };
  return { clock, set, counts, start };
}

/**
 * Sends the requests of one flow from `clients` clients. Each client sends the next request when its last one
 * is done.
 */
function load(
  { clock, set, start }: ReturnType<typeof level>,
  flow: string,
  { clients, takesMs, pauseMs = 0 }: { clients: number; takesMs: number; pauseMs?: number },
) {
  const done = { requests: 0, ms: 0 };
  const send = (): void => {
    const ticket = start(flow);
    if (ticket === undefined) return void clock.later(send, 1000);
    const sentAt = clock.now();
    const handle = () =>
      clock.later(() => {
        done.requests += 1;
        done.ms += clock.now() - sentAt;
        set.finish(ticket);
        clock.later(send, pauseMs);
      }, takesMs);
    ticket.decide = handle;
    if (ticket.startedAt !== undefined) handle();
  };
  for (let i = 0; i < clients; i++) send();
  return done;
}

const began = (ticket: Ticket | undefined): boolean => ticket?.startedAt !== undefined;

describe("QueueSet", () => {
  test("a flow of two clients gets as much as one of forty", () => {
    const all = level(2);
    const heavy = load(all, "heavy", { clients: 40, takesMs: 10 });
    const light = load(all, "light", { clients: 2, takesMs: 10 });
    all.clock.pass(60_000);
    // Two seats are 12,000 requests.
    expect(heavy.requests + light.requests).toBeGreaterThan(11_900);
    expect(light.requests / (heavy.requests + light.requests)).toBeGreaterThan(0.3);
  });

  test("a rare request waits for one request of each other queue, not for all of them", () => {
    const all = level(1);
    const heavy = load(all, "heavy", { clients: 100, takesMs: 20 });
    const light = load(all, "light", { clients: 1, takesMs: 20, pauseMs: 200 });
    all.clock.pass(60_000);
    expect(heavy.requests).toBeGreaterThan(2500);
    // It waits for four queues and its own request. With one queue for all it would wait for 100 requests.
    expect(light.ms / light.requests).toBeLessThan(5 * 20);
    expect(light.requests).toBeGreaterThan(190);
  });

  test("seats are shared by time, not by requests", () => {
    const all = level(4, { ...QUEUES, handSize: 1 });
    const long = load(all, "long", { clients: 20, takesMs: 90 });
    const short = load(all, "short", { clients: 20, takesMs: 10 });
    all.clock.pass(120_000);
    const [longMs, shortMs] = [long.requests * 90, short.requests * 10];
    expect(longMs / (longMs + shortMs)).toBeGreaterThan(0.45);
    expect(longMs / (longMs + shortMs)).toBeLessThan(0.55);
  });

  test("no request waits while there is a seat, and waiting requests keep their order", () => {
    const { set, start, counts } = level(2, { ...QUEUES, handSize: 1 });
    const first = start("a");
    expect([began(first), began(start("a"))]).toEqual([true, true]);
    const order: string[] = [];
    for (const name of ["c", "d"]) {
      const ticket = start("b");
      expect(began(ticket)).toBe(false);
      if (ticket !== undefined) ticket.decide = (mayGo) => order.push(`${name} ${mayGo}`);
    }
    expect(counts).toMatchObject({ waiting: 2, executing: 2, dispatched: 2 });
    if (first !== undefined) set.finish(first);
    expect(order).toEqual(["c true"]);
    expect(counts).toMatchObject({ waiting: 1, executing: 2, dispatched: 3 });
  });

  test("a full queue refuses, and so does a level without queues", () => {
    const queued = level(1, { queues: 1, handSize: 1, lengthLimit: 2 });
    expect([1, 2, 3, 4].map(() => queued.start("a") !== undefined)).toEqual([true, true, true, false]);
    expect(queued.counts.rejected).toEqual(new Map([["queue-full", 1]]));
    const refusing = level(1, "reject");
    expect([1, 2].map(() => began(refusing.start("a")))).toEqual([true, false]);
    expect(refusing.counts.rejected).toEqual(new Map([["concurrency-limit", 1]]));
    const exempt = level(0, "exempt");
    expect([1, 2, 3].map(() => began(exempt.start("a")))).toEqual([true, true, true]);
  });

  test("a cancelled request leaves its queue, and is counted", () => {
    const { set, start, counts } = level(1);
    const [first, second, third] = [start("a"), start("a"), start("a")];
    if (first === undefined || second === undefined || third === undefined) return expect.unreachable();
    const heard: boolean[] = [];
    second.decide = (mayGo) => heard.push(mayGo);
    set.cancel(second);
    expect(heard).toEqual([false]);
    expect(counts.rejected).toEqual(new Map([["time-out", 1]]));
    set.finish(first);
    expect([began(second), began(third)]).toEqual([false, true]);
    set.cancel(third);
    expect(counts).toMatchObject({ waiting: 0, waitingSeats: 0, executing: 1 });
    set.finish(third);
    expect(set.isIdle).toBe(true);
  });

  test("a wide request waits for its seats, and one wider than all there is until it is alone", () => {
    const { set, start, counts } = level(3);
    const [a, b] = [start("a"), start("a")];
    const wide = start("b", { initialSeats: 2, finalSeats: 0, additionalMs: 0 });
    const widest = start("c", { initialSeats: 5, finalSeats: 0, additionalMs: 0 });
    if (a === undefined || b === undefined || wide === undefined || widest === undefined)
      return expect.unreachable();
    expect([began(wide), began(widest)]).toEqual([false, false]);
    expect(counts.notAccommodated).toBeGreaterThan(0);
    set.finish(a);
    expect(began(wide)).toBe(true);
    set.finish(b);
    expect(began(widest)).toBe(false);
    set.finish(wide);
    expect(began(widest)).toBe(true);
    expect(counts.executingSeats).toBe(5);
  });

  test("seats for what comes after the answer are free only then", () => {
    const { clock, set, start, counts } = level(2);
    const write = start("a", { initialSeats: 1, finalSeats: 2, additionalMs: 5 });
    const next = start("a");
    if (write === undefined) return expect.unreachable();
    set.finish(write);
    expect(counts).toMatchObject({ executing: 0, executingSeats: 2 });
    expect(began(next)).toBe(false);
    clock.pass(5);
    expect(began(next)).toBe(true);
  });

  test("more seats start waiting requests; fewer queues lose no request", () => {
    const { set, start, counts } = level(1);
    const tickets = ["a", "b", "c", "d", "e"].map((flow) => start(flow));
    set.configure({ queues: 1, handSize: 1, lengthLimit: 1 }, 1);
    expect(counts.waiting).toBe(4);
    set.configure("reject", 3);
    expect(counts).toMatchObject({ waiting: 2, executing: 3 });
    for (let i = 0; i < 3; i++) for (const ticket of [...set.tickets]) set.finish(ticket);
    expect(tickets.every(began)).toBe(true);
    expect(set.isIdle).toBe(true);
  });
});

describe("dealHand", () => {
  test("deals different queues, the same ones to a flow", () => {
    const hand = dealHand(hashFlow("s", "u"), 128, 6);
    expect(new Set(hand).size).toBe(6);
    expect(hand.every((card) => card >= 0 && card < 128)).toBe(true);
    expect(dealHand(hashFlow("s", "u"), 128, 6)).toEqual(hand);
    expect(dealHand(hashFlow("s", "v"), 128, 6)).not.toEqual(hand);
  });

  test("deals all cards of a deck, whatever the hash", () => {
    for (let hash = 0n; hash < 24n; hash++) expect(new Set(dealHand(hash, 4, 4)).size).toBe(4);
    expect(new Set([...Array(24).keys()].map((i) => dealHand(BigInt(i), 4, 4).join())).size).toBe(24);
  });
});
