import { formatGroupVersionResource, type GroupVersionResource } from "../../api/group-version.ts";
import type { Operation } from "../attributes.ts";
import type { Invocation } from "../hook.ts";
import type { AdmissionPorts } from "../ports.ts";
import type { NamedRule, Rule } from "../rule.ts";

/** Parts of a request that rules are matched against. */
export interface RuleSubject {
  readonly operation: Operation;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly namespace: string;
}

/** Parts of a rule. `RULE_PARTS` has the order in which they are checked. */
export type RulePart = "scope" | "operations" | "apiGroups" | "apiVersions" | "resources";

/** Parts in the order of apiserver/pkg/admission/plugin/webhook/predicates/rules/rules.go, Matches. */
const PARTS: Readonly<Record<RulePart, (rule: Rule, subject: RuleSubject) => boolean>> = {
  scope: (rule, subject) => scopeMatches(rule.scope, subject),
  operations: (rule, { operation }) => names(rule.operations, operation),
  apiGroups: (rule, { resource }) => names(rule.apiGroups, resource.group),
  apiVersions: (rule, { resource }) => names(rule.apiVersions, resource.version),
  resources: (rule, { resource, subresource }) =>
    rule.resources.some((entry) => resourceMatches(entry, resource.resource, subresource)),
};

export const RULE_PARTS: readonly RulePart[] = [
  "scope",
  "operations",
  "apiGroups",
  "apiVersions",
  "resources",
];

/** True if one part of a rule matches the request. */
export const partMatches = (part: RulePart, rule: Rule, subject: RuleSubject): boolean =>
  PARTS[part](rule, subject);

/** True if every part of a rule matches the request. */
export const ruleMatches = (rule: Rule, subject: RuleSubject): boolean =>
  RULE_PARTS.every((part) => PARTS[part](rule, subject));

function names(entries: readonly string[], value: string): boolean {
  return entries.includes("*") || entries.includes(value);
}

function scopeMatches(scope: string | undefined, { resource, namespace }: RuleSubject): boolean {
  if (scope === undefined || scope === "*") return true;
  const cluster = namespace === "" || isNamespaces(resource);
  return scope === "Cluster" ? cluster : scope === "Namespaced" && !cluster;
}

/** True for exactly core/v1 `namespaces`. */
function isNamespaces({ group, version, resource }: GroupVersionResource): boolean {
  return resource === "namespaces" && group === "" && version === "v1";
}

/** Splits entries at the first slash; `*` as the part after it matches the main resource too. */
function resourceMatches(entry: string, resource: string, subresource: string): boolean {
  const slash = entry.indexOf("/");
  const main = slash < 0 ? entry : entry.slice(0, slash);
  const sub = slash < 0 ? "" : entry.slice(slash + 1);
  return (main === "*" || main === resource) && (sub === "*" || sub === subresource);
}

/** One way in which a rule matches: by the request's own resource, or by an equivalent one. */
export interface Way {
  /** Names of objects; undefined: all names. */
  readonly names: ReadonlySet<string> | undefined;
  /** Undefined: the request's own resource and kind. */
  readonly invocation: Invocation | undefined;
  /** Text about a rule for a resource without a known kind. */
  readonly problem: string | undefined;
}

/** Equivalent resources and their kinds. */
export type Kinds = Pick<AdmissionPorts, "equivalentsOf" | "kindFor">;

type MaybeNamed = Rule & Partial<Pick<NamedRule, "names">>;

/**
 * Returns the ways in which rules match a request, up to the first one without names: an exact match anywhere
 * in the list has precedence over an equivalent one
 * (apiserver/pkg/admission/plugin/webhook/generic/webhook.go, ShouldCallHook).
 */
export function waysThrough(
  rules: readonly MaybeNamed[],
  equivalent: boolean,
  subject: RuleSubject,
  kinds: Kinds,
): readonly Way[] {
  const ways: Way[] = [];
  for (const rule of rules) {
    if (!ruleMatches(rule, subject)) continue;
    ways.push({ names: rule.names, invocation: undefined, problem: undefined });
    if (rule.names === undefined) return ways;
  }
  if (!equivalent || rules.length === 0) return ways;
  const { resource: own, subresource } = subject;
  const others = kinds
    .equivalentsOf(own, subresource)
    .filter((e) => e.group !== own.group || e.version !== own.version || e.resource !== own.resource);
  for (const rule of rules)
    for (const resource of others) {
      if (!ruleMatches(rule, { ...subject, resource })) continue;
      const way = equivalentWay(rule, resource, subresource, kinds);
      ways.push(way);
      if (way.names === undefined) return ways;
    }
  return ways;
}

function equivalentWay(
  { names }: MaybeNamed,
  resource: GroupVersionResource,
  subresource: string,
  kinds: Kinds,
): Way {
  const kind = kinds.kindFor(resource, subresource);
  return kind === undefined
    ? {
        names: undefined,
        invocation: undefined,
        problem: `unable to convert to ${formatGroupVersionResource(resource)}: unknown kind`,
      }
    : { names, invocation: { resource, kind, converted: true }, problem: undefined };
}
