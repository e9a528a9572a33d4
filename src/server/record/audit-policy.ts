import { isJsonObject, type Json } from "../../api/json.ts";
import { parseYaml } from "../../json/go-yaml/read-yaml.ts";
import type { RequestContext } from "../request-context.ts";
import type { AuditDecision, AuditLevel } from "./audit-decision.ts";

/** audit.k8s.io/v1 Policy, compiled. */
export interface AuditPolicy {
  decide(context: Pick<RequestContext, "info" | "user">): AuditDecision;
}

interface Rule {
  level: AuditLevel;
  users?: string[];
  userGroups?: string[];
  verbs?: string[];
  resources?: { group?: string; resources?: string[]; resourceNames?: string[] }[];
  namespaces?: string[];
  nonResourceURLs?: string[];
  omitStages?: string[];
  omitManagedFields?: boolean;
}

const LEVELS = new Set(["None", "Metadata", "Request", "RequestResponse"]);

/** Without a policy file: metadata of everything. */
export const METADATA_OF_ALL: AuditPolicy = policyOf([{ level: "Metadata" }], [], false);

/** Throws an Error that says what is wrong with the file. The first rule that matches decides; none: level None. */
export function parseAuditPolicy(text: string): AuditPolicy {
  const value = parseYaml(text);
  if (!isJsonObject(value) || value.kind !== "Policy" || value.apiVersion !== "audit.k8s.io/v1")
    throw new Error("the audit policy must be a document with apiVersion: audit.k8s.io/v1 and kind: Policy");
  const { rules: given = [], omitStages = [] } = value;
  if (!Array.isArray(given)) throw new Error("audit policy: rules must be a list");
  if (!isTextList(omitStages)) throw new Error("audit policy: omitStages must be a list of names");
  const rules = given as unknown as readonly Rule[];
  rules.forEach((rule, i) => {
    if (!LEVELS.has(rule?.level))
      throw new Error(`audit policy: rules[${i}].level must be one of ${[...LEVELS].join(", ")}`);
  });
  return policyOf(rules, omitStages, value.omitManagedFields === true);
}

const isTextList = (value: Json): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

function policyOf(
  rules: readonly Rule[],
  omitStages: readonly string[],
  omitManagedFields: boolean,
): AuditPolicy {
  return {
    decide(context) {
      const rule = rules.find((r) => matches(r, context));
      if (rule === undefined) return { level: "None", omitStages: new Set(), omitManagedFields };
      return {
        level: rule.level,
        omitStages: new Set([...omitStages, ...(rule.omitStages ?? [])]),
        omitManagedFields: rule.omitManagedFields ?? omitManagedFields,
      };
    },
  };
}

function matches(rule: Rule, { info, user }: Pick<RequestContext, "info" | "user">): boolean {
  if (!within(rule.users, user.username)) return false;
  if (rule.userGroups?.length && !rule.userGroups.some((g) => user.groups.includes(g))) return false;
  if (!within(rule.verbs, info.verb)) return false;
  if (!info.isResource)
    return rule.nonResourceURLs?.length
      ? rule.nonResourceURLs.some((u) => matchesUrl(u, info.path))
      : isOpen(rule);
  if (rule.nonResourceURLs?.length) return false;
  return within(rule.namespaces, info.namespace) && matchesResource(rule, info);
}

const within = (list: readonly string[] | undefined, value: string): boolean =>
  !list?.length || list.includes(value);
const isOpen = (rule: Rule): boolean => !rule.resources?.length && !rule.namespaces?.length;
const matchesUrl = (url: string, path: string): boolean =>
  url.endsWith("*") ? path.startsWith(url.slice(0, -1)) : url === path;

function matchesResource(rule: Rule, info: RequestContext["info"]): boolean {
  if (!rule.resources?.length) return true;
  const combined = info.subresource === "" ? info.resource : `${info.resource}/${info.subresource}`;
  return rule.resources.some(
    ({ group = "", resources = [], resourceNames = [] }) =>
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
