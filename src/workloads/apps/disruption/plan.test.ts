import { describe, expect, test } from "vitest";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import type { PodDisruptionBudget } from "../../../types/tables/policy/v1-types.ts";
import { budgetStatus, failedStatus, nextRecheck } from "./plan.ts";

type Spec = NonNullable<PodDisruptionBudget["spec"]>;
type Status = NonNullable<PodDisruptionBudget["status"]>;

const NOW = Date.parse("2026-07-01T12:00:00Z");

const pod = (name: string, ready = true): Pod => ({
  metadata: { name },
  status: { conditions: [{ type: "Ready", status: ready ? "True" : "False" }] },
});

const budget = (spec: Spec, status: Status = {}): PodDisruptionBudget => ({
  metadata: { generation: 2 },
  spec,
  status,
});

const PODS = [pod("a"), pod("b"), pod("c", false)];
const status = (spec: Spec, expected?: number) => budgetStatus(budget(spec), PODS, { expected, now: NOW });

describe("budgetStatus", () => {
  test("counts by a number, by what controllers want, and by a percentage", () => {
    expect(status({ minAvailable: 1 })).toMatchObject({
      currentHealthy: 2,
      desiredHealthy: 1,
      disruptionsAllowed: 1,
      expectedPods: 3,
    });
    expect(status({ maxUnavailable: 2 }, 4)).toMatchObject({
      desiredHealthy: 2,
      disruptionsAllowed: 0,
      expectedPods: 4,
    });
    expect(status({ maxUnavailable: "50%" }, 3)).toMatchObject({ desiredHealthy: 1, disruptionsAllowed: 1 });
    expect(status({ minAvailable: "34%" }, 3)).toMatchObject({ desiredHealthy: 2, disruptionsAllowed: 0 });
  });

  test("says whether somebody may be evicted, and since when", () => {
    const first = status({ minAvailable: 1 });
    expect(first.conditions).toMatchObject([
      { type: "DisruptionAllowed", status: "True", reason: "SufficientPods" },
    ]);
    const later = budgetStatus(budget({ minAvailable: 2 }, first), PODS, {
      expected: undefined,
      now: NOW + 5000,
    });
    expect(later.conditions).toMatchObject([
      { status: "False", reason: "InsufficientPods", lastTransitionTime: "2026-07-01T12:00:05Z" },
    ]);
    expect(failedStatus(budget({}, first), "why", NOW)).toMatchObject({
      disruptionsAllowed: 0,
      conditions: [{ reason: "SyncFailed", message: "why" }],
    });
  });

  test("who was evicted does not count for two minutes", () => {
    const disruptedPods = {
      a: "2026-07-01T11:59:00Z",
      b: "2026-07-01T11:57:00Z",
      gone: "2026-07-01T11:59:59Z",
    };
    const result = budgetStatus(budget({ minAvailable: 1 }, { disruptedPods }), PODS, {
      expected: undefined,
      now: NOW,
    });
    expect(result.disruptedPods).toEqual({ a: "2026-07-01T11:59:00Z" });
    expect(result.currentHealthy).toBe(1);
    expect(nextRecheck(result, NOW)).toBe(60_000);
  });
});
