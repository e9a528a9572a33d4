import type { KubeObject } from "../../api/meta.ts";
import type { Attributes } from "../attributes.ts";
import type { Invocation } from "../hook.ts";
import type { MatchCriteria } from "../policy-hook.ts";
import { type RuleWays, wayFor } from "./policy-candidates.ts";
import {
  type NamespaceLabels,
  namespaceSelectorAdmits,
  objectSelectorAdmits,
  type SelectorAnswer,
} from "./selectors.ts";
import type { Filter } from "./should-call.ts";

/** Whether a policy or a binding matches a request, and why it does not. */
export type PolicyMatch =
  | { readonly kind: "match"; readonly invocation: Invocation }
  | { readonly kind: "no"; readonly filter: Filter }
  /** Error: the policy or the binding cannot be evaluated. */
  | { readonly kind: "error"; readonly message: string };

/** A request as matching needs it. */
export interface PolicyMatchInput {
  readonly attributes: Attributes;
  /** Object that selectors are evaluated on, in its current state. */
  readonly object: KubeObject | null;
  readonly name: string;
  /** The request's own resource and kind. */
  readonly own: Invocation;
  readonly namespaceLabels: NamespaceLabels;
}

/**
 * Matches a request: selectors first, then rules that exclude it, then rules that include it. The error of a
 * selector counts only if all else matches.
 */
export function policyMatches(
  criteria: MatchCriteria,
  ways: RuleWays,
  input: PolicyMatchInput,
): PolicyMatch | Promise<PolicyMatch> {
  const { attributes, object, namespaceLabels } = input;
  const answer = namespaceSelectorAdmits(criteria.namespaceSelector, attributes, object, namespaceLabels);
  return answer instanceof Promise
    ? answer.then((found) => afterNamespace(criteria, ways, input, found))
    : afterNamespace(criteria, ways, input, answer);
}

function afterNamespace(
  criteria: MatchCriteria,
  ways: RuleWays,
  { attributes, object, name, own }: PolicyMatchInput,
  namespace: SelectorAnswer,
): PolicyMatch {
  if (namespace.kind === "no")
    return { kind: "no", filter: { kind: "namespaceSelector", saw: namespace.saw } };
  const selected = objectSelectorAdmits(criteria.objectSelector, object, attributes.oldObject);
  if (selected.kind === "no") return { kind: "no", filter: { kind: "objectSelector", saw: selected.saw } };
  const excluded = wayFor(ways.excluded, name);
  if (excluded?.problem !== undefined) return { kind: "error", message: excluded.problem };
  const matched = excluded === undefined ? wayFor(ways.matched, name) : undefined;
  if (matched === undefined) return { kind: "no", filter: { kind: "rules", saw: name } };
  if (matched.problem !== undefined) return { kind: "error", message: matched.problem };
  for (const answer of [namespace, selected])
    if (answer.kind === "error") return { kind: "error", message: answer.error.message };
  return { kind: "match", invocation: matched.invocation ?? own };
}
