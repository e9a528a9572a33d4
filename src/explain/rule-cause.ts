import {
  partMatches,
  RULE_PARTS,
  type RulePart,
  type RuleSubject,
  ruleMatches,
} from "../admission/match/rules.ts";
import type { Rule } from "../admission/rule.ts";
import type { GroupVersionResource } from "../api/group-version.ts";
import type { FoundKind, Registry } from "../resources/registry.ts";
import type { CauseCode } from "./explanation.ts";
import type { Path } from "./sources.ts";

/** Why no rule of a hook takes a request, from the rule that comes nearest. */
export interface RuleCause {
  readonly code: CauseCode;
  readonly message: string;
  /** Below the hook. */
  readonly path: Path;
  readonly fix: string;
  /** Nobody would have meant it so. */
  readonly isMistake: boolean;
}

/** What of a hook or of a policy's constraints decides by rules. */
export interface RuleOwner {
  readonly rules: readonly Rule[];
  /** matchPolicy Equivalent. */
  readonly equivalent: boolean;
}

/** `rulesPath`: `["rules"]` of a webhook, `["spec", "matchConstraints", "resourceRules"]` of a policy. */
export function ruleCause(
  { rules, equivalent }: RuleOwner,
  subject: RuleSubject,
  registry: Registry,
  rulesPath: Path,
  policyPath: Path,
): RuleCause {
  const nearest = nearestRule(rules, subject, registry);
  if (nearest === undefined)
    return { code: "rules", message: "it has no rules", path: rulesPath, fix: "", isMistake: true };
  const { rule, index, failing } = nearest;
  const at = (part: RulePart): Path => [...rulesPath, index, part];
  if (!equivalent) {
    const other = otherVersion(rule, subject, registry);
    if (other !== undefined)
      return {
        code: "exact-version",
        message: `matchPolicy is Exact: the rule is about ${nameOf(other)}, the request about ${nameOf(subject.resource)}, another version of the same objects`,
        path: policyPath,
        fix: "matchPolicy: Equivalent",
        isMistake: true,
      };
  }
  if (failing.includes("resources")) {
    const named = misnamed(rule, subject, registry, at("resources"));
    if (named !== undefined) return named;
  }
  if (failing.length > 1) return { ...several(failing, rule, subject), path: [...rulesPath, index] };
  return single(failing[0] as RulePart, rule, subject, at);
}

interface Nearest {
  readonly rule: Rule;
  readonly index: number;
  readonly failing: readonly RulePart[];
}

function nearestRule(rules: readonly Rule[], subject: RuleSubject, registry: Registry): Nearest | undefined {
  const { group, version, resource } = subject.resource;
  const found = registry.find(group, version, resource);
  const names = [resource, ...(found === undefined ? [] : otherNames(found))];
  const isAbout = (rule: Rule): boolean => rule.resources.some((entry) => names.includes(mainOf(entry)));
  const all = rules.map((rule, index): Nearest => {
    const failing = RULE_PARTS.filter((part) => !partMatches(part, rule, subject));
    return { rule, index, failing };
  });
  // What names the resource, even by another name, comes nearer than what happens to share its group.
  const distance = ({ failing, rule }: Nearest): number => failing.length + (isAbout(rule) ? 0 : 0.5);
  return all.sort((a, b) => distance(a) - distance(b) || a.index - b.index)[0];
}

function otherVersion(
  rule: Rule,
  subject: RuleSubject,
  registry: Registry,
): GroupVersionResource | undefined {
  const others = registry.equivalentsOf(subject.resource, subject.subresource);
  return others.find((resource) => ruleMatches(rule, { ...subject, resource }));
}

const nameOf = ({ group, version, resource }: GroupVersionResource): string =>
  `${group === "" ? "" : `${group}/`}${version} ${resource}`;

/** The words by which people call a resource, without its plural. */
export function otherNames({ kind }: FoundKind): readonly string[] {
  return [kind.singular, kind.kind, kind.kind.toLowerCase(), ...kind.shortNames].filter(
    (name) => name !== "" && name !== kind.plural,
  );
}

