import { partMatches, RULE_PARTS, type RulePart, ruleMatches } from "../../admission/match/rules.ts";
import { objectSelectorAdmits } from "../../admission/match/selectors.ts";
import type { Rule } from "../../admission/rule.ts";
import type { GroupVersionKind, GroupVersionResource } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { Json } from "../../json/value.ts";
import { type PodTemplate, podTemplate } from "../pods/pod-template.ts";
import type { Path } from "../sources.ts";
import type { Failure, Matcher, Question, RulePlace } from "./matcher.ts";
import { groupFailure, operationFailure, scopeFailure, versionFailure } from "./part-failures.ts";
import { isAbout, resourceFailure } from "./resource-failure.ts";

/** Returns the parts of the nearest rule that do not match the request. */
export function ruleFailures(matcher: Matcher, question: Question): Failure[] {
  const excluding = excludedBy(matcher, question);
  if (excluding.length > 0) return excluding;
  if (matcher.rules.length === 0) return matcher.takesAllWithoutRules ? [] : [noRules(matcher)];
  const all = matcher.rules.map((rule, index) => fitOf(rule, index, matcher, question));
  if (all.some(({ failing, exact }) => failing.length === 0 && exact === undefined)) return [];
  const [best] = all.sort((a, b) => a.distance - b.distance || a.index - b.index);
  return best === undefined ? [] : describe(best, matcher, question);
}

/** Returns the kind and version in which a hook is called: that of its matching rule. */
export function invokedKind({ rules, equivalent }: Matcher, question: Question): GroupVersionKind {
  const { attributes, registry } = question;
  const own = { group: attributes.kind.group, version: attributes.kind.version, kind: attributes.kind.kind };
  if (!equivalent || rules.some((rule) => ruleMatches(rule, attributes))) return own;
  for (const rule of rules) {
    const other = equivalentOf(rule, question);
    const kind = other && registry.kindFor(other, attributes.subresource);
    if (kind !== undefined) return kind;
  }
  return own;
}

/** A rule and its distance from the request. */
interface Fit {
  readonly rule: Matcher["rules"][number];
  readonly index: number;
  readonly failing: readonly FailingPart[];
  /**
   * The other version of the same objects that the rule matches, if matchPolicy is Exact; undefined
   * otherwise.
   */
  readonly exact: GroupVersionResource | undefined;
  /** True if the rule names the resource, even with a wrong name. */
  readonly about: boolean;
  readonly distance: number;
}

type FailingPart = RulePart | "names";

const PLACE: ReadonlySet<RulePart> = new Set(["apiGroups", "apiVersions", "resources"]);

function fitOf(rule: Matcher["rules"][number], index: number, matcher: Matcher, question: Question): Fit {
  const { attributes } = question;
  const other = equivalentOf(rule, question);
  const failing: FailingPart[] = RULE_PARTS.filter(
    (part) => !(other !== undefined && PLACE.has(part)) && !partMatches(part, rule, attributes),
  );
  if (rule.names !== undefined && !rule.names.has(question.name)) failing.push("names");
  const exact = matcher.equivalent ? undefined : other;
  const about = isAbout(rule, question);
  // A rule that names the resource, even with another name, is nearer than a rule that only has the same
  // group.
  const distance = failing.length + (exact === undefined ? 0 : 1) + (about || exact !== undefined ? 0 : 1.5);
  return { rule, index, failing, exact, about, distance };
}

/**
 * Returns another version of the same objects that the rule matches; undefined if the rule matches the
 * request's own version.
 */
function equivalentOf(rule: Rule, { attributes, registry }: Question): GroupVersionResource | undefined {
  const { resource, subresource } = attributes;
  const takes = (one: GroupVersionResource): boolean =>
    (["apiGroups", "apiVersions", "resources"] as const).every((part) =>
      partMatches(part, rule, { ...attributes, resource: one }),
    );
  if (takes(resource)) return undefined;
  return registry.equivalentsOf(resource, subresource).find(takes);
}

function describe(fit: Fit, matcher: Matcher, question: Question): Failure[] {
  const { rule, index, failing, exact, about } = fit;
  const base = [...matcher.base, matcher.rulesKey, index];
  if (!about && exact === undefined && failing.length > 1) return [unrelated(fit, matcher, question, base)];
  const place = { rule, base, question, alone: failing.length === 1 };
  const parts = failing.map((part) => FAILURES[part](place));
  return exact === undefined ? parts : [...parts, exactFailure(exact, matcher, question)];
}

const FAILURES: Readonly<Record<FailingPart, (place: RulePlace) => Failure>> = {
  scope: scopeFailure,
  operations: operationFailure,
  apiGroups: groupFailure,
  apiVersions: versionFailure,
  resources: resourceFailure,
  names: nameFailure,
};

