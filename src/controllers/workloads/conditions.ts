import type { Condition } from "./types.ts";

export const findCondition = (
  conditions: readonly Condition[] | undefined,
  type: string,
): Condition | undefined => conditions?.find((condition) => condition.type === type);

export const withoutCondition = (conditions: readonly Condition[] | undefined, type: string): Condition[] =>
  (conditions ?? []).filter((condition) => condition.type !== type);

/**
 * With this condition at the end, unless one of the same status and reason is there. The time of the last transition
 * stays while the status does.
 */
export function withCondition(
  conditions: readonly Condition[] | undefined,
  condition: Condition,
): Condition[] {
  const current = findCondition(conditions, condition.type);
  if (current?.status === condition.status && current.reason === condition.reason)
    return [...(conditions ?? [])];
  const kept =
    current?.status === condition.status && current.lastTransitionTime !== undefined
      ? { lastTransitionTime: current.lastTransitionTime }
      : {};
  return [...withoutCondition(conditions, condition.type), { ...condition, ...kept }];
}
