import type { Rule as MatchRule } from "../../../admission/rule.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import type { Registry } from "../../../resources/registry.ts";
import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import { isAbout, type MatchedRule, matchedRules, placedSelectors } from "../../model/matched-rules.ts";
import type { Model } from "../../model/model.ts";
import { kindOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

/**
 * Checks all rules of one hook together, because another rule can have the version that one rule lacks. Some
 * products have one webhook for each version: a version that another Exact webhook of the same configuration
 * has is not missing, either.
 */
export const exactGap: Rule = {
  id: "exact-gap",
  severity: "warning",
  summary: "With matchPolicy Exact, a webhook or policy is not called for objects in another served version",
  check: (model) => {
    const exact = matchedRules(model).filter(({ equivalent }) => !equivalent);
    const hooks = new Map<string, MatchedRule[]>();
    for (const one of exact) {
      const key = `${model.manifests.indexOf(one.of)} ${one.path.slice(0, 2).join("/")}`;
      hooks.set(key, [...(hooks.get(key) ?? []), one]);
    }
    return [...hooks.values()].flatMap((rules) => problemsOf(rules, exact, model.registry));
  },
};

function problemsOf(
  rules: readonly MatchedRule[],
  exact: readonly MatchedRule[],
  registry: Registry,
): Problem[] {
  const [first] = rules;
  if (first === undefined) return [];
  const beside = exact.filter(({ of }) => of === first.of);
  const missed = registry.resources.flatMap(({ versions }) =>
    versions.some((kind) => takenBy(rules, kind))
      ? versions.filter((kind) => !takenBy(beside, kind)).map(nameOf)
      : [],
  );
  if (missed.length === 0) return [];
  const path = [...first.path.slice(0, -2), "matchPolicy"];
  const message = `matchPolicy is Exact: requests for ${missed.slice(0, 5).join(", ")}${missed.length > 5 ? ", …" : ""} pass it by, which are other versions of the objects that its rules name`;
  return [{ of: first.of, webhook: first.webhook, path, message, fix: "matchPolicy: Equivalent" }];
}

const takenBy = (rules: readonly MatchedRule[], kind: KindDefinition): boolean =>
  rules.some(({ rule }) => takes(rule, kind));

const takes = ({ apiGroups, apiVersions, resources }: MatchRule, kind: KindDefinition): boolean =>
  has(apiGroups, kind.group) && has(apiVersions, kind.version) && has(resources, kind.plural);

const has = (list: readonly string[], value: string): boolean => list.includes("*") || list.includes(value);

const nameOf = ({ group, version, plural }: KindDefinition): string =>
  `${group === "" ? "" : `${group}/`}${version} ${plural}`;

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
      .flatMap(({ of, webhook, rulesPath: path, rules }): Problem[] => {
        const open = openResources(rules, model);
        if (open.length === 0) return [];
        const message = `it is called when ${open.join(", ")} are created, but not when they are changed: an update can make an object that it would refuse`;
        const fix = "add UPDATE to operations, unless the fields that it checks cannot change";
        return [{ of, webhook, path, message, fix }];
      }),
};

const openResources = (rules: readonly MatchRule[], { registry }: Model): string[] =>
  registry.resources
    .filter((resource) => resource.verbs.includes("update") && !HARDLY_CHANGED.has(resource.plural))
    .filter((one) => rules.some((rule) => names(rule, one) && hasOperation(rule, "CREATE")))
    .filter((one) => !rules.some((rule) => isAbout(rule, one) && hasOperation(rule, "UPDATE")))
    .map(({ plural }) => plural);

const hasOperation = ({ operations }: MatchRule, operation: string): boolean =>
  operations.includes(operation) || operations.includes("*");

/** True if a rule names a resource by its plural, not by `*`, and in a served version. */
const names = (rule: MatchRule, resource: ResourceDefinition): boolean =>
  rule.resources.includes(resource.plural) &&
  isAbout(rule, resource) &&
  resource.versions.some(
    ({ version }) => rule.apiVersions.includes("*") || rule.apiVersions.includes(version),
  );
