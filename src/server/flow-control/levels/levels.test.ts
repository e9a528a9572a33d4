import { describe, expect, test } from "vitest";
import { memoryRequest } from "../../../api/exchange/memory-request.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { bootFlowControl } from "../../../resources/boot/flow-control.ts";
import { parseRequestInfo } from "../../accept/request-info.ts";
import { FlowCounts } from "../queues/flow-counts.ts";
import { ONE_SEAT } from "../queues/ticket.ts";
import { VirtualClock } from "../queues/virtual-clock.tool.ts";
import { allocate } from "./allocate.ts";
import { PriorityLevels } from "./priority-levels.ts";
import { RetryAfter } from "./retry-after.ts";

const about = {
  user: { username: "u", groups: [] },
  info: parseRequestInfo(memoryRequest({ url: "/version" })),
};
const BOOT = bootFlowControl().filter(({ kind }) => kind === "PriorityLevelConfiguration");

function limited(name: string, shares: number, more: object = {}): KubeObject {
  const limitResponse = { type: "Queue", queuing: { queues: 4, handSize: 1, queueLengthLimit: 50 } };
  const limitedSpec = { nominalConcurrencyShares: shares, lendablePercent: 50, limitResponse, ...more };
  return {
    apiVersion: "flowcontrol.apiserver.k8s.io/v1",
    kind: "PriorityLevelConfiguration",
    metadata: { name, uid: `uid-${name}` },
    spec: { type: "Limited", limited: limitedSpec },
  };
}

describe("PriorityLevels", () => {
  test("share seats as kube-apiserver does", () => {
    const levels = new PriorityLevels(600, new VirtualClock());
    levels.configure(BOOT);
    const seats = Object.fromEntries(levels.all.map(({ name, limits }) => [name, Object.values(limits)]));
    // The values of apiserver_flowcontrol_{nominal,lower,upper}_limit_seats of kube-apiserver 1.36.3.
    expect(seats).toEqual({
      "catch-all": [13, 13, 613],
      exempt: [0, 0, 600],
      "global-default": [49, 24, 649],
      "leader-election": [25, 25, 625],
      "node-high": [98, 73, 698],
      system: [74, 50, 674],
      "workload-high": [98, 49, 698],
      "workload-low": [245, 24, 845],
    });
  });

  test("those that want more borrow what others do not use, and give it back", () => {
    const clock = new VirtualClock();
    const levels = new PriorityLevels(20, clock);
    levels.configure([limited("busy", 1), limited("idle", 1)]);
    const [busy, idle] = [levels.get("busy"), levels.get("idle")];
    if (busy === undefined || idle === undefined) return expect.unreachable();
    const counts = new FlowCounts("busy", "s");
    const arrival = { about, work: ONE_SEAT, counts, distinguisher: "", hand: [0] };
    const before = busy.currentLimit ?? 0;
    for (let i = 0; i < 40; i++) busy.queues.start(arrival);
    expect(counts.executing).toBe(before);
    clock.pass(10_000);
    levels.adjust();
    expect(busy.currentLimit).toBe(busy.limits.nominal + idle.limits.nominal - idle.limits.lower);
    expect(counts.executing).toBe(busy.currentLimit);
    expect(idle.currentLimit).toBe(idle.limits.lower);
    while (!busy.queues.isIdle) for (const ticket of [...busy.queues.tickets]) busy.queues.finish(ticket);
    for (let i = 0; i < 40; i++) idle.queues.start({ ...arrival, counts: new FlowCounts("idle", "s") });
    clock.pass(10_000);
    levels.adjust();
    expect(idle.queues.executing).toBe(idle.currentLimit);
    expect(idle.currentLimit ?? 0).toBeGreaterThanOrEqual(idle.limits.nominal);
  });

  test("lend nothing beyond borrowingLimitPercent, and keep what is not lendable", () => {
    const levels = new PriorityLevels(100, new VirtualClock());
    levels.configure([
      limited("a", 1, { borrowingLimitPercent: 20 }),
      limited("b", 3, { lendablePercent: 0 }),
    ]);
    expect(levels.get("a")?.limits).toEqual({ nominal: 12, lower: 6, upper: 14 });
    expect(levels.get("b")?.limits).toEqual({ nominal: 34, lower: 34, upper: 134 });
  });

  test("a deleted one takes no more requests, and goes when its last one is done", () => {
    const levels = new PriorityLevels(20, new VirtualClock());
    levels.configure([limited("a", 1)]);
    const level = levels.get("a");
    const arrival = { about, work: ONE_SEAT, counts: new FlowCounts("a", "s"), distinguisher: "", hand: [0] };
    const ticket = level?.queues.start(arrival);
    levels.configure([]);
    expect(levels.get("a")).toBeUndefined();
    expect(levels.all.map(({ name }) => name)).toContain("a");
    if (ticket !== undefined) level?.queues.finish(ticket);
    levels.adjust();
    expect(levels.all.map(({ name }) => name).sort()).toEqual(["catch-all", "exempt"]);
  });
});

describe("allocate", () => {
  const claim = (lower: number, target: number, upper: number) => ({ lower, target, upper });

  test.each([
    [50, [claim(0, 15, 20), claim(0, 15, 20), claim(0, 15, 20)], [50 / 3, 50 / 3, 50 / 3]],
    [100, [claim(20, 50, 1000), claim(20, 150, 1000)], [25, 75]],
    [100, [claim(40, 50, 1000), claim(0, 150, 1000)], [40, 60]],
    [100, [claim(0, 50, 1000), claim(0, 150, 30)], [70, 30]],
    [6, [claim(1, 1, 9), claim(2, 2, 9), claim(3, 3, 9)], [1, 2, 3]],
    [0, [claim(0, 5, 9)], [0]],
    [4, [claim(0, 0, 9), claim(0, 0, 9)], [2, 2]],
  ])("%i among %j", (sum, claims, parts) => {
    const found = allocate(sum, claims)?.parts ?? [];
    expect(found.map((part) => part.toFixed(6))).toEqual(parts.map((part) => part.toFixed(6)));
  });

  test("is impossible outside of the bounds", () => {
    expect(allocate(2, [claim(3, 3, 9)])).toBeUndefined();
    expect(allocate(10, [claim(3, 3, 9)])).toBeUndefined();
  });
});

describe("RetryAfter", () => {
  test("doubles while many are refused, up to 32, and goes down again", () => {
    const retry = new RetryAfter();
    const at = (second: number, times: number): number => {
      let seconds = 0;
      for (let i = 0; i < times; i++) seconds = retry.refused(second * 1000);
      return seconds;
    };
    expect(at(1000, 10)).toBe(1);
    expect(at(1001, 10)).toBe(2);
    expect(at(1002, 10)).toBe(2);
    expect(at(1003, 10)).toBe(4);
    for (let second = 1004; second < 1100; second++) at(second, 100);
    expect(at(1100, 1)).toBe(32);
    expect(at(1200, 1)).toBe(31);
    expect(at(1201, 1)).toBe(30);
  });
});
