import type { Operation } from "../../../admission/attributes.ts";
import type { Rule as MatchRule } from "../../../admission/rule.ts";
import { addTo, type Group, groupBy } from "../../../async/groups.ts";
import { neverMatches } from "../../../explain/filters/never-matches.ts";
import { isBehindPath, isOtherName } from "../../../explain/filters/resource-failure.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import type { FoundKind, Registry } from "../../../resources/registry.ts";
import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import {
  hasEntry,
  isAbout,
  type MatchedRule,
  matchedRules,
  placedSelectors,
} from "../../model/matched-rules.ts";
import type { Model } from "../../model/model.ts";
import { kindOf } from "../../model/names.ts";
import { operationsOf } from "../../requests/every-request.ts";
import type { Problem, Rule } from "../../rule.ts";
import { isRemovedGroup } from "../versions/versions.ts";

/** Reports a rule that matches no served resource. Groups that can be defined elsewhere are not reported. */
const neverMatchesRule: Rule = {
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

/** If all entries are wrong, the rule `never-matches` reports it. */
const deadEntry: Rule = {
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
  const inGroups = ({ kind }: FoundKind): boolean => hasEntry(apiGroups, kind.group);
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

/** The operation of admission is not the verb of the request: `kubectl exec` posts, and is a CONNECT. */
const neverRequested: Rule = {
  id: "never-requested",
  severity: "error",
  summary: "A rule, or one of its resources, has none of the operations with which the resource is requested",
  check: (model) => {
    const all = matchedRules(model);
    return all.flatMap((one) => {
      const others = all.filter(
        ({ of, webhook, rule }) => of === one.of && webhook === one.webhook && rule !== one.rule,
      );
      return unrequestedIn(one, others, model.registry);
    });
  },
};

/** `others`: the other rules of the hook, which may have the operation. */
function unrequestedIn(
  { of, webhook, path, rule }: MatchedRule,
  others: readonly MatchedRule[],
  registry: Registry,
): Problem[] {
  const entries = rule.resources.map((entry) => [entry, operationsFor(entry, rule, registry)] as const);
  const dead = entries.filter(
    ([entry, possible]) =>
      possible?.every((one) => !hasEntry(rule.operations, one)) === true &&
      !others.some((other) => other.rule.resources.includes(entry)),
  );
  const [first] = dead;
  if (first === undefined) return [];
  const isAlone = dead.length === entries.length;
  const byText = new Map<string, string[]>();
  for (const [entry, possible = []] of dead) addTo(byText, requestedText(possible), entry);
  const told = [...byText]
    .map(([how, names]) => `${names.join(", ")} ${names.length === 1 ? "is" : "are"} ${how}`)
    .join("; ");
  const subject = isAlone
    ? "the rule matches"
    : dead.length === 1
      ? "the entry matches"
      : "these entries match";
  const message = `${told}: ${subject} nothing with ${rule.operations.join(", ")}`;
  const wanted = [...new Set(dead.flatMap(([, possible = []]) => possible))];
  const fix =
    wanted.length === 0 ? "" : `operations: [${wanted.join(", ")}]${isAlone ? "" : ", in a rule of its own"}`;
  const place =
    isAlone && wanted.length > 0 ? ["operations"] : ["resources", rule.resources.indexOf(first[0])];
  return [{ of, webhook, path: [...path, ...place], message, fix, severity: isAlone ? "error" : "info" }];
}

const requestedText = (possible: readonly Operation[]): string =>
  possible.length === 0 ? "only read, which is not reviewed" : `only requested with ${possible.join(", ")}`;

/** Returns the operations of the built-in resources that an entry names; undefined if it names none, or others too. */
function operationsFor(entry: string, rule: MatchRule, registry: Registry): Operation[] | undefined {
  const [plural, subresource = ""] = entry.split("/");
  const found = registry.resources.filter(
    (one) => one.plural === plural && ["*", one.group].some((group) => rule.apiGroups.includes(group)),
  );
  const isKnown = found.every(
    (one) => !one.custom && (subresource === "" || one.subresources.has(subresource)),
  );
  if (found.length === 0 || !isKnown) return undefined;
  return [...new Set(found.flatMap((one) => operationsOf(one, subresource)))];
}

/** Rules about rules of webhooks and policies that match nothing. */
export const unmatchedRules: readonly Rule[] = [neverMatchesRule, deadEntry, neverRequested];

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
    const hooks = groupBy(
      exact,
      ({ of, path }) => `${model.manifests.indexOf(of)} ${path.slice(0, 2).join("/")}`,
    );
    return [...hooks.values()].flatMap((rules) => missedVersions(rules, exact, model.registry));
  },
};

function missedVersions(
  rules: Group<MatchedRule>,
  exact: readonly MatchedRule[],
  registry: Registry,
): Problem[] {
  const [first] = rules;
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
  hasEntry(apiGroups, kind.group) && hasEntry(apiVersions, kind.version) && hasEntry(resources, kind.plural);

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
    .filter((one) => rules.some((rule) => names(rule, one) && hasEntry(rule.operations, "CREATE")))
    .filter((one) => !rules.some((rule) => isAbout(rule, one) && hasEntry(rule.operations, "UPDATE")))
    .map(({ plural }) => plural);

/** True if a rule names a resource by its plural, not by `*`, and in a served version. */
const names = (rule: MatchRule, resource: ResourceDefinition): boolean =>
  rule.resources.includes(resource.plural) &&
  isAbout(rule, resource) &&
  resource.versions.some(({ version }) => hasEntry(rule.apiVersions, version));
