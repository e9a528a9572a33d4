import type { GroupVersionResource } from "../../api/group-version.ts";
import type { Operation } from "../attributes.ts";
import type { Rule } from "../hook.ts";

/** What a rule looks at. */
export interface RuleSubject {
  readonly operation: Operation;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly namespace: string;
}

/** admission.md 4.2: scope, operation, group, version, resource; every part must hold. */
export function ruleMatches(rule: Rule, subject: RuleSubject): boolean {
  const { resource, subresource } = subject;
  return (
    scopeMatches(rule.scope, subject) &&
    names(rule.operations, subject.operation) &&
    names(rule.apiGroups, resource.group) &&
    names(rule.apiVersions, resource.version) &&
    rule.resources.some((entry) => resourceMatches(entry, resource.resource, subresource))
  );
}

function names(entries: readonly string[], value: string): boolean {
  return entries.includes("*") || entries.includes(value);
}

function scopeMatches(scope: string | undefined, { resource, namespace }: RuleSubject): boolean {
  if (scope === undefined || scope === "*") return true;
  const cluster = namespace === "" || isNamespaces(resource);
  return scope === "Cluster" ? cluster : scope === "Namespaced" && !cluster;
}

/** Exactly core/v1 `namespaces`. */
function isNamespaces({ group, version, resource }: GroupVersionResource): boolean {
  return resource === "namespaces" && group === "" && version === "v1";
}

/** Entries are split at the first slash; `*` as the part after it matches the main resource too. */
function resourceMatches(entry: string, resource: string, subresource: string): boolean {
  const slash = entry.indexOf("/");
  const main = slash < 0 ? entry : entry.slice(0, slash);
  const sub = slash < 0 ? "" : entry.slice(slash + 1);
  return (main === "*" || main === resource) && (sub === "*" || sub === subresource);
}
