import type { Rule as MatchRule } from "../../../admission/rule.ts";
import { neverMatches } from "../../../explain/never-matches.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import type { Path } from "../../../explain/sources.ts";
import type { Model } from "../../model/model.ts";
import type { Problem, Rule } from "../../rule.ts";

/** A rule that no served resource fits. Groups that may be defined elsewhere are left alone. */
export const neverMatchesRule: Rule = {
  id: "never-matches",
  severity: "error",
  summary: "A rule of a webhook or a policy fits no resource that the API server has",
  check: (model) => [
    ...model.webhooks.flatMap(({ of, name, base, hook }) =>
      inRules(hook, [...base, "rules"], of, model, name),
    ),
    ...model.policies.flatMap(({ of, policy }) =>
      inRules(policy.criteria, ["spec", "matchConstraints", "resourceRules"], of, model, ""),
    ),
  ],
};

function inRules(
  { rules, equivalent }: { readonly rules: readonly MatchRule[]; readonly equivalent: boolean },
  base: Path,
  of: Manifest,
  { registry }: Model,
  webhook: string,
): Problem[] {
  return rules.flatMap((rule, index): Problem[] => {
    const found = neverMatches(rule, registry, equivalent);
    if (found === undefined) return [];
    const { message, part, fix } = found;
    const says = fix === "" ? "" : `write ${fix}`;
    return [{ of, path: [...base, index, part], message, fix: says, webhook }];
  });
}
