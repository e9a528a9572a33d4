import { partMatches, type RuleSubject } from "../../admission/match/rules.ts";
import type { Rule } from "../../admission/rule.ts";
import type { FoundKind, Registry } from "../../resources/registry.ts";
import { isNear } from "../near.ts";
import { isBehindPath, isOtherName } from "./resource-failure.ts";

/**
 * True if a group may be defined in a place that is not visible here: the manifests can lack definitions, and
 * aggregated API servers can serve groups (`metrics.k8s.io`). A group that is not a domain name is one of
 * Kubernetes itself.
 */
const mayBeDefined = (group: string, registry: Registry): boolean =>
  registry.group(group) === undefined && group.includes(".") && !isMisspelt(group, registry);

const isMisspelt = (group: string, registry: Registry): boolean =>
  registry.groups.some(({ name }) => name.includes(".") && isNear(group, name));

/** The part of a rule that prevents a match, and the value to write there. */
interface Obstacle {
  readonly message: string;
  readonly part: string;
  readonly fix: string;
}

/** Returns the reason that no served resource can ever match a rule; undefined if one can, or may. */
export function neverMatches(rule: Rule, registry: Registry, equivalent: boolean): Obstacle | undefined {
  if (rule.apiGroups.some((group) => mayBeDefined(group, registry))) return undefined;
  const kinds = registry.groups.flatMap(({ versions }) => versions.flatMap(({ resources }) => resources));
  const isNamed = (found: FoundKind): boolean =>
    isIn(rule.apiGroups, found.kind.group) && subjectsOf(found).some((subject) => fits(rule, subject));
  if (kinds.some(isNamed)) return undefined;
  if (equivalent && kinds.some((found) => fitsEquivalent(rule, found, registry))) return undefined;
  const entries = rule.resources.map((entry) => entry.split("/", 1)[0] ?? "");
  const isGroupless = !registry.groups.some(({ name }) => isIn(rule.apiGroups, name));
  const called = notPlural(rule, entries, isGroupless, kinds);
  if (called !== undefined) return called;
  if (entries.every((entry) => entry === "*") && rule.resources.every((one) => one.endsWith("/scale")))
    return {
      message: `a scale is in the group of the scaled resource, such as apps, not in ${quoted(rule.apiGroups)}`,
      part: "apiGroups",
      fix: '"apps"',
    };
  const [first, ...more] = kinds.filter(({ kind }) => entries.includes(kind.plural));
  if (first === undefined)
    return { message: `no served resource is called ${quoted(rule.resources)}`, part: "resources", fix: "" };
  return (
    wrongGroup(rule, [first, ...more]) ??
    wrongScope(rule, first) ?? {
      message: `no served resource fits ${quoted(rule.resources)}`,
      part: "resources",
      fix: "",
    }
  );
}

/**
 * Finds an entry that is not a plural. `isGroupless` is true if no served group is among the rule's groups
 * (`core`): then the resource may be in any group.
 */
function notPlural(
  { apiGroups, resources }: Rule,
  entries: readonly string[],
  isGroupless: boolean,
  kinds: readonly FoundKind[],
): Obstacle | undefined {
  for (const found of kinds) {
    const { group, plural } = found.kind;
    if (!isGroupless && !isIn(apiGroups, group)) continue;
    const wrong =
      entries.find((entry) => isOtherName(entry, found)) ??
      resources.find((entry) => isBehindPath(entry, found));
    if (wrong !== undefined)
      return {
        message: `no served resource is called "${wrong}": rules name resources by their plural, "${plural}"${isGroupless ? `, which is in the group "${group}", not in ${quoted(apiGroups)}` : ""}`,
        part: "resources",
        fix: plural,
      };
  }
  return undefined;
}

function wrongGroup(
  { apiGroups, apiVersions }: Rule,
  named: readonly [FoundKind, ...FoundKind[]],
): Obstacle | undefined {
  const { plural, group } = named[0].kind;
  const inGroup = named.filter(({ kind }) => isIn(apiGroups, kind.group));
  if (inGroup.length === 0)
    return {
      message: `${plural} are in the group "${group}", not in ${quoted(apiGroups)}`,
      part: "apiGroups",
      fix: `"${group}"`,
    };
  const versions = inGroup.map(({ kind }) => kind.version);
  if (versions.some((version) => isIn(apiVersions, version))) return undefined;
  const message = `${plural} are served as ${quoted(versions)}, not as ${quoted(apiVersions)}`;
  const fix = versions[0] ?? "";
  return { message, part: "apiVersions", fix };
}

function wrongScope({ scope }: Rule, { kind, resource }: FoundKind): Obstacle | undefined {
  if (scope === undefined || scope === "*" || resource.namespaced === (scope === "Namespaced"))
    return undefined;
  const where = resource.namespaced ? "in namespaces" : "of cluster scope";
  return { message: `${kind.plural} are ${where}, scope is ${scope}`, part: "scope", fix: '"*"' };
}

/** True if none of the rules can ever match. */
export const isDead = (
  { rules, equivalent }: { readonly rules: readonly Rule[]; readonly equivalent: boolean },
  registry: Registry,
): boolean => rules.every((rule) => neverMatches(rule, registry, equivalent) !== undefined);

const isIn = (entries: readonly string[], value: string): boolean =>
  entries.includes("*") || entries.includes(value);
const quoted = (values: readonly string[]): string =>
  [...new Set(values)].map((value) => `"${value}"`).join(", ");

function subjectsOf({ kind, resource }: FoundKind): RuleSubject[] {
  const { group, version, plural } = kind;
  const isNamespace = group === "" && plural === "namespaces";
  return ["", ...resource.subresources.keys()].map((subresource) => ({
    operation: "CREATE",
    resource: { group, version, resource: plural },
    subresource,
    namespace: resource.namespaced || isNamespace ? "any" : "",
  }));
}

/**
 * With matchPolicy Equivalent a rule matches every version of the same objects, including one that is no
 * longer served.
 */
const fitsEquivalent = (rule: Rule, found: FoundKind, registry: Registry): boolean =>
  subjectsOf(found).some((subject) =>
    registry
      .equivalentsOf(subject.resource, subject.subresource)
      .some((resource) => fits(rule, { ...subject, resource })),
  );

/** Operations are not compared: a rule may name an operation that the resource will support later. */
const fits = (rule: Rule, subject: RuleSubject): boolean =>
  (["scope", "apiGroups", "apiVersions", "resources"] as const).every((part) =>
    partMatches(part, rule, subject),
  );