function misnamed(rule: Rule, subject: RuleSubject, registry: Registry, path: Path): RuleCause | undefined {
  const { resource, subresource } = subject;
  const found = registry.find(resource.group, resource.version, resource.resource);
  const names = found === undefined ? [] : otherNames(found);
  const wrong = rule.resources.find((entry) => names.includes(mainOf(entry)));
  if (wrong !== undefined)
    return {
      code: "resource-name",
      message: `the rule says "${wrong}", but rules name resources by their plural: "${resource.resource}"`,
      path,
      fix: wrong.replace(mainOf(wrong), resource.resource),
      isMistake: true,
    };
  const near = rule.resources.find((entry) => mainOf(entry) === resource.resource || mainOf(entry) === "*");
  if (near === undefined) return undefined;
  const wanted = subresource === "" ? resource.resource : `${resource.resource}/${subresource}`;
  return {
    code: "subresource",
    message:
      subresource === ""
        ? `"${near}" is about the subresource only, not about ${resource.resource} itself`
        : `"${near}" does not cover the subresource ${subresource}: that is "${wanted}" or "${near.split("/")[0]}/*"`,
    path,
    fix: wanted,
    // Who lists subresources knows that a star does not cover them.
    isMistake: near === "*" && subresource !== "" && !rule.resources.some((entry) => entry.includes("/")),
  };
}

const mainOf = (entry: string): string => entry.split("/", 1)[0] ?? "";

function several(failing: readonly RulePart[], rule: Rule, subject: RuleSubject): Omit<RuleCause, "path"> {
  const parts = failing.map((part) => differs(part, rule, subject));
  return { code: "rules", message: `no rule is about it: ${parts.join("; ")}`, fix: "", isMistake: false };
}

const listed = (values: readonly string[]): string => values.map((value) => `"${value}"`).join(", ");

function differs(
  part: RulePart,
  rule: Rule,
  { operation, resource, subresource, namespace }: RuleSubject,
): string {
  switch (part) {
    case "scope":
      return `scope is ${rule.scope}, the request is ${namespace === "" || resource.resource === "namespaces" ? "of cluster scope" : "in a namespace"}`;
    case "operations":
      return `operations are ${listed(rule.operations)}, the request is ${operation}`;
    case "apiGroups":
      return `apiGroups are ${listed(rule.apiGroups)}, the request's is "${resource.group}"`;
    case "apiVersions":
      return `apiVersions are ${listed(rule.apiVersions)}, the request's is "${resource.version}"`;
    case "resources":
      return `resources are ${listed(rule.resources)}, the request's is "${resource.resource}${subresource === "" ? "" : `/${subresource}`}"`;
  }
}

const CODES: Readonly<Record<RulePart, CauseCode>> = {
  scope: "scope",
  operations: "operation",
  apiGroups: "group",
  apiVersions: "version",
  resources: "resource",
};

function single(part: RulePart, rule: Rule, subject: RuleSubject, at: (part: RulePart) => Path): RuleCause {
  const { resource, subresource, operation } = subject;
  const base = { path: at(part), message: differs(part, rule, subject) };
  if (part === "apiGroups" && subresource === "scale" && rule.apiGroups.includes("autoscaling"))
    return {
      ...base,
      code: "scale-group",
      message: `the rule has the group of the Scale, "autoscaling"; rules name the group of what is scaled: "${resource.group}"`,
      fix: `"${resource.group}"`,
      isMistake: true,
    };
  if (part === "apiGroups" && resource.group === "" && rule.apiGroups.some((group) => CORE.has(group)))
    return {
      ...base,
      code: "group",
      message: `${base.message}: the core group is written as ""`,
      fix: '""',
      isMistake: true,
    };
  const fixes: Readonly<Record<RulePart, string>> = {
    scope: '"*"',
    operations: operation,
    apiGroups: `"${resource.group}"`,
    apiVersions: resource.version,
    resources: "",
  };
  return { ...base, code: CODES[part], fix: fixes[part], isMistake: false };
}

/** What people write for the core group. */
const CORE: ReadonlySet<string> = new Set(["core", "v1", "core/v1", "api"]);
