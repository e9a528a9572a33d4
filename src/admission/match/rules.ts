import type { GroupVersionResource } from "../../api/group-version.ts";
import type { Operation } from "../attributes.ts";
import type { Rule } from "../hook.ts";

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
