import type { StringMap } from "./pod-spec.ts";

export const DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";

/** True if the cost is not a 32-bit decimal, or has a leading plus or zero. */
export function hasInvalidDeletionCost(annotations: StringMap | undefined): boolean {
  const text = annotations?.[DELETION_COST];
  if (text === undefined || annotations === undefined || !Object.hasOwn(annotations, DELETION_COST))
    return false;
  if (!/^(0|-[0-9]+|[1-9][0-9]*)$/.test(text)) return true;
  const value = Number(text);
  return value < -2147483648 || value > 2147483647;
}
