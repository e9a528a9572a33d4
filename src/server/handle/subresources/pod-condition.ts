import { formatTime } from "../../../api/time.ts";
import type { JsonObject } from "../../../json/value.ts";

/** A condition of a pod, with any further members. */
export interface PodCondition extends JsonObject {
  readonly type: string;
  readonly status: string;
}

/**
 * Returns the pod status with a condition, whose time is that of the last change of its status (the
 * reference's UpdatePodCondition).
 */
export function withPodCondition(
  status: JsonObject = {},
  { type, status: state, ...texts }: PodCondition,
  now: number,
): JsonObject {
  const conditions = (status.conditions as PodCondition[] | undefined) ?? [];
  const before = conditions.find((c) => c.type === type);
  const lastTransitionTime = before?.status === state ? (before.lastTransitionTime ?? null) : formatTime(now);
  const after = { type, status: state, lastProbeTime: null, lastTransitionTime, ...texts };
  return {
    ...status,
    conditions:
      before === undefined ? [...conditions, after] : conditions.map((c) => (c === before ? after : c)),
  };
}
