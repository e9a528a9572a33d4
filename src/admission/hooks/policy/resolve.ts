import type { KubeObject } from "../../../api/meta.ts";
import { thenMaybe } from "../../../async/then-maybe.ts";
import type { Invocation } from "../../hook.ts";
import type { BindingCandidate, PolicyCandidate } from "../../match/policy-candidates.ts";
import { type PolicyMatch, type PolicyMatchInput, policyMatches } from "../../match/policy-match.ts";
import type { Filter } from "../../match/should-call.ts";
import type { CompiledPolicy, PolicyBinding } from "../../policy-hook.ts";
import type { ParamLookup } from "../../ports.ts";
import { oneByOne } from "./one-by-one.ts";
import { collectParams, type Params, paramKindProblem } from "./params.ts";

/** Decision about one policy or binding, in order. */
export type Resolved<P extends CompiledPolicy> =
  /** A policy, or one of its bindings, does not match the request. */
  | { readonly kind: "skip"; readonly policy: P; readonly binding?: PolicyBinding; readonly filter: Filter }
  /** A policy, or one of its bindings, cannot be evaluated. */
  | {
      readonly kind: "problem";
      readonly policy: P;
      readonly binding?: PolicyBinding;
      readonly message: string;
    }
  | {
      readonly kind: "ask";
      readonly policy: P;
      readonly binding: PolicyBinding;
      readonly invocation: Invocation;
      /** The policy is evaluated once for each; null: no parameter. Never empty. */
      readonly params: readonly (KubeObject | null)[];
    };

/** A request, the stored parameters, and a hook before each evaluation. */
export interface ResolveInput extends PolicyMatchInput {
  readonly params: ParamLookup | undefined;
  /** Called when a binding matches, before its parameters are read. A result is an error of the policy. */
  prepare?(invocation: Invocation): string | undefined | Promise<string | undefined>;
}

/** Decides which policies are evaluated, with which bindings and parameters. */
export function resolvePolicies<P extends CompiledPolicy>(
  candidates: readonly PolicyCandidate<P>[],
  input: ResolveInput,
): readonly Resolved<P>[] | Promise<readonly Resolved<P>[]> {
  const out: Resolved<P>[] = [];
  const pending = oneByOne(candidates, (candidate) => resolvePolicy(candidate, input, out));
  return pending === undefined ? out : pending.then(() => out);
}

function resolvePolicy<P extends CompiledPolicy>(
  { hook: { policy }, ways, bindings }: PolicyCandidate<P>,
  input: ResolveInput,
  out: Resolved<P>[],
): undefined | Promise<undefined> {
  return thenMaybe(policyMatches(policy.criteria, ways, input), (match) => {
    const problem = match.kind === "match" ? paramKindProblem(policy.paramKind, input.params) : undefined;
    if (match.kind === "no") out.push({ kind: "skip", policy, filter: match.filter });
    else if (match.kind === "error") out.push({ kind: "problem", policy, message: match.message });
    else if (problem !== undefined) out.push({ kind: "problem", policy, message: problem });
    else
      return oneByOne(bindings, (binding) =>
        thenMaybe(resolveBinding(policy, binding, match.invocation, input), (resolved) => {
          out.push(resolved);
          return undefined;
        }),
      );
    return undefined;
  });
}

function resolveBinding<P extends CompiledPolicy>(
  policy: P,
  candidate: BindingCandidate,
  invocation: Invocation,
  input: ResolveInput,
): Resolved<P> | Promise<Resolved<P>> {
  const { binding } = candidate;
  return thenMaybe(
    bindingMatches(candidate, invocation, input),
    (match): Resolved<P> | Promise<Resolved<P>> => {
      if (match.kind === "no") return { kind: "skip", policy, binding, filter: match.filter };
      if (match.kind === "error") return { kind: "problem", policy, binding, message: match.message };
      const { namespace } = input.attributes;
      return thenMaybe(input.prepare?.(invocation), (unprepared): Resolved<P> | Promise<Resolved<P>> => {
        if (unprepared !== undefined) return { kind: "problem", policy, message: unprepared };
        return thenMaybe(
          collectParams(policy, binding.paramRef, namespace, input.params),
          (params): Resolved<P> => withParams(policy, binding, invocation, params),
        );
      });
    },
  );
}

function withParams<P extends CompiledPolicy>(
  policy: P,
  binding: PolicyBinding,
  invocation: Invocation,
  params: Params,
): Resolved<P> {
  if ("problem" in params) return { kind: "problem", policy, binding, message: params.problem };
  if (params.length === 0) return { kind: "skip", policy, binding, filter: { kind: "params", saw: null } };
  return { kind: "ask", policy, binding, invocation, params };
}

/**
 * Matches a binding, which restricts the requests of its policy. The policy alone decides about the version
 * of the objects.
 */
function bindingMatches(
  { binding, ways }: BindingCandidate,
  invocation: Invocation,
  input: ResolveInput,
): PolicyMatch | Promise<PolicyMatch> {
  return binding.criteria === undefined || ways === undefined
    ? { kind: "match", invocation }
    : policyMatches(binding.criteria, ways, input);
}
