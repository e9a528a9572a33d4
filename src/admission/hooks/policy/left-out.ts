import type { PolicyCandidate, PolicyCandidates } from "../../match/policy-candidates.ts";
import type { CompiledPolicy } from "../../policy-hook.ts";
import type { Run } from "../../run.ts";
import type { PhaseName, PolicyLine } from "../../verdict.ts";
import { unaskedLine } from "./policy-lines.ts";
import { type ResolveInput, resolvePolicies } from "./resolve.ts";

/**
 * Returns the policies whose selectors have to be evaluated for an object. The lines of all others are made
 * when they are read.
 */
export function policiesFor<P extends CompiledPolicy>(
  run: Run,
  list: PolicyCandidates<P>,
  input: ResolveInput,
  phase: PhaseName,
  round: 0 | 1,
): readonly PolicyCandidate<P>[] {
  const positions = run.mayTake(list, input.object);
  if (positions.length === list.all.length) return list.all;
  const taken = new Set(positions);
  run.recorder.policyLines.pushLater(() => {
    const leftOut = list.all.filter((_, position) => !taken.has(position));
    return leftOutLines(leftOut, input, phase, round);
  });
  return positions.map((position) => list.all[position]!);
}

/** Lines of policies that their own selectors exclude, or those of all their bindings. */
function leftOutLines<P extends CompiledPolicy>(
  candidates: readonly PolicyCandidate<P>[],
  input: ResolveInput,
  phase: PhaseName,
  round: 0 | 1,
): readonly PolicyLine[] {
  const resolved = resolvePolicies(candidates, input);
  if (resolved instanceof Promise) return [];
  return resolved.flatMap((one) => (one.kind === "ask" ? [] : [unaskedLine(one, phase, round)]));
}
