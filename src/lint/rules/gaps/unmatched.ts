import type { Operation } from "../../../admission/attributes.ts";
import type { Rule as MatchRule } from "../../../admission/rule.ts";
import { neverMatches } from "../../../explain/filters/never-matches.ts";
import { isBehindPath, isOtherName } from "../../../explain/filters/resource-failure.ts";
import type { FoundKind, Registry } from "../../../resources/registry.ts";
import { type MatchedRule, matchedRules } from "../../model/matched-rules.ts";
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
      possible?.every((one) => !hasOperation(rule, one)) === true &&
      !others.some((other) => other.rule.resources.includes(entry)),
  );
  const [first] = dead;
  if (first === undefined) return [];
  const isAlone = dead.length === entries.length;
  const byText = new Map<string, string[]>();
  for (const [entry, possible = []] of dead) {
    const how = requestedText(possible);
    byText.set(how, [...(byText.get(how) ?? []), entry]);
  }
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

const hasOperation = ({ operations }: MatchRule, operation: Operation): boolean =>
  operations.some((one) => one === "*" || one === operation);

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
