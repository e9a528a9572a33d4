import { collectErrors, type FieldReport } from "../../api/field-path.ts";
import type { Json } from "../../api/json.ts";
import {
  dns1123SubdomainProblems,
  nameIsPathSegment,
  pathSegmentNameProblems,
} from "../../api/name-format.ts";
import { checkLabelSelector, type LabelSelectorLike } from "../../api/validate-label-selector.ts";
import { strategy } from "../define/strategy.ts";
import { checksThenCompares } from "../define/update-order.ts";
import type { Strategy } from "../kind.ts";
import { trySelector } from "../kinds/shared/workload/workload.ts";
import { deepEqual } from "../machine/values/deep-equal.ts";
import { withKubeFinalizers } from "./kube-finalizers.ts";

const GROUP = "rbac.authorization.k8s.io";

interface Role {
  readonly rules?: readonly PolicyRule[] | null;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelectorLike[] };
}

interface PolicyRule {
  readonly verbs?: readonly string[] | null;
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

interface Binding {
  readonly roleRef?: { readonly apiGroup?: string; readonly kind?: string; readonly name?: string };
  readonly subjects?: readonly Subject[];
}

interface Subject {
  readonly kind?: string;
  readonly apiGroup?: string;
  readonly name?: string;
  readonly namespace?: string;
}

function checkRules({ rules }: Role, namespaced: boolean, at: FieldReport): void {
  rules?.forEach((rule, i) => {
    checkRule(rule, namespaced, at.child("rules").index(i));
  });
}

function checkRule(rule: PolicyRule, namespaced: boolean, at: FieldReport): void {
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  at.require("verbs", rule.verbs, "verbs must contain at least one value");
  const urls = at.child("nonResourceURLs");
  if (nonResourceURLs.length === 0) {
    at.require("apiGroups", apiGroups, "resource rules must supply at least one api group");
    at.require("resources", resources, "resource rules must supply at least one resource");
    return;
  }
  if (namespaced) urls.invalid(nonResourceURLs, "namespaced rules cannot apply to non-resource URLs");
  if (apiGroups.length + resources.length + resourceNames.length > 0) {
    urls.invalid(nonResourceURLs, "rules cannot apply to both regular resources and non-resource URLs");
  }
}

function checkClusterRole(role: Role, old: Role | undefined, at: FieldReport): void {
  checkRules(role, false, at);
  if (role.aggregationRule === undefined) return;
  const { clusterRoleSelectors: selectors = [] } = role.aggregationRule;
  const rule = at.child("aggregationRule");
  const wanted = "at least one clusterRoleSelector required if aggregationRule is non-nil";
  rule.require("clusterRoleSelectors", selectors, wanted);
  const allowInvalidValues = old?.aggregationRule?.clusterRoleSelectors?.some(isInvalidSelector) ?? false;
  selectors.forEach((selector, i) => {
    const path = rule.child("clusterRoleSelectors").index(i);
    checkLabelSelector(selector, path, { allowInvalidValues });
    if (trySelector(selector) === undefined) path.invalid(null, "invalid label selector.");
  });
}

const isInvalidSelector = (selector: LabelSelectorLike): boolean =>
  collectErrors("", (at) => checkLabelSelector(selector, at)).length > 0;

/** `kinds`: of roles that may be bound. */
function checkBinding({ roleRef = {}, subjects }: Binding, kinds: readonly string[], at: FieldReport): void {
  const ref = at.child("roleRef");
  ref.supportsText("apiGroup", roleRef.apiGroup ?? "", [GROUP]);
  ref.supportsText("kind", roleRef.kind ?? "", kinds);
  ref.requireFormat("name", roleRef.name, pathSegmentNameProblems);
  subjects?.forEach((subject, i) => {
    checkSubject(subject, kinds.includes("Role"), at.child("subjects").index(i));
  });
}

function checkSubject(subject: Subject, namespaced: boolean, at: FieldReport): void {
  const { kind = "", apiGroup = "", name } = subject;
  at.require("name", name);
  if (kind === "ServiceAccount") {
    at.checkIfSet("name", name, dns1123SubdomainProblems);
    at.supportsText("apiGroup", apiGroup, [""]);
    if (!namespaced) at.require("namespace", subject.namespace);
  } else if (kind === "User" || kind === "Group") at.supportsText("apiGroup", apiGroup, [GROUP]);
  else at.child("kind").notSupportedText(kind, ["ServiceAccount", "User", "Group"]);
}

function checkSameRole({ roleRef = {} }: Binding, old: Binding, at: FieldReport): void {
  if (deepEqual(roleRef as Json, (old.roleRef ?? {}) as Json)) return;
  const { apiGroup = "", kind = "", name = "" } = roleRef;
  // Go's names: the reference prints a type that has no JSON names.
  at.child("roleRef").invalid({ APIGroup: apiGroup, Kind: kind, Name: name }, "cannot change roleRef");
}

function rbac<T>(...checks: Parameters<typeof checksThenCompares<T>>): Strategy {
  return strategy({
    nameProblems: nameIsPathSegment,
    allowCreateOnUpdate: true,
    ...checksThenCompares(...checks),
  });
}

const binding = (kinds: readonly string[]): Strategy =>
  rbac<Binding>((object, _old, at) => checkBinding(object, kinds, at), checkSameRole);

export const rbacStrategies: ReadonlyMap<string, Strategy> = withKubeFinalizers([
  [`${GROUP}/roles`, rbac<Role>((role, _old, at) => checkRules(role, true, at))],
  [`${GROUP}/clusterroles`, rbac<Role>(checkClusterRole)],
  [`${GROUP}/rolebindings`, binding(["Role", "ClusterRole"])],
  [`${GROUP}/clusterrolebindings`, binding(["ClusterRole"])],
]);
