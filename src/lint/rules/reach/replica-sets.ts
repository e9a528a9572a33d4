import { hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import { wordsOf } from "../../expressions/reads.ts";
import { writtenFields } from "../../expressions/written-values.ts";
import type { Problem, Rule } from "../../rule.ts";

/**
 * A Deployment finds its ReplicaSet by the template, which has to be its own. What a webhook writes is not known, so that
 * only policies are read.
 */
export const changesReplicaSets: Rule = {
  id: "changes-replica-sets",
  severity: "warning",
  summary: "A policy changes the template of ReplicaSets, and Deployments then make one after the other",
  check: (model) =>
    hooksWithExpressions(model).flatMap(({ of, phase, webhook, rules, expressions }): Problem[] => {
      const index = rules.findIndex(
        ({ apiGroups, resources }) =>
          apiGroups.some((group) => group === "apps" || group === "*") && resources.includes("replicasets"),
      );
      if (phase !== "mutating" || webhook !== "" || index < 0) return [];
      // With the Deployments, it writes the same into both, and changes nothing in the ReplicaSet.
      if (rules.some(({ resources }) => resources.includes("deployments") || resources.includes("*")))
        return [];
      const isAsked = expressions.some(
        ({ use, expr }) =>
          (use === "condition" || use === "variable") &&
          ["ownerReferences", "username"].some((word) => wordsOf(expr).has(word)),
      );
      const written = expressions
        .flatMap(({ use, expr }) => (use === "mutation" ? writtenFields(expr) : []))
        .find(
          ({ path: [spec, template, ...rest] }) =>
            spec === "spec" && template === "template" && rest.length > 0,
        );
      if (isAsked || written === undefined) return [];
      const message = `it writes ${written.path.join(".")} into ReplicaSets: a Deployment does not find its own template in one, and makes another ReplicaSet, again and again`;
      const fix = "deployments instead of replicasets in resources, or leave out what has an owner";
      return [{ of, path: ["spec", "matchConstraints", "resourceRules", index, "resources"], message, fix }];
    }),
};
