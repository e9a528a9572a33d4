import type { WebhookHook } from "../hook.ts";
import { isExempt } from "../match/exempt.ts";
import type { Filter } from "../match/should-call.ts";
import type { HookLine, Verdict } from "../verdict.ts";

/**
 * Returns a line for every hook of the plan in its order, those without a rule for the request included,
 * which the engine did not consider. A phase that was not completed has no lines beyond its last one.
 */
export function explainHooks(verdict: Verdict): HookLine[] {
  const { plan } = verdict;
  return [...explain(verdict, plan.mutating, "admit"), ...explain(verdict, plan.validating, "validate")];
}

function explain(verdict: Verdict, hooks: readonly WebhookHook[], phase: HookLine["phase"]): HookLine[] {
  if (!verdict.plugins.some((line) => line.kind === "webhook" && line.phase === phase)) return [];
  const lines = verdict.hooks.filter((line) => line.phase === phase);
  return hooks.flatMap((hook) => {
    const own = lines.filter((line) => line.hook === hook);
    const unseen = () => ({ hook, phase, round: 0 as const, index: -1, filter: reasonUnseen(verdict, hook) });
    return own.length > 0 ? own : [unseen()];
  });
}

/** Returns the reason why a hook without a line was not called: every hook with a matching rule has a line. */
function reasonUnseen({ attributes, plan }: Verdict, hook: WebhookHook): Filter {
  const { operation, resource, subresource, namespace, kind } = attributes;
  if (isExempt(attributes, plan.excludeVirtualResources, hook)) return { kind: "exempt", saw: { ...kind } };
  const scope = namespace === "" ? "Cluster" : "Namespaced";
  return { kind: "rules", saw: { operation, ...resource, subresource, scope } };
}
