import type { HookLine, PolicyLine, Verdict } from "../admission/verdict.ts";
import type { Decider } from "../recording/recording.ts";
import type { DecidedAgain } from "./decided.ts";

/** Describes the part of a hook in a request under another configuration, as the second half of a sentence. */
export function fateOf(hook: Decider, { verdicts }: DecidedAgain): string {
  if (verdicts.length === 0) return "is not asked: the request ends before admission";
  if (hook.kind === "webhook") return webhookFate(hook, verdicts);
  if (hook.kind === "policy") return policyFate(hook, verdicts);
  return "allows it";
}

function webhookFate({ name, of }: Decider, verdicts: readonly Verdict[]): string {
  const isMeant = ({ hook }: Pick<HookLine, "hook">): boolean =>
    hook.name === name && (of === "" || of.endsWith(`/${hook.configuration}`));
  const lines = verdicts.flatMap(({ hooks }) => hooks.filter(isMeant));
  const called = lines.find(({ call }) => call !== undefined);
  if (called !== undefined)
    return called.call?.outcome.kind === "failed" ? "fails, and is ignored" : "allows it";
  const [left] = lines.flatMap(({ filter }) => filter ?? []);
  if (left !== undefined) return `is not called: ${left.kind}`;
  const isThere = verdicts.some(({ plan }) =>
    [...plan.mutating, ...plan.validating].some((own) => isMeant({ hook: own })),
  );
  return isThere ? "is not called: no rule of it matches, or the request ends before" : "does not exist";
}

function policyFate({ of, name }: Decider, verdicts: readonly Verdict[]): string {
  const isMeant = ({ policy }: Pick<PolicyLine, "policy">): boolean => of.endsWith(`/${policy.name}`);
  const lines = verdicts.flatMap(({ policies }) => policies.filter(isMeant));
  const own = lines.filter(({ binding }) => binding === undefined || name === "" || binding.name === name);
  if (own.some(({ filter, binding }) => filter === undefined && binding !== undefined)) return "allows it";
  const [left] = own.flatMap(({ filter }) => filter ?? []);
  if (left !== undefined) return `is not asked: ${left.kind}`;
  const isThere = verdicts.some(({ plan }) =>
    [...plan.mutatingPolicies, ...plan.validatingPolicies].some(isMeant),
  );
  return isThere
    ? "is not asked: no rule of it matches, or it has no binding"
    : "is not in effect: it does not exist, or has no binding";
}
