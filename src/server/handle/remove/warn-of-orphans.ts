import type { RequestContext } from "../../request-context.ts";
import type { Target } from "../target.ts";
import type { DeleteOptions } from "./delete-options.ts";

/** Warns if the deletion of a Job without a propagation policy will orphan its pods. */
export function warnOfOrphans(
  context: RequestContext,
  { resource }: Target,
  { propagationPolicy, orphanDependents }: DeleteOptions,
): void {
  const { warningOnDelete } = resource.strategy;
  if (warningOnDelete === undefined) return;
  if (propagationPolicy === undefined && orphanDependents === undefined)
    context.warnings.add(warningOnDelete);
}
