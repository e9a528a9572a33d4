import type { UserInfo } from "../../api/meta.ts";
import {
  aggregate,
  type FieldError,
  invalid,
  notSupportedInOrder,
  required,
} from "../../api/validation/field-error.ts";
import { nameIsDnsSubdomain } from "../../api/validation/name-format.ts";
import { messageOf } from "../../report/describe-error.ts";
import { type DecodedFile, decodeFile, type FileKinds } from "../../types/files/decode-file.ts";
import type { GroupResources, Policy, PolicyRule } from "../../types/tables/audit/v1-types.ts";
import type { RequestContext } from "../request-context.ts";
import type { AuditDecision, AuditLevel } from "./audit-decision.ts";

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

const INTERNAL_POLICY = { apiVersion: "audit.k8s.io/__internal", kind: "Policy" };

const KINDS: FileKinds = {
  "audit.k8s.io/v1 Policy": "audit/v1.Policy",
  "audit.k8s.io/__internal Policy": "audit/v1.Policy",
};

/**
 * Reads the file. Without a kind it is read as a Policy (LoadPolicyFromBytes of apiserver/pkg/audit/policy). Unknown
 * fields are ignored and reported to `warn`. Throws an Error with the reference's text.
 */
function readAuditPolicy(content: string, warn: (message: string) => void): Policy {
  const { apiVersion, value } = leniently(content, warn);
  if (apiVersion === INTERNAL_POLICY.apiVersion)
    throw new Error(`unknown group version field ${apiVersion}, Kind=Policy in policy`);
  return value;
}

function leniently(content: string, warn: (message: string) => void): DecodedFile<Policy> {
  try {
    return decodeFile(content, KINDS, { absent: INTERNAL_POLICY });
  } catch (error) {
    const message = messageOf(error);
    if (!message.startsWith("strict decoding error: ")) throw new Error(`failed decoding: ${message}`);
    warn(`Audit policy contains errors, falling back to lenient decoding: ${message}`);
    return decodeFile(content, KINDS, { absent: INTERNAL_POLICY, isStrict: false });
  }
}

const LEVELS = ["None", "Metadata", "Request", "RequestResponse"];
const STAGES = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"];

/**
 * Returns the problems of a policy. The paths are those of the reference, which have no indexes for
 * `resources`.
 */
const auditPolicyProblems = ({ omitStages, rules }: Policy): readonly FieldError[] => [
  ...stageProblems(omitStages, "omitStages"),
  ...rules.flatMap((rule, i) => ruleProblems(rule, `rules[${i}]`)),
];

function ruleProblems(rule: PolicyRule, path: string): readonly FieldError[] {
  const { level, nonResourceURLs, resources, namespaces, omitStages } = rule;
  const isBoth = nonResourceURLs.length > 0 && (resources.length > 0 || namespaces.length > 0);
  const both = "rules cannot apply to both regular resources and non-resource URLs";
  return [
    ...levelProblems(level, `${path}.level`),
    ...nonResourceURLs.flatMap((url, i) => urlProblems(url, `${path}.nonResourceURLs[${i}]`)),
    ...resources.flatMap((one) => resourceProblems(one, `${path}.resources`)),
    ...stageProblems(omitStages, `${path}.omitStages`),
    ...(isBoth ? [invalid(`${path}.nonResourceURLs`, nonResourceURLs, both)] : []),
  ];
}

function levelProblems(level: string, path: string): readonly FieldError[] {
  if (level === "") return [required(path)];
  return LEVELS.includes(level) ? [] : [notSupportedInOrder(path, level, LEVELS)];
}

function urlProblems(url: string, path: string): readonly FieldError[] {
  if (url === "*") return [];
  const problems: FieldError[] = [];
  if (!url.startsWith("/"))
    problems.push(invalid(path, url, "non-resource URL rules must begin with a '/' character"));
  if (url.slice(0, -1).includes("*"))
    problems.push(
      invalid(path, url, "non-resource URL wildcards '*' must be the final character of the rule"),
    );
  return problems;
}

function resourceProblems(
  { group, resources, resourceNames }: GroupResources,
  path: string,
): readonly FieldError[] {
  const wrong = group === "" || group === "*" ? [] : nameIsDnsSubdomain(group, false);
  const isNameless = resourceNames.length > 0 && resources.length === 0;
  const alone = "using resourceNames requires at least one resource";
  return [
    ...(wrong.length > 0 ? [invalid(`${path}.group`, group, wrong.join(","))] : []),
    ...(isNameless ? [invalid(`${path}.resourceNames`, resourceNames, alone)] : []),
  ];
}

const stageProblems = (stages: readonly string[], path: string): readonly FieldError[] =>
  stages.flatMap((stage, i) =>
    STAGES.includes(stage) ? [] : [invalid(`${path}[${i}]`, stage, `allowed stages are ${STAGES.join(",")}`)],
  );
