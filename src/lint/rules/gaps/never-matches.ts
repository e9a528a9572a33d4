import { neverMatches } from "../../../explain/filters/never-matches.ts";
import { matchedRules } from "../../model/matched-rules.ts";
import type { Problem, Rule } from "../../rule.ts";
import { isRemovedGroup } from "../versions/removed-groups.ts";

/** Reports a rule that matches no served resource. Groups that can be defined elsewhere are not reported. */
export const neverMatchesRule: Rule = {
  id: "never-matches",
  severity: "error",
  summary: "A rule of a webhook, a policy or a binding matches no resource of the API server",
  check: (model) =>
    matchedRules(model).flatMap(({ of, webhook, path, rule, equivalent }): Problem[] => {
      const found = neverMatches(rule, model.registry, equivalent);
      if (found === undefined || rule.apiGroups.every(isRemovedGroup)) return [];
      // If the groups are `*`, an unknown name can be that of a custom resource.
      if (rule.apiGroups.includes("*") && found.fix === "") return [];
      const fix = found.fix === "" ? "" : `write ${found.fix}`;
      return [{ of, path: [...path, found.part], message: found.message, fix, webhook }];
    }),
};
