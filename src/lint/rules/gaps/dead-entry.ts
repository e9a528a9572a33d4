import type { Rule as MatchRule } from "../../../admission/rule.ts";
import { neverMatches } from "../../../explain/filters/never-matches.ts";
import { isBehindPath, isOtherName } from "../../../explain/filters/resource-failure.ts";
import type { FoundKind, Registry } from "../../../resources/registry.ts";
import { type MatchedRule, matchedRules } from "../../model/matched-rules.ts";
import type { Problem, Rule } from "../../rule.ts";

/** If all entries are wrong, the rule `never-matches` reports it. */
export const deadEntry: Rule = {
  id: "dead-entry",
  severity: "error",
  summary: "One entry in the resources of a rule is not a resource, but others are",
  check: (model) => matchedRules(model).flatMap((one) => problemsOf(one, model.registry)),
};

function problemsOf({ of, webhook, path, rule, equivalent }: MatchedRule, registry: Registry): Problem[] {
  if (rule.resources.length < 2 || neverMatches(rule, registry, equivalent) !== undefined) return [];
  return rule.resources.flatMap((entry, index): Problem[] => {
    const found = misnamed(entry, rule, registry);
    if (found === undefined) return [];
    return [{ of, webhook, path: [...path, "resources", index], ...found }];
  });
}

/** Reports only what is certain: another name of a known resource, or a subresource that it does not have. */
function misnamed(
  entry: string,
  { apiGroups }: MatchRule,
  registry: Registry,
): { message: string; fix: string } | undefined {
  const [main = "", sub] = entry.split("/", 2);
  if (main === "*") return undefined;
  const inGroups = ({ kind }: FoundKind): boolean =>
    apiGroups.includes("*") || apiGroups.includes(kind.group);
  const kinds = registry.groups.flatMap(({ versions }) => versions.flatMap(({ resources }) => resources));
  const exact = kinds.filter((found) => found.kind.plural === main);
  const here = exact.filter(inGroups);
  if (here.length > 0) return sub === undefined || sub === "*" ? undefined : withoutSubresource(here, sub);
  if (
    exact.length > 0 ||
    apiGroups.some((group) => group.includes(".") && registry.group(group) === undefined)
  )
    return undefined;
  const called = kinds.find((found) => inGroups(found) && isOtherName(main, found));
  const meant = called ?? kinds.find((found) => inGroups(found) && isBehindPath(entry, found));
  if (meant === undefined) return undefined;
  const right = sub === undefined || called === undefined ? meant.kind.plural : `${meant.kind.plural}/${sub}`;
  const message = `"${entry}" is not a resource: rules name resources by their plural, "${right}"`;
  const fix = `write ${right}`;
  return { message, fix };
}

function withoutSubresource(
  found: readonly FoundKind[],
  sub: string,
): { message: string; fix: string } | undefined {
  if (found.some(({ resource }) => resource.custom || resource.subresources.has(sub))) return undefined;
  const [first] = found;
  const plural = first?.kind.plural ?? "";
  const known = [...(first?.resource.subresources.keys() ?? [])];
  const has = known.length === 0 ? "it has none" : `it has ${known.join(", ")}`;
  return { message: `${plural} have no subresource "${sub}": ${has}`, fix: `remove ${plural}/${sub}` };
}
