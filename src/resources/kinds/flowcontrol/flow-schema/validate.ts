import type { Check, FieldReport } from "../../../../api/validation/field-report.ts";
import { dns1123LabelProblems, dns1123SubdomainProblems } from "../../../../api/validation/name-format.ts";
import type {
  FlowSchemaSpec,
  ResourcePolicyRule as ResourceRule,
  PolicyRulesWithSubjects as SchemaRule,
  Subject,
  NonResourcePolicyRule as UrlRule,
} from "../../../../types/tables/flowcontrol/v1-types.ts";
import { checkMandatorySchema } from "../shared/mandatory.ts";
import { checkStatus, type FlowObject } from "../shared/status.ts";

const MAX_PRECEDENCE = 10000;

const VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"];

const METHODS = ["ByNamespace", "ByUser"];

function checkFlowSchema(name: string, spec: FlowSchemaSpec, at: FieldReport): void {
  const { matchingPrecedence: precedence = 0, distinguisherMethod: method } = spec;
  const path = at.child("matchingPrecedence");
  if (precedence <= 0) path.invalid(precedence, "must be a positive value");
  if (precedence > MAX_PRECEDENCE) path.invalid(precedence, `must not be greater than ${MAX_PRECEDENCE}`);
  if (precedence === 1 && name !== "exempt")
    path.invalid(precedence, "only the schema named 'exempt' may have matchingPrecedence 1");
  if (method !== undefined && !METHODS.includes(method.type ?? ""))
    at.child("distinguisherMethod.type").notSupported({ Type: method.type ?? "" }, METHODS);
  const level = spec.priorityLevelConfiguration?.name;
  const levelPath = at.child("priorityLevelConfiguration");
  if (levelPath.require("name", level, "must reference a priority level"))
    levelPath.check("name", level, dns1123SubdomainProblems);
  at.eachOf("rules", spec.rules, checkRule);
}

const checkRule: Check<SchemaRule> = ({ subjects, resourceRules = [], nonResourceRules = [] }, at) => {
  at.require("subjects", subjects, "subjects must contain at least one value");
  at.eachOf("subjects", subjects, checkSubject);
  if (resourceRules.length + nonResourceRules.length === 0)
    at.required("at least one of resourceRules and nonResourceRules has to be non-empty");
  at.eachOf("resourceRules", resourceRules, checkResourceRule);
  at.eachOf("nonResourceRules", nonResourceRules, checkUrlRule);
};

const SUBJECT_FIELDS = [
  ["ServiceAccount", "serviceAccount"],
  ["User", "user"],
  ["Group", "group"],
] as const;

function checkSubject(subject: Subject, at: FieldReport): void {
  const { kind = "" } = subject;
  const own = SUBJECT_FIELDS.find(([name]) => name === kind)?.[1];
  if (own === undefined) {
    at.child("kind").notSupported(kind, ["Group", "ServiceAccount", "User"]);
    return;
  }
  const path = at.child(own);
  if (subject[own] === undefined) path.required(`${own} is required when subject kind is '${kind}'`);
  else if (own === "serviceAccount") checkServiceAccount(subject.serviceAccount ?? {}, path);
  else path.require("name", subject[own]?.name);
  for (const [name, field] of SUBJECT_FIELDS) {
    if (field === own || subject[field] === undefined) continue;
    at.child(field).forbidden(`${field} is forbidden when subject kind is not '${name}'`);
  }
}

const checkServiceAccount: Check<NonNullable<Subject["serviceAccount"]>> = ({ name, namespace }, at) => {
  if (name !== "*") at.requireFormat("name", name, dns1123SubdomainProblems);
  if (at.require("namespace", namespace, "must specify namespace for service account"))
    at.check("namespace", namespace, dns1123LabelProblems);
};

/**
 * Checks that a list is not empty, and has no other entries besides a star. Returns true if the entries need
 * further checks.
 */
function checkStarList(
  list: readonly string[] | null | undefined,
  missing: string,
  what: string,
  at: FieldReport,
): boolean {
  if (list === undefined || list === null || list.length === 0) at.required(missing);
  else if (!list.includes("*")) return true;
  else if (list.length > 1) at.invalid(list, `if '*' is present, must not specify other ${what}`);
  return false;
}

function checkVerbs(verbs: readonly string[] | null | undefined, at: FieldReport): void {
  if (!checkStarList(verbs, "verbs must contain at least one value", "verbs", at)) return;
  if (!(verbs ?? []).every((verb) => VERBS.includes(verb))) at.notSupported(verbs, VERBS);
}

function checkResourceRule(rule: ResourceRule, at: FieldReport): void {
  checkVerbs(rule.verbs, at.child("verbs"));
  const groups = "resource rules must supply at least one api group";
  checkStarList(rule.apiGroups, groups, "api groups", at.child("apiGroups"));
  const resources = "resource rules must supply at least one resource";
  checkStarList(rule.resources, resources, "resources", at.child("resources"));
  const { clusterScope = false } = rule;
  const namespaces = rule.namespaces ?? [];
  if (namespaces.length === 0 && clusterScope) return;
  const path = at.child("namespaces");
  const missing = "resource rules that are not cluster scoped must supply at least one namespace";
  if (!checkStarList(namespaces, missing, "namespaces", path)) return;
  namespaces.forEach((namespace, i) => {
    for (const problem of dns1123LabelProblems(namespace)) {
      path
        .index(i)
        .invalid(namespace, `each member of this list must be '*' or a DNS-1123 label; ${problem}`);
    }
  });
}

function checkUrlRule({ verbs, nonResourceURLs }: UrlRule, at: FieldReport): void {
  checkVerbs(verbs, at.child("verbs"));
  const path = at.child("nonResourceURLs");
  const missing = "nonResourceURLs must contain at least one value";
  if (!checkStarList(nonResourceURLs, missing, "non-resource URLs", path)) return;
  nonResourceURLs?.forEach((url, i) => {
    const problem = urlProblem(url);
    if (problem !== undefined) path.index(i).invalid(url, problem);
  });
}

function urlProblem(path: string): string | undefined {
  if (path === "") return "must not be empty";
  if (!path.startsWith("/")) return "must start with slash";
  if (path.includes(" ")) return "must not contain white-space";
  if (path.includes("//")) return "must not contain double slash";
  const star = path.indexOf("*");
  if (star >= 0 && (star !== path.length - 1 || !path.endsWith("/*")))
    return "wildcard can only do suffix matching";
  return undefined;
}

/** Checks the spec, that of mandatory schemas, and the status (ValidateFlowSchema). */
export function checkSchema(object: FlowObject<FlowSchemaSpec>, _old: unknown, at: FieldReport): void {
  const { metadata, spec = {}, status = {} } = object;
  checkFlowSchema(metadata.name ?? "", spec, at.child("spec"));
  checkMandatorySchema(metadata.name ?? "", spec, at.child("spec"));
  checkStatus(status, at.child("status"));
}
