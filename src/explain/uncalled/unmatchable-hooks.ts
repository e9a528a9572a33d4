import type { Plan } from "../../admission/plan.ts";
import type { Rule } from "../../admission/rule.ts";
import { POLICY_KINDS, WEBHOOK_KINDS } from "../../api/hook-kinds.ts";
import type { Cause } from "../explanation.ts";
import { neverMatches } from "../filters/never-matches.ts";
import { type Path, placeIn } from "../sources.ts";
import { indexOfWebhook } from "../subject.ts";
import type { World } from "../world.ts";

interface Rules {
  readonly rules: readonly Rule[];
  readonly equivalent: boolean;
}

/** Returns causes for webhooks and policies whose rules match no served resource at all. */
export function unmatchableHooks(plan: Plan, { registry, sources }: World): Cause[] {
  const find = ({ rules, equivalent }: Rules, of: string, webhook: string, base: Path): Cause[] => {
    const all = rules.map((rule) => neverMatches(rule, registry, equivalent));
    const [first] = all;
    if (first === undefined || all.includes(undefined)) return [];
    const [kind = "", name = ""] = of.split("/");
    const at = placeIn(sources.find(kind, name), [...base, 0, first.part]);
    const { message, fix } = first;
    return [{ code: "never-matches", of, webhook, message, saw: null, at, fix }];
  };
  const webhooks = [...plan.mutating, ...plan.validating].flatMap((hook) => {
    const kind = WEBHOOK_KINDS[hook.phase];
    const index = indexOfWebhook(sources.find(kind, hook.configuration), hook.name);
    return find(hook, `${kind}/${hook.configuration}`, hook.name, ["webhooks", index, "rules"]);
  });
  const base = ["spec", "matchConstraints", "resourceRules"];
  const policies = [...plan.mutatingPolicies, ...plan.validatingPolicies].flatMap(({ policy }) =>
    find(policy.criteria, `${POLICY_KINDS[policy.phase]}/${policy.name}`, "", base),
  );
  return [...webhooks, ...policies];
}
