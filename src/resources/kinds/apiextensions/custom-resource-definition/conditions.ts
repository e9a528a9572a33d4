import { formatTime } from "../../../../api/time.ts";
import type { Condition, Definition } from "../../../custom/definition-types.ts";

/** The condition of this type; undefined if there is none. */
export function findCondition(
  conditions: readonly Condition[] | null | undefined,
  type: string,
): Condition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

const holds = ({ status }: Definition, type: string): boolean =>
  findCondition(status?.conditions, type)?.status === "True";

/** True if the resource is served. */
export const isEstablished = (definition: Definition): boolean => holds(definition, "Established");

/**
 * Returns the conditions with one of them set. Its transition time changes only with its status. `now`:
 * milliseconds.
 */
export function withCondition(
  conditions: readonly Condition[],
  condition: Condition,
  now: number,
): Condition[] {
  const old = findCondition(conditions, condition.type);
  const kept = old?.status === condition.status ? old.lastTransitionTime : undefined;
  const { type, status, ...rest } = condition;
  const time = kept ?? formatTime(now);
  const next: Condition = { type, status, lastTransitionTime: time, ...rest };
  if (old === undefined) return [...conditions, next];
  return conditions.map((other) => (other === old ? next : other));
}
