import type { BoundPolicy, CompiledPolicy, MatchCriteria, PolicyBinding } from "../policy-hook.ts";
import { type CandidateList, labelsNeededBy, mayTakeLabels } from "./candidate-list.ts";
import type { LabelQuestions } from "./candidate-part.ts";
import { type Kinds, type RuleSubject, type Way, waysThrough } from "./rules.ts";

/** A policy with rules for the request. Names, selectors and conditions still decide if it is evaluated. */
export interface PolicyCandidate<P extends CompiledPolicy> {
  readonly hook: BoundPolicy<P>;
  readonly ways: RuleWays;
  readonly bindings: readonly BindingCandidate[];
}

/** A binding that may match by its rules. */
export interface BindingCandidate {
  readonly binding: PolicyBinding;
  /** Undefined: the binding matches all requests that its policy matches. */
  readonly ways: RuleWays | undefined;
}

/** Ways in which rules match a request (the first is used), and ways in which rules exclude it. */
export interface RuleWays {
  readonly matched: readonly Way[];
  readonly excluded: readonly Way[];
}

/** Policies that may match, each with its bindings that may match. */
export type PolicyCandidates<P extends CompiledPolicy> = CandidateList<BoundPolicy<P>, PolicyCandidate<P>>;

/**
 * Returns the policy if its rules may match the request, with those of its bindings that may match too. A
 * policy without such bindings matches nothing, but its errors are reported.
 */
export function policyCandidateOf<P extends CompiledPolicy>(
  hook: BoundPolicy<P>,
  subject: RuleSubject,
  kinds: Kinds,
): PolicyCandidate<P> | undefined {
  const ways = waysOf(hook.policy.criteria, subject, kinds);
  if (ways === undefined) return undefined;
  const bindings = hook.bindings.flatMap((binding) => bindingCandidate(binding, subject, kinds));
  return bindings.length === 0 && !mayHaveProblem(hook, ways) ? undefined : { hook, ways, bindings };
}

export const POLICY_LABELS: LabelQuestions<PolicyCandidate<CompiledPolicy>> = {
  mayTakeNamespace({ hook, ways, bindings }, labels) {
    const takes = (criteria: MatchCriteria) => mayTakeLabels(criteria.namespaceSelector, labels);
    if (!takes(hook.policy.criteria)) return false;
    return mayHaveProblem(hook, ways) || criteriaOf(bindings).some((c) => c === undefined || takes(c));
  },
  neededLabels({ hook, ways, bindings }) {
    const needed = labelsNeededBy(hook.policy.criteria.objectSelector);
    if (needed !== undefined || mayHaveProblem(hook, ways)) return needed;
    const ofBindings = criteriaOf(bindings).map((c) => c && labelsNeededBy(c.objectSelector));
    return ofBindings.every((labels) => labels !== undefined) ? ofBindings.flat() : undefined;
  },
};

/** True if the policy can have an error: errors of a policy are reported before its bindings are evaluated. */
const mayHaveProblem = ({ policy }: BoundPolicy<CompiledPolicy>, { matched, excluded }: RuleWays): boolean =>
  policy.paramKind !== undefined || [...matched, ...excluded].some(({ problem }) => problem !== undefined);

const criteriaOf = (bindings: readonly BindingCandidate[]): (MatchCriteria | undefined)[] =>
  bindings.map(({ binding }) => binding.criteria);

function bindingCandidate(binding: PolicyBinding, subject: RuleSubject, kinds: Kinds): BindingCandidate[] {
  if (binding.criteria === undefined) return [{ binding, ways: undefined }];
  const ways = waysOf(binding.criteria, subject, kinds);
  return ways === undefined ? [] : [{ binding, ways }];
}

const ALWAYS: readonly Way[] = [{ names: undefined, invocation: undefined, problem: undefined }];

/** Undefined: the request is not matched, whatever its name. */
function waysOf(criteria: MatchCriteria, subject: RuleSubject, kinds: Kinds): RuleWays | undefined {
  const { rules, excluded: excluding, equivalent } = criteria;
  const excluded = waysThrough(excluding, equivalent, subject, kinds);
  const [first] = excluded;
  if (first !== undefined && first.names === undefined && first.problem === undefined) return undefined;
  const matched = rules.length === 0 ? ALWAYS : waysThrough(rules, equivalent, subject, kinds);
  return matched.length === 0 && excluded.every(({ problem }) => problem === undefined)
    ? undefined
    : { matched, excluded };
}

/** Returns the way for a request with this name. */
export const wayFor = (ways: readonly Way[], name: string): Way | undefined =>
  ways.find(({ names }) => names === undefined || names.has(name));
