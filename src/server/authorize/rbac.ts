import type { KubeObject, UserInfo } from "../../api/meta.ts";
import { aggregate } from "../../api/validation/field-error.ts";
import { quote } from "../../go/quote.ts";
import type { JsonObject } from "../../json/value.ts";
import type { PolicyRule } from "../../types/tables/rbac/v1-types.ts";
import type { AuthorizationAttributes } from "./attributes.ts";
import type { ImmediateAuthorizer } from "./authorize.ts";

interface Subject extends JsonObject {
  kind: string;
  name: string;
  namespace?: string;
}
interface RoleRef extends JsonObject {
  kind: string;
  name: string;
}

/** Source of roles and bindings. Views keep it up to date. */
export interface RbacLookup {
  role(namespace: string, name: string): KubeObject | undefined;
  clusterRole(name: string): KubeObject | undefined;
  roleBindings(namespace: string): readonly KubeObject[];
  clusterRoleBindings(): readonly KubeObject[];
}

/**
 * RBAC authorizer for the Roles and bindings in the store. It allows the requests that a binding grants, and
 * has no opinion about others.
 */
export function rbacAuthorizer(lookup: RbacLookup): ImmediateAuthorizer {
  return (attributes) => {
    const errors: string[] = [];
    for (const binding of lookup.clusterRoleBindings()) {
      const reason = grants(lookup, binding, "", attributes, errors);
      if (reason !== undefined) return { decision: "allow", reason };
    }
    if (attributes.namespace !== "") {
      for (const binding of lookup.roleBindings(attributes.namespace)) {
        const reason = grants(lookup, binding, attributes.namespace, attributes, errors);
        if (reason !== undefined) return { decision: "allow", reason };
      }
    }
    return { decision: "noOpinion", reason: errors.length === 0 ? "" : `RBAC: ${aggregate(errors)}` };
  };
}

/** All rules of a user in a namespace, and errors of rules that could not be read. */
export interface HeldRules {
  readonly rules: readonly PolicyRule[];
  /** `clusterrole.rbac.authorization.k8s.io "x" not found`. */
  readonly errors: readonly string[];
}

/**
 * Returns the rules of a user in a namespace. `missing` is the word for a missing role in errors, if it is
 * not `role` or `clusterrole`.
 */
export function rulesFor(lookup: RbacLookup, user: UserInfo, namespace: string, missing?: string): HeldRules {
  const errors: string[] = [];
  const bound = (binding: KubeObject, home: string): readonly PolicyRule[] => {
    if (!subjectsOf(binding).some((subject) => isSubject(subject, { user }, home))) return [];
    const ref = binding.roleRef as RoleRef;
    const role = roleOf(lookup, ref, home);
    if (role === undefined) errors.push(notFoundText(ref, missing));
    return role === undefined ? [] : rulesOf(role);
  };
  const rules = lookup.clusterRoleBindings().flatMap((binding) => bound(binding, ""));
  if (namespace === "") return { rules, errors };
  const local = lookup.roleBindings(namespace).flatMap((binding) => bound(binding, namespace));
  return { rules: [...rules, ...local], errors };
}

const roleOf = (lookup: RbacLookup, { kind, name }: RoleRef, home: string): KubeObject | undefined =>
  kind === "ClusterRole" ? lookup.clusterRole(name) : lookup.role(home, name);

const notFoundText = ({ kind, name }: RoleRef, noun = kind.toLowerCase()): string =>
  `${noun}.rbac.authorization.k8s.io ${quote(name)} not found`;

/** Returns the reason if this binding allows the request. For a missing role an error is added. */
function grants(
  lookup: RbacLookup,
  binding: KubeObject,
  namespace: string,
  attributes: AuthorizationAttributes,
  errors: string[],
): string | undefined {
  const subject = subjectsOf(binding).find((s) => isSubject(s, attributes, namespace));
  if (subject === undefined) return undefined;
  const ref = binding.roleRef as RoleRef;
  const role = roleOf(lookup, ref, namespace);
  if (role === undefined) {
    errors.push(notFoundText(ref));
    return undefined;
  }
  if (!rulesAllow(rulesOf(role), attributes)) return undefined;
  const name = binding.metadata.name ?? "";
  const place =
    namespace === "" ? `ClusterRoleBinding ${quote(name)}` : `RoleBinding ${quote(`${name}/${namespace}`)}`;
  return `RBAC: allowed by ${place} of ${ref.kind} ${quote(ref.name)} to ${describeSubject(subject, namespace)}`;
}

function describeSubject(subject: Subject, namespace: string): string {
  if (subject.kind !== "ServiceAccount") return `${subject.kind} ${quote(subject.name)}`;
  return `ServiceAccount ${quote(`${subject.name}/${subject.namespace || namespace}`)}`;
}

function isSubject(
  subject: Subject,
  { user }: Pick<AuthorizationAttributes, "user">,
  namespace: string,
): boolean {
  switch (subject.kind) {
    case "User":
      return user.username === subject.name;
    case "Group":
      return user.groups.includes(subject.name);
    case "ServiceAccount": {
      const home = subject.namespace || namespace;
      return home !== "" && user.username === `system:serviceaccount:${home}:${subject.name}`;
    }
    default:
      return false;
  }
}

/** Returns true if one of the rules allows a request. */
export const rulesAllow = (rules: readonly PolicyRule[], attributes: AuthorizationAttributes): boolean =>
  rules.some((rule) => ruleAllows(rule, attributes));

/** Returns true if a rule allows a request. `*` matches any value of its field. */
function ruleAllows(rule: PolicyRule, a: AuthorizationAttributes): boolean {
  if (!has(rule.verbs, a.verb)) return false;
  if (!a.isResource) return (rule.nonResourceURLs ?? []).some((url) => matchesUrl(url, a.path));
  return (
    has(rule.apiGroups, a.group) &&
    (rule.resources ?? []).some((r) => matchesResource(r, a.resource, a.subresource)) &&
    ((rule.resourceNames ?? []).length === 0 || (rule.resourceNames ?? []).includes(a.name))
  );
}

const has = (list: readonly string[] | null | undefined, value: string): boolean =>
  list?.some((entry) => entry === "*" || entry === value) ?? false;

/** Matches `pods`, `pods/log` or `*`. A star before the slash matches every resource with that subresource. */
function matchesResource(entry: string, resource: string, subresource: string): boolean {
  if (entry === "*") return true;
  const combined = subresource === "" ? resource : `${resource}/${subresource}`;
  return entry === combined || (subresource !== "" && entry === `*/${subresource}`);
}

function matchesUrl(url: string, path: string): boolean {
  return url === "*" || url === path || (url.endsWith("*") && path.startsWith(url.slice(0, -1)));
}

const subjectsOf = (binding: KubeObject): readonly Subject[] =>
  (binding.subjects as Subject[] | undefined) ?? [];
/** The rules of a Role or ClusterRole. */
export const rulesOf = (role: KubeObject): readonly PolicyRule[] =>
  (role.rules as PolicyRule[] | undefined) ?? [];
