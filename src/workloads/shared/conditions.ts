/** The members of conditions of all kinds that these functions use. */
interface Conditional {
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly reason?: string | undefined;
  readonly lastTransitionTime?: string | null | undefined;
}

/** The condition of this type; undefined if there is none. */
export const findCondition = <C extends Conditional>(
  conditions: readonly C[] | undefined,
  type: string | undefined,
): C | undefined => conditions?.find((condition) => condition.type === type);

/** The conditions of all other types. */
export const withoutCondition = <C extends Conditional>(
  conditions: readonly C[] | undefined,
  type: string | undefined,
): C[] => (conditions ?? []).filter((condition) => condition.type !== type);

/**
 * Appends a condition, unless one of the same status and reason exists. If only the reason differs, the time
 * of the last transition stays.
 */
export function withCondition<C extends Conditional>(
  conditions: readonly C[] | undefined,
  condition: C,
): C[] {
  const current = findCondition(conditions, condition.type);
  if (current !== undefined && current.status === condition.status && current.reason === condition.reason)
    return [...(conditions ?? [])];
  const kept =
    current !== undefined && current.status === condition.status && current.lastTransitionTime !== undefined
      ? { lastTransitionTime: current.lastTransitionTime }
      : {};
  return [...withoutCondition(conditions, condition.type), { ...condition, ...kept }];
}
