import { describe, expect, test } from "vitest";
import type { ReplicaSet } from "../../../types/tables/apps/v1-types.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { BURST_REPLICAS, nextAvailability, planReplicas, statusOf } from "./plan.ts";

const NOW = Date.parse("2026-07-01T12:00:00Z");
const ago = (seconds: number): string => new Date(NOW - seconds * 1000).toISOString();

const setOf = (replicas: number, more: Partial<ReplicaSet> = {}): ReplicaSet => ({
  metadata: { name: "web", generation: 3 },
  spec: { replicas, template: { metadata: { labels: { app: "web" } } } },
  ...more,
});

interface Traits {
  readonly node?: string;
  readonly ready?: boolean;
  readonly readyFor?: number;
  readonly labels?: Record<string, string>;
  readonly cost?: number;
}

function pod(
  name: string,
  { node, ready = true, readyFor = 100, labels = { app: "web" }, cost }: Traits = {},
): Pod {
  const condition = { type: "Ready", status: ready ? "True" : "False", lastTransitionTime: ago(readyFor) };
  const annotations = { "controller.kubernetes.io/pod-deletion-cost": String(cost) };
  return {
    metadata: {
      name,
      uid: name,
      labels,
      creationTimestamp: ago(200),
      ...(cost === undefined ? {} : { annotations }),
    },
    spec: node === undefined ? {} : { nodeName: node },
    status: { phase: node === undefined ? "Pending" : "Running", conditions: [condition] },
  };
}

const removed = (replicas: number, pods: Pod[], related: Pod[] = pods): (string | undefined)[] =>
  planReplicas(setOf(replicas), pods, related, NOW).remove.map(({ metadata }) => metadata.name);

describe("planReplicas", () => {
  test("makes what is missing, and never more than 500 at a time", () => {
    expect(planReplicas(setOf(3), [pod("a")], [], NOW)).toEqual({ create: 2, remove: [] });
    expect(planReplicas(setOf(2000), [], [], NOW).create).toBe(BURST_REPLICAS);
  });

  test("does nothing for a replica set that is being deleted", () => {
    const dying = setOf(3, { metadata: { name: "web", deletionTimestamp: ago(1) } });
    expect(planReplicas(dying, [], [], NOW)).toEqual({ create: 0, remove: [] });
  });

  test("deletes first what has no node, then what is not ready", () => {
    const pods = [pod("good", { node: "a" }), pod("bad", { node: "a", ready: false }), pod("waits")];
    expect(removed(2, pods)).toEqual(["waits"]);
    expect(removed(1, pods)).toEqual(["waits", "bad"]);
  });

  test("prefers pods of low cost, then those with siblings on their node, then the youngest", () => {
    const cheap = pod("cheap", { node: "a", cost: -1 });
    const dear = pod("dear", { node: "a" });
    expect(removed(1, [dear, cheap])).toEqual(["cheap"]);
    const crowded = pod("crowded", { node: "b" });
    expect(removed(1, [dear, crowded], [dear, crowded, pod("x", { node: "b" })])).toEqual(["crowded"]);
    const young = pod("young", { node: "a", readyFor: 2 });
    expect(removed(1, [dear, young])).toEqual(["young"]);
  });

  test("deletes all of them for none", () => {
    expect(removed(0, [pod("a"), pod("b")])).toEqual(["a", "b"]);
  });
});

describe("statusOf", () => {
  const of = (replicaSet: ReplicaSet, active: Pod[], failure?: string, terminating: Pod[] = []) =>
    statusOf(replicaSet, { active, terminating, failure, now: NOW });

  test("counts", () => {
    const pods = [pod("a", { node: "n" }), pod("b", { node: "n", labels: {} }), pod("c", { ready: false })];
    expect(of(setOf(3), pods, undefined, [pod("d")])).toEqual({
      replicas: 3,
      fullyLabeledReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      terminatingReplicas: 1,
      observedGeneration: 3,
    });
  });

  test("a replication controller does not count the pods that are on their way out", () => {
    const status = statusOf(setOf(3), { active: [pod("a")], failure: undefined, now: NOW });
    expect(status).toMatchObject({ replicas: 1 });
    expect(status).not.toHaveProperty("terminatingReplicas");
  });

  test("what is ready is available after minReadySeconds, and is looked at again then", () => {
    const slow = setOf(1, { spec: { replicas: 1, minReadySeconds: 10 } });
    const young = pod("a", { node: "n", readyFor: 4 });
    expect(of(slow, [young]).availableReplicas).toBeUndefined();
    expect(nextAvailability(slow, [young], NOW)).toBe(6000);
    expect(nextAvailability(slow, [pod("b", { readyFor: 11 })], NOW)).toBeUndefined();
  });

  test("says why pods cannot be made, once, and no longer when they can", () => {
    const denied = of(setOf(1), [], "denied");
    expect(denied.conditions).toMatchObject([
      { type: "ReplicaFailure", status: "True", reason: "FailedCreate", message: "denied" },
    ]);
    const again = of(setOf(1, { status: denied }), [], "denied for another reason");
    expect(again.conditions).toEqual(denied.conditions);
    expect(of(setOf(1, { status: denied }), [pod("a")]).conditions).toBeUndefined();
    expect(of(setOf(0), [pod("a")], "no").conditions?.[0]?.reason).toBe("FailedDelete");
  });
});
