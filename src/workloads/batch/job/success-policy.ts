import type { Job } from "../../../types/tables/batch/v1-types.ts";
import { type Intervals, overlapOf, readIntervals, sizeOf } from "./intervals.ts";

/**
 * Returns a text about the first rule that enough indexes have succeeded for; undefined if no rule matches.
 * matchSuccessPolicy of the reference.
 */
export function metSuccessRule({ spec }: Job, succeeded: Intervals): string | undefined {
  if (succeeded.length === 0) return undefined;
  const index = (spec?.successPolicy?.rules ?? []).findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes === undefined)
      return succeededCount !== undefined && sizeOf(succeeded) >= succeededCount;
    const wanted = readIntervals(succeededIndexes, spec?.completions ?? 0);
    const met = overlapOf(wanted, succeeded);
    return (
      wanted.length > 0 && (met === sizeOf(wanted) || met >= (succeededCount ?? Number.POSITIVE_INFINITY))
    );
  });
  return index < 0 ? undefined : `Matched rules at index ${index}`;
}
