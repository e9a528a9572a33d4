import type { KubeObject, UserInfo } from "../../api/meta.ts";
import { oncePerObject } from "../../async/once.ts";
import { membersOf } from "../../json/value.ts";
import { mandatoryFlowControl } from "../../resources/boot/flow-control.ts";
import type {
  FlowSchemaSpec,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from "../../types/tables/flowcontrol/v1-types.ts";
import type { RequestInfo } from "../accept/request-info.ts";
import { Flow } from "./flow.ts";
import type { PriorityLevel } from "./levels/priority-level.ts";
import type { FlowCounts } from "./queues/flow-counts.ts";

/** A flow schema, compiled. */
export interface Entry {
  readonly name: string;
  readonly precedence: number;
  readonly matches: MatchesSchema;
  readonly flow: Flow;
}

/** Lookups that the compilation of a schema needs. */
export interface SchemaParts {
  levelOf(name: string): PriorityLevel | undefined;
  countsOf(level: string, schema: string): FlowCounts;
}

const CATCH_ALL = "catch-all";

/**
 * Compiles schemas in the order in which they are tried: by precedence, then by name. A schema whose level
 * does not exist is ignored. The mandatory schemas always exist: `exempt` first, `catch-all` last.
 */
export function compileSchemas(schemas: readonly KubeObject[], parts: SchemaParts): readonly Entry[] {
  const entries = schemas.flatMap((schema) => compile(schema, parts));
  entries.sort((a, b) => a.precedence - b.precedence || (a.name < b.name ? -1 : 1));
  const missing = mandatoryFlowControl("FlowSchema").filter(
    ({ metadata }) => !entries.some(({ name }) => name === metadata.name),
  );
  const imagined = missing.flatMap((schema) => compile(schema, parts));
  return [
    ...imagined.filter(({ name }) => name !== CATCH_ALL),
    ...entries,
    ...imagined.filter(({ name }) => name === CATCH_ALL),
  ];
}

function compile(schema: KubeObject, { levelOf, countsOf }: SchemaParts): Entry[] {
  const { name = "", uid = "" } = schema.metadata;
  const spec = membersOf<FlowSchemaSpec>(schema.spec);
  const level = levelOf(spec.priorityLevelConfiguration?.name ?? "");
  if (level === undefined) return [];
  const { type } = spec.distinguisherMethod ?? {};
  const distinguisher = type === "ByUser" || type === "ByNamespace" ? type : undefined;
  const flow = new Flow(uid, level, countsOf(level.name, name), distinguisher);
  return [{ name, precedence: spec.matchingPrecedence ?? 0, matches: matcherOf(schema), flow }];
}

/**
 * Compiled matchers by state of a schema. They are kept so that a change of one of many schemas does not
 * compile all of them.
 */
const matcherOf: (schema: KubeObject) => MatchesSchema = oncePerObject(compileSchema);

/** Returns the flow of a request. A request that matches no schema belongs to `catch-all`. */
export function flowOf(entries: readonly Entry[], info: RequestInfo, user: UserInfo): Flow | undefined {
  for (const { matches, flow } of entries) if (matches(info, user)) return flow;
  return entries.find(({ name }) => name === CATCH_ALL)?.flow;
}

/** Returns true if a request belongs to a flow schema. */
type MatchesSchema = (info: RequestInfo, user: UserInfo) => boolean;

type Test<T> = (value: T) => boolean;

/** Lists that are always printed are null if they are empty. */
type List<T> = readonly T[] | null | undefined;

/**
 * Compiles a schema, once for each. Same rule as matchesFlowSchema in
 * k8s.io/apiserver/pkg/util/flowcontrol/rule.go.
 */
function compileSchema({ spec }: KubeObject): MatchesSchema {
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

/** Optimized for lists with one item: most have one, and every request meets several schemas. */
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
