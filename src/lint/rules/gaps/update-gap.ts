import type { Rule as MatchRule } from "../../../admission/rule.ts";
import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import { isAbout } from "../../model/matched-rules.ts";
import type { Model } from "../../model/model.ts";
import { kindOf } from "../../model/names.ts";
import { placedSelectors } from "../../model/placed-selectors.ts";
import type { Problem, Rule } from "../../rule.ts";

/**
 * Resources with few relevant updates: most fields of pods and jobs cannot be changed, and of namespaces only
 * labels matter.
 */
const HARDLY_CHANGED: ReadonlySet<string> = new Set(["pods", "namespaces", "jobs"]);

export const updateGap: Rule = {
  id: "update-gap",
  severity: "info",
  summary: "A validating webhook or policy is called for new objects, but not for changes",
  check: (model) =>
    placedSelectors(model)
      .filter(({ of, base }) => kindOf(of).startsWith("Validating") && base.at(-1) !== "matchResources")
      .flatMap(({ of, webhook, base, rules }): Problem[] => {
        const open = openResources(rules, model);
        if (open.length === 0) return [];
        const message = `it is called when ${open.join(", ")} are created, but not when they are changed: an update can make an object that it would refuse`;
        const path = [...base, webhook === "" ? "resourceRules" : "rules"];
        const fix = "add UPDATE to operations, unless the fields that it checks cannot change";
        return [{ of, webhook, path, message, fix }];
      }),
};

const openResources = (rules: readonly MatchRule[], { registry }: Model): string[] =>
  registry.resources
    .filter((resource) => resource.verbs.includes("update") && !HARDLY_CHANGED.has(resource.plural))
    .filter((one) => rules.some((rule) => names(rule, one) && has(rule, "CREATE")))
    .filter((one) => !rules.some((rule) => isAbout(rule, one) && has(rule, "UPDATE")))
    .map(({ plural }) => plural);

const has = ({ operations }: MatchRule, operation: string): boolean =>
  operations.includes(operation) || operations.includes("*");

/** True if a rule names a resource by its plural, not by `*`, and in a served version. */
const names = (rule: MatchRule, resource: ResourceDefinition): boolean =>
  rule.resources.includes(resource.plural) &&
  isAbout(rule, resource) &&
  resource.versions.some(
    ({ version }) => rule.apiVersions.includes("*") || rule.apiVersions.includes(version),
  );