function exactFailure(
  other: GroupVersionResource,
  { base }: Matcher,
  { attributes: { resource } }: Question,
): Failure {
  const path = [...base, "matchPolicy"];
  return {
    code: "exact-version",
    message: `matchPolicy is Exact: the rule is for ${nameOf(other)}, and the request is for ${nameOf(resource)}, another version of the same objects`,
    path,
    saw: { ...resource },
    fix: "matchPolicy: Equivalent",
    isMistake: true,
    edit: { op: "replace", path, value: "Equivalent" },
  };
}

const nameOf = ({ group, version, resource }: GroupVersionResource): string =>
  `${group === "" ? "" : `${group}/`}${version} ${resource}`;

const listed = (values: Iterable<string>): string => [...values].map((value) => `"${value}"`).join(", ");

function nameFailure({ rule, base, question }: RulePlace): Failure {
  const { name } = question;
  const path = [...base, "resourceNames"];
  const isNameless = name === "" && question.attributes.operation === "CREATE";
  const isGenerated = isNameless || isGeneratedName(question);
  return {
    code: "name",
    message: isNameless
      ? `resourceNames are ${listed(rule.names ?? [])}, the request's name is still to be generated`
      : `resourceNames are ${listed(rule.names ?? [])}, the request's is "${name}"${isGenerated ? ", which was generated: no rule can name it" : ""}`,
    path,
    saw: name,
    fix: isGenerated ? "" : name,
    ...(!isGenerated && name !== "" && { edit: { op: "add", path: [...path, "-"], value: name } }),
  };
}

function isGeneratedName({ attributes, object }: Question): boolean {
  const { name = "", generateName } = object?.metadata ?? {};
  return attributes.operation === "CREATE" && generateName !== undefined && name.startsWith(generateName);
}

const noRules = ({ base, rulesKey }: Matcher): Failure => ({
  code: "rules",
  message: "it has no rules",
  path: [...base, rulesKey],
  saw: null,
  isMistake: true,
});

/** Describes a rule for other resources: the fix is a new rule, not a change of this one. */
function unrelated({ rule }: Fit, matcher: Matcher, question: Question, path: Path): Failure {
  const { operation, resource, subresource } = question.attributes;
  const what = `${resource.resource}${subresource === "" ? "" : `/${subresource}`}`;
  const value: Json = {
    apiGroups: [resource.group],
    apiVersions: [resource.version],
    operations: [operation],
    resources: [what],
  };
  const template = podTemplate(question.object);
  const isOfPods = rule.resources.includes("pods") && rule.operations.includes("CREATE");
  if (template !== undefined && isOfPods && subresource === "")
    return ofTemplate(template, matcher, question, path);
  const asked = `${operation} ${what} of ${resource.group === "" ? "the core group" : resource.group}/${resource.version}`;
  return {
    code: "rules",
    message: `no rule matches ${asked}: ${matcher.rules.length === 1 ? "its rule matches" : "the nearest rule matches"} ${listed(rule.operations)} of ${listed(rule.resources)} in ${listed(rule.apiGroups)}/${listed(rule.apiVersions)}`,
    path,
    saw: { operation, ...resource, subresource },
    edit: { op: "add", path: [...path.slice(0, -1), "-"], value, says: `add a rule for ${asked}` },
  };
}

/** Describes a rule for pods, which does not see the object that has their template. */
function ofTemplate(
  { at, metadata }: PodTemplate,
  { objectSelector }: Matcher,
  { object, attributes: { kind, operation, resource, subresource } }: Question,
  path: Path,
): Failure {
  const pod: KubeObject = { apiVersion: "v1", kind: "Pod", metadata };
  const takes = (one: KubeObject | null): boolean =>
    objectSelectorAdmits(objectSelector, one, null).kind === "yes";
  const own = takes(object) ? `takes the labels of the ${kind.kind}, and ` : "";
  const labels = takes(pod)
    ? ""
    : `; its objectSelector ${own}leaves out ${own === "" ? "the labels" : "those"} in ${at}/metadata/labels: write the label there`;
  return {
    code: "rules",
    message: `it is about pods, not about the ${kind.kind}: the pods are made from ${at}, by requests of their own${labels}`,
    path,
    saw: { operation, ...resource, subresource },
  };
}

function excludedBy({ excluded, base, equivalent }: Matcher, question: Question): Failure[] {
  const { attributes, registry, name } = question;
  const resources = equivalent
    ? [attributes.resource, ...registry.equivalentsOf(attributes.resource, attributes.subresource)]
    : [attributes.resource];
  const index = excluded.findIndex(
    (rule) =>
      (rule.names?.has(name) ?? true) &&
      resources.some((resource) => ruleMatches(rule, { ...attributes, resource })),
  );
  if (index < 0) return [];
  const path = [...base, "excludeResourceRules", index];
  const message = "a rule of excludeResourceRules excludes it";
  return [{ code: "excluded", message, path, saw: name, edit: { op: "remove", path } }];
}
