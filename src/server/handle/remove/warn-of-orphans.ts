import type { RequestContext } from "../../request-context.ts";
import type { Target } from "../target.ts";
import type { DeleteOptions } from "./delete-options.ts";

/** Jobs leave their pods behind when nothing is said about them: that is said aloud, whatever becomes of the delete. */
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
