import type { Condition } from "./types.ts";

/** The condition of this type; undefined if there is none. */
export const findCondition = (
  conditions: readonly Condition[] | undefined,
  type: string,
): Condition | undefined => conditions?.find((condition) => condition.type === type);

/** The conditions of all other types. */
export const withoutCondition = (conditions: readonly Condition[] | undefined, type: string): Condition[] =>
  (conditions ?? []).filter((condition) => condition.type !== type);

/**
 * Appends a condition, unless one of the same status and reason exists. If only the reason differs, the time
 * of the last transition stays.
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
