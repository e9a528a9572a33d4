import type { UserInfo } from "../../api/meta.ts";
import { aggregate } from "../../api/validation/field-error.ts";
import type { Policy, PolicyRule } from "../../types/tables/audit/v1-types.ts";
import type { RequestContext } from "../request-context.ts";
import type { AuditDecision, AuditLevel } from "./audit-decision.ts";
import { readAuditPolicy } from "./audit-policy-file.ts";
import { auditPolicyProblems } from "./check-audit-policy.ts";

type AuditedRequest = Pick<RequestContext, "info"> & { readonly user: UserInfo | undefined };

/** audit.k8s.io/v1 Policy, compiled. */
export interface AuditPolicy {
  /** Returns the decision for a request. `user` is undefined if the request is not authenticated. */
  decide(context: AuditedRequest): AuditDecision;
}

const METADATA: AuditDecision = { level: "Metadata", omitStages: new Set(), omitManagedFields: false };

/** Policy without a policy file: the metadata of all requests. */
export const METADATA_OF_ALL: AuditPolicy = { decide: () => METADATA };

/**
 * Returns the policy of a file. Throws an Error with the problems of the file. `warn` is called for ignored
 * fields. The first rule that matches decides; without one the level is None.
 */
export function parseAuditPolicy(text: string, warn: (message: string) => void = () => {}): AuditPolicy {
  const file = readAuditPolicy(text, warn);
  const problems = auditPolicyProblems(file);
  if (problems.length > 0)
    throw new Error(aggregate(problems.map(({ field, message }) => `${field}: ${message}`)));
  if (file.rules.length === 0) throw new Error("loaded illegal policy with 0 rules");
  return policyOf(file);
}

function policyOf(file: Policy): AuditPolicy {
  const { omitManagedFields } = file;
  const otherwise: AuditDecision = { level: "None", omitStages: new Set(), omitManagedFields };
  const rules = file.rules.map((rule) => ({ rule, decision: decisionOf(rule, file) }));
  return { decide: (context) => rules.find(({ rule }) => matches(rule, context))?.decision ?? otherwise };
}

const decisionOf = (rule: PolicyRule, file: Policy): AuditDecision => ({
  level: rule.level as AuditLevel,
  omitStages: new Set([...file.omitStages, ...rule.omitStages]),
  omitManagedFields: rule.omitManagedFields ?? file.omitManagedFields,
});

function matches(rule: PolicyRule, { info, user }: AuditedRequest): boolean {
  const { users, userGroups } = rule;
  if (users.length > 0 && (user === undefined || !users.includes(user.username))) return false;
  if (userGroups.length > 0 && !user?.groups.some((group) => userGroups.includes(group))) return false;
  if (!within(rule.verbs, info.verb)) return false;
  if (!info.isResource)
    return rule.nonResourceURLs.length
      ? rule.nonResourceURLs.some((u) => matchesUrl(u, info.path))
      : isOpen(rule);
  if (rule.nonResourceURLs.length) return false;
  return within(rule.namespaces, info.namespace) && matchesResource(rule, info);
}

const within = (list: readonly string[], value: string): boolean => list.length === 0 || list.includes(value);
const isOpen = (rule: PolicyRule): boolean => rule.resources.length === 0 && rule.namespaces.length === 0;
const matchesUrl = (url: string, path: string): boolean =>
  url.endsWith("*") ? path.startsWith(url.slice(0, -1)) : url === path;

function matchesResource(rule: PolicyRule, info: RequestContext["info"]): boolean {
  if (rule.resources.length === 0) return true;
  const combined = info.subresource === "" ? info.resource : `${info.resource}/${info.subresource}`;
  return rule.resources.some(
    ({ group, resources, resourceNames }) =>
      (group === info.group || group === "*") &&
      (resources.length === 0 ||
        resources.some(
          (r) =>
            r === "*" ||
            r === combined ||
            r === `${info.resource}/*` ||
            (info.subresource !== "" && r === `*/${info.subresource}`),
        )) &&
      within(resourceNames, info.name),
  );
}
