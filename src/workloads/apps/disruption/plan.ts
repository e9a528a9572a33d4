import { formatTime } from "../../../api/time.ts";
import type { Json } from "../../../json/value.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import type { Condition } from "../../../types/tables/meta/v1-types.ts";
import type { PodDisruptionBudget } from "../../../types/tables/policy/v1-types.ts";
import { findCondition, withoutCondition } from "../../shared/conditions.ts";
import { isReady } from "../../shared/pods/pods.ts";
import { scaledValue } from "../../shared/scaled-value.ts";

/** Time after which an evicted pod that still exists counts as healthy again, in milliseconds. */
const DELETION_TIMEOUT_MS = 120_000;

/** Facts besides the pods. */
export interface Scale {
  /** Total size of the controllers of these pods; undefined if one of them cannot be found. */
  readonly expected: number | undefined;
  readonly now: number;
}

type Status = NonNullable<PodDisruptionBudget["status"]>;

/**
 * Returns the status with the number of pods that may be evicted now. Throws if the number cannot be
 * determined.
 */
export function budgetStatus(budget: PodDisruptionBudget, pods: readonly Pod[], scale: Scale): Status {
  const { expected, desired } = wantedHealthy(budget, pods, scale.expected);
  const disruptedPods = stillDisrupted(budget, pods, scale.now);
  const healthy = pods.filter(
    (pod) =>
      pod.metadata.deletionTimestamp === undefined &&
      !((pod.metadata.name ?? "") in disruptedPods) &&
      isReady(pod),
  ).length;
  const allowed = expected <= 0 ? 0 : Math.max(0, healthy - desired);
  const observedGeneration = budget.metadata.generation ?? 0;
  return {
    ...(Object.keys(disruptedPods).length === 0 ? {} : { disruptedPods }),
    disruptionsAllowed: allowed,
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    observedGeneration,
    conditions: withAllowed(budget, {
      type: "DisruptionAllowed",
      status: allowed > 0 ? "True" : "False",
      reason: allowed > 0 ? "SufficientPods" : "InsufficientPods",
      message: "",
      observedGeneration,
      lastTransitionTime: formatTime(scale.now),
    }),
  };
}

/** Returns the status for pods whose controllers cannot be found: no pod may be evicted. */
export const failedStatus = (budget: PodDisruptionBudget, message: string, now: number): Status => ({
  ...budget.status,
  disruptionsAllowed: 0,
  conditions: withAllowed(budget, {
    type: "DisruptionAllowed",
    status: "False",
    reason: "SyncFailed",
    message,
    observedGeneration: budget.status?.observedGeneration ?? 0,
    lastTransitionTime: formatTime(now),
  }),
});

function withAllowed({ status }: PodDisruptionBudget, condition: Condition): Condition[] {
  const known = findCondition(status?.conditions, condition.type);
  const since =
    known !== undefined && known.status === condition.status
      ? { lastTransitionTime: known.lastTransitionTime ?? "" }
      : {};
  return [...withoutCondition(status?.conditions, condition.type), { ...condition, ...since }];
}

function wantedHealthy(
  { spec }: PodDisruptionBudget,
  pods: readonly Pod[],
  scale: number | undefined,
): { expected: number; desired: number } {
  const { maxUnavailable, minAvailable = 1 } = spec ?? {};
  if (maxUnavailable === undefined && typeof minAvailable === "number")
    return { expected: pods.length, desired: minAvailable };
  const expected = scale ?? 0;
  const part = (value: Json): number => scaledValue(value, expected, true);
  const desired = maxUnavailable === undefined ? part(minAvailable) : expected - part(maxUnavailable);
  return { expected, desired: Math.max(0, desired) };
}

/** Returns true if the budget depends on the size of the pods' controllers. */
export const needsScale = ({ spec }: PodDisruptionBudget): boolean =>
  spec?.maxUnavailable !== undefined || typeof spec?.minAvailable === "string";

function stillDisrupted(
  { status }: PodDisruptionBudget,
  pods: readonly Pod[],
  now: number,
): { [pod: string]: string } {
  const since = status?.disruptedPods ?? {};
  const alive = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  return Object.fromEntries(
    alive.flatMap(({ metadata: { name = "" } }) => {
      const time = Object.hasOwn(since, name) ? since[name] : undefined;
      return time !== undefined && Date.parse(time) + DELETION_TIMEOUT_MS > now ? [[name, time]] : [];
    }),
  );
}

/** Returns the delay until an evicted pod counts again, in milliseconds; undefined if no pod was evicted. */
export function nextRecheck({ disruptedPods = {} }: Status, now: number): number | undefined {
  const times = Object.values(disruptedPods).map((time) => Date.parse(time) + DELETION_TIMEOUT_MS - now);
  return times.length === 0 ? undefined : Math.max(0, Math.min(...times));
}
