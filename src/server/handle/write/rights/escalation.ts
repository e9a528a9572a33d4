import type { KubeObject, UserInfo } from "../../../../api/meta.ts";
import { badRequest, forbidden, notFound, plainError, type StatusError } from "../../../../api/status.ts";
import { aggregate } from "../../../../api/validation/field-error.ts";
import { quote } from "../../../../go/quote.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import { membersOf } from "../../../../json/value.ts";
import type { PolicyRule, RoleRef } from "../../../../types/tables/rbac/v1-types.ts";
import { askedOfResource } from "../../../authorize/attributes.ts";
import { type Authorizer, isSuperuser } from "../../../authorize/authorize.ts";
import { type RbacLookup, rulesFor, rulesOf } from "../../../authorize/rbac.ts";
import { missingRights } from "../../../authorize/rule-cover.ts";
import type { Target } from "../../target.ts";
import { nameParameterProblem } from "../../target.ts";
import type { WriteGuard } from "../writes.ts";

const GROUP = "rbac.authorization.k8s.io";

const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

/**
 * Returns the guards that prevent escalation: a user who writes a role needs all its rights or the verb
 * `escalate`, a user who binds one all its rights or the verb `bind`
 * (kubernetes/pkg/registry/rbac/validation/rule.go, ConfirmNoEscalation). By `group/plural`.
 */
export function escalationGuards(lookup: RbacLookup, authorize: Authorizer): ReadonlyMap<string, WriteGuard> {
  const role = roleGuard(lookup, authorize);
  const binding = bindingGuard(lookup, authorize);
  return new Map([
    [`${GROUP}/roles`, role],
    [`${GROUP}/clusterroles`, role],
    [`${GROUP}/rolebindings`, binding],
    [`${GROUP}/clusterrolebindings`, binding],
  ]);
}

function roleGuard(lookup: RbacLookup, authorize: Authorizer): WriteGuard {
  return async ({ user, info }, target, role, old) => {
    if (isSuperuser(user) || (await mayEscalate())) return;
    if (old !== undefined && onlyCollectorFieldsDiffer(role, old)) return;
    const refuse = (why: string): StatusError =>
      forbidden({ group: GROUP, resource: target.resource.plural }, role.metadata.name ?? "", why);
    const problem = escalation(lookup, user, target, rulesOf(role));
    if (problem !== undefined) throw refuse(problem);
    // An aggregated role can collect any right, and loses the collected ones when its rule is removed.
    if (!aggregates(role) && !aggregates(old)) return;
    if (escalation(lookup, user, target, EVERYTHING) !== undefined)
      throw refuse("must have cluster-admin privileges to use the aggregationRule");

    async function mayEscalate(): Promise<boolean> {
      const { resource, namespace } = target;
      const asked = { group: GROUP, version: "*", resource: resource.plural, namespace, name: info.name };
      return (await authorize(askedOfResource(user, "escalate", asked))).decision === "allow";
    }
  };
}

function bindingGuard(lookup: RbacLookup, authorize: Authorizer): WriteGuard {
  return async ({ user }, target, binding, old) => {
    if (isSuperuser(user)) return;
    if (old !== undefined && onlyCollectorFieldsDiffer(binding, old)) return;
    if (target.resource.namespaced && target.namespace === "") throw badRequest("namespace is required");
    const ref = membersOf<RoleRef>(binding.roleRef);
    if (await mayBind(authorize, user, ref, target.namespace)) return;
    const rules = boundRules(lookup, ref, target);
    const problem = escalation(lookup, user, target, rules);
    if (problem === undefined) return;
    throw forbidden({ group: GROUP, resource: target.resource.plural }, binding.metadata.name ?? "", problem);
  };
}

/** True if the user has the verb `bind`, in the namespace of the binding and not of the role. */
async function mayBind(
  authorize: Authorizer,
  user: UserInfo,
  ref: RoleRef,
  namespace: string,
): Promise<boolean> {
  if (ref.kind !== "ClusterRole" && ref.kind !== "Role") return false;
  const resource = ref.kind === "Role" ? "roles" : "clusterroles";
  const asked = { group: ref.apiGroup ?? "", version: "*", resource, namespace, name: ref.name ?? "" };
  return (await authorize(askedOfResource(user, "bind", asked))).decision === "allow";
}

/**
 * Returns the rules of the bound role. The 404 names the resource of the request instead of the role's, as in
 * the reference.
 */
function boundRules(
  lookup: RbacLookup,
  { kind = "", name = "" }: RoleRef,
  { resource, namespace }: Target,
): readonly PolicyRule[] {
  if (kind !== "Role" && kind !== "ClusterRole")
    throw plainError(`unsupported role reference kind: ${quote(kind)}`);
  const problem = keyProblem(kind, namespace, name);
  if (problem !== undefined) throw badRequest(problem);
  const role = kind === "Role" ? lookup.role(namespace, name) : lookup.clusterRole(name);
  if (role === undefined) throw notFound({ group: GROUP, resource: resource.plural }, name);
  return rulesOf(role);
}

/** Returns the reason why no such role can exist (apiserver, pkg/registry/generic/registry, NamespaceKeyFunc). */
function keyProblem(kind: "Role" | "ClusterRole", namespace: string, name: string): string | undefined {
  if (kind === "Role" && namespace === "") return "Namespace parameter required.";
  return nameParameterProblem(name);
}

/** Returns the reason why the user may not grant these rights; undefined if the user has them all. */
function escalation(
  lookup: RbacLookup,
  user: UserInfo,
  { namespace, resource }: Target,
  wanted: readonly PolicyRule[],
): string | undefined {
  const { rules, errors } = rulesFor(lookup, user, namespace, resource.plural);
  const missing = missingRights(rules, wanted);
  if (missing.length === 0) return undefined;
  const groups = user.groups.map(quote).join(" ");
  const unresolved = errors.length === 0 ? "" : `; resolution errors: [${aggregate(errors)}]`;
  return `user ${quote(user.username)} (groups=[${groups}]) is attempting to grant RBAC permissions not currently held:\n${missing.join("\n")}${unresolved}`;
}

/**
 * True if only fields of the garbage collector differ: it may change roles that it could not create. An empty
 * list instead of none is no change (kubernetes/pkg/registry/rbac/helpers.go, IsOnlyMutatingGCFields).
 */
function onlyCollectorFieldsDiffer(object: KubeObject, old: KubeObject): boolean {
  const { ownerReferences, finalizers, managedFields } = old.metadata;
  const metadata = { ...object.metadata, ownerReferences, finalizers, managedFields };
  return deepEqual({ ...object, metadata }, old);
}

function aggregates(role: KubeObject | undefined): boolean {
  const rule = role?.aggregationRule as { clusterRoleSelectors?: unknown[] } | undefined;
  return (rule?.clusterRoleSelectors ?? []).length > 0;
}
