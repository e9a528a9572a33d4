import type { KubeObject, UserInfo } from "../../api/meta.ts";
import { membersOf } from "../../json/value.ts";
import type {
  FlowSchemaSpec,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from "../../types/tables/flowcontrol/v1-types.ts";
import type { RequestInfo } from "../accept/request-info.ts";

/** Returns true if a request belongs to a flow schema. */
export type MatchesSchema = (info: RequestInfo, user: UserInfo) => boolean;

type Test<T> = (value: T) => boolean;

/** Lists that are always printed are null if they are empty. */
type List<T> = readonly T[] | null | undefined;

/**
 * Compiles a schema, once for each. Same rule as matchesFlowSchema in
 * k8s.io/apiserver/pkg/util/flowcontrol/rule.go.
 */
export function compileSchema({ spec }: KubeObject): MatchesSchema {
  const rules = (membersOf<FlowSchemaSpec>(spec).rules ?? []).map(compileRule);
  return (info, user) => {
    for (const matches of rules) if (matches(info, user)) return true;
    return false;
  };
}

function compileRule({ subjects, resourceRules, nonResourceRules }: PolicyRulesWithSubjects): MatchesSchema {
  const isSubject = anyOf(subjects, compileSubject);
  const isResource = anyOf(resourceRules, compileResourceRule);
  const isPath = anyOf(nonResourceRules, (rule): Test<RequestInfo> => {
    const isVerb = oneOf(rule.verbs);
    const isUrl = anyOf(rule.nonResourceURLs, compileUrl);
    return ({ verb, path }) => isVerb(verb) && isUrl(path);
  });
  return (info, user) => isSubject(user) && (info.isResource ? isResource(info) : isPath(info));
}

/**
 * Optimized for lists with one item, because every request is compared with several schemas and most lists
 * have one.
 */
function anyOf<T, V>(list: List<T>, compile: (item: T) => Test<V>): Test<V> {
  const tests = (list ?? []).map(compile);
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return (value) => {
    for (const test of tests) if (test(value)) return true;
    return false;
  };
}

/** Matches names. `*` matches all names only if it is alone in its list. */
function oneOf(names: List<string>): Test<string> {
  if (names?.length === 1 && names[0] === "*") return () => true;
  const set = new Set(names);
  return (name) => set.has(name);
}

function compileResourceRule(rule: ResourcePolicyRule): Test<RequestInfo> {
  const isVerb = oneOf(rule.verbs);
  const isGroup = oneOf(rule.apiGroups);
  const isResource = oneOf(rule.resources);
  const isNamespace = oneOf(rule.namespaces);
  return ({ verb, group, resource, subresource, namespace }) =>
    isVerb(verb) &&
    isResource(subresource === "" ? resource : `${resource}/${subresource}`) &&
    isGroup(group) &&
    (namespace === "" ? rule.clusterScope === true : isNamespace(namespace));
}

/** Matches a path, all paths below it, or all paths with the prefix before `/*`. */
function compileUrl(url: string): Test<string> {
  if (url === "*") return () => true;
  const start = url.replace(/\*$/, "");
  const prefix = start.endsWith("/") ? start : `${start}/`;
  return (path) => path === url || path.startsWith(prefix);
}

function compileSubject({ kind, user, group, serviceAccount }: Subject): Test<UserInfo> {
  if (kind === "User" && user !== undefined)
    return ({ username }) => user.name === "*" || user.name === username;
  if (kind === "Group" && group !== undefined)
    return ({ groups }) => group.name === "*" || groups.includes(group.name ?? "");
  if (kind !== "ServiceAccount" || serviceAccount === undefined) return () => false;
  const namespace = `system:serviceaccount:${serviceAccount.namespace}:`;
  return serviceAccount.name === "*"
    ? ({ username }) => username.startsWith(namespace)
    : ({ username }) => username === `${namespace}${serviceAccount.name}`;
}
