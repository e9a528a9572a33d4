import { isExemptFromPolicies } from "../admission/match/exempt.ts";
import type { BoundPolicy, CompiledPolicy } from "../admission/policy-hook.ts";
import type { PolicyLine, Verdict } from "../admission/verdict.ts";

/**
 * The lines of policies, in their order; those without a rule for the request, at which the engine never looked, have one
 * that says so. `phase`: nothing where it did not come to its policies.
 */
export function explainPolicies(verdict: Verdict, phase: PolicyLine["phase"], round: 0 | 1): PolicyLine[] {
  const { plan, attributes } = verdict;
  const lines = verdict.policies.filter((line) => line.phase === phase && line.round === round);
  if (round === 1) return lines;
  const hooks: readonly BoundPolicy<CompiledPolicy>[] =
    phase === "admit" ? plan.mutatingPolicies : plan.validatingPolicies;
  const kind = isExemptFromPolicies(attributes) ? "exempt" : "rules";
  return hooks.flatMap(({ policy }) => {
    const own = lines.filter((line) => line.policy === policy);
    if (own.length > 0) return own;
    const nothing = { binding: undefined, param: undefined, conditions: undefined, problem: undefined };
    return [{ policy, phase, round, filter: { kind, saw: null }, checks: [], ...nothing }];
  });
}
