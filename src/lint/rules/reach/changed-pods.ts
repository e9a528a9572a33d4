import type { Rule as MatchRule } from "../../../admission/rule.ts";
import { hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import { wordsOf } from "../../expressions/reads.ts";
import { writtenFields } from "../../expressions/written-values.ts";
import { hasEntry } from "../../model/matched-rules.ts";
import type { Model } from "../../model/model.ts";
import type { Problem, Rule } from "../../rule.ts";

/** A webhook or a policy that changes the spec of a pod that runs makes every update of the pod fail. */
export const changesRunningPods: Rule = {
  id: "changes-running-pods",
  severity: "info",
  summary: "A mutating webhook or policy is called for updates of pods, whose spec can hardly change",
  check: (model) => [
    ...model.webhooks.flatMap(({ of, name, base, phase, hook }) =>
      phase !== "mutating" || hook.conditions.length > 0
        ? []
        : problemAt(hook.rules, { of, webhook: name, path: [...base, "rules"] }),
    ),
    ...ofPolicies(model),
  ],
};

/** Parts of the spec of a pod that an update may change (validation.ValidatePodUpdate), and names of list items. */
const CHANGEABLE: ReadonlySet<string> = new Set([
  ...["containers", "initContainers"].flatMap((list) => [list, `${list}.name`, `${list}.image`]),
  "activeDeadlineSeconds",
  "tolerations",
  "terminationGracePeriodSeconds",
]);

/** The fields that policies write are in their expressions. Conditions can exclude pods that run. */
const ofPolicies = (model: Model): Problem[] =>
  hooksWithExpressions(model).flatMap(({ of, webhook, phase, rules, expressions }) => {
    if (phase !== "mutating" || webhook !== "" || expressions.some(({ use }) => use === "condition"))
      return [];
    const written = expressions.flatMap(({ use, expr }) => (use === "mutation" ? writtenFields(expr) : []));
    const fixed = written.find(
      ({ path: [top, ...rest] }) =>
        top === "spec" && rest.length > 0 && !CHANGEABLE.has(rest.join(".")) && rest[0] !== "tolerations",
    );
    const at = { of, path: ["spec", "matchConstraints", "resourceRules"] };
    return fixed === undefined ? [] : problemAt(rules, at, fixed.path.join("."));
  });

/** `field`: a field that is written for certain; undefined if it is not known what is written. */
function problemAt(
  rules: readonly MatchRule[],
  at: Pick<Problem, "of" | "webhook" | "path">,
  field?: string,
): Problem[] {
  const index = rules.findIndex(
    ({ apiGroups, resources, operations }) =>
      apiGroups.includes("") && resources.includes("pods") && hasEntry(operations, "UPDATE"),
  );
  if (index < 0) return [];
  const message =
    field === undefined
      ? "it is called for updates of pods that run: if it changes their spec, the server refuses the update, also that of a label or a finalizer (pod updates may not change fields other than …)"
      : `on UPDATE it writes ${field} into pods that run: the server refuses every update of a pod without this value, such as one from before the policy (pod updates may not change fields other than …)`;
  const fix = `operations: [CREATE]${field === undefined ? ", unless it changes only metadata" : ""}`;
  const path = [...at.path, index, "operations"];
  return [{ ...at, path, message, fix, ...(field !== undefined && { severity: "warning" }) }];
}

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
        ({ apiGroups, resources }) => hasEntry(apiGroups, "apps") && resources.includes("replicasets"),
      );
      if (phase !== "mutating" || webhook !== "" || index < 0) return [];
      // With the Deployments, it writes the same into both, and changes nothing in the ReplicaSet.
      if (rules.some(({ resources }) => hasEntry(resources, "deployments"))) return [];
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
