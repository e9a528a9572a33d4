import type { KubeObject } from "../../api/meta.ts";
import { byName } from "../../api/object/kube-object.ts";
import { compileLabelSelector } from "../../api/selectors/label-selector.ts";
import { equal } from "../../json/equal.ts";
import { type Json, type JsonObject, membersOf } from "../../json/value.ts";
import type { ApiClient } from "../base/api-client.ts";
import type { Controller } from "../base/controller.ts";

const RULES = "/apis/rbac.authorization.k8s.io/v1/clusterroles";

/**
 * Controller of ClusterRoles with an aggregationRule: they get the rules of all ClusterRoles that their
 * selectors select, in the order of names, without duplicates.
 */
export const clusterRoleAggregation: Controller = {
  name: "clusterrole-aggregation-controller",
  alias: "clusterrole-aggregation",
  kinds: ["rbac.authorization.k8s.io/v1/ClusterRole"],
  start({ api, queue }) {
    const roles = new Map<string, KubeObject>();
    const gathering = new Set<string>();
    const work = queue(async (name) => {
      const role = roles.get(name);
      return role === undefined || gather(api, role, [...roles.values()]);
    });
    return ({ object, deleted }) => {
      const { name = "" } = object.metadata;
      if (deleted) roles.delete(name);
      else roles.set(name, object);
      if (!deleted && selectorsOf(object).length > 0) gathering.add(name);
      else gathering.delete(name);
      for (const one of gathering) work.add(one);
    };
  },
};

function selectorsOf(role: KubeObject): readonly Json[] {
  const { clusterRoleSelectors = [] } = membersOf<{ clusterRoleSelectors?: Json[] }>(role.aggregationRule);
  return clusterRoleSelectors;
}

async function gather(api: ApiClient, role: KubeObject, all: readonly KubeObject[]): Promise<boolean> {
  const name = role.metadata.name ?? "";
  const others = all.filter((other) => other.metadata.name !== name).sort(byName);
  const rules: Json[] = [];
  for (const selector of selectorsOf(role)) {
    const { matches } = compileLabelSelector(selector);
    for (const rule of others.filter(({ metadata }) => matches(metadata.labels)).flatMap(rulesOf))
      if (!rules.some((known) => equal(known, rule))) rules.push(rule);
  }
  if (equal(rules, role.rules ?? [])) return true;
  const apply = { apiVersion: role.apiVersion ?? "", kind: role.kind ?? "", metadata: { name }, rules };
  const query = "fieldManager=clusterrole-aggregation-controller&force=true";
  const { status } = await api.patch(
    "apply",
    `${RULES}/${encodeURIComponent(name)}?${query}`,
    apply as JsonObject,
  );
  return status === 200 || status === 404;
}

const rulesOf = ({ rules }: KubeObject): readonly Json[] => (Array.isArray(rules) ? rules : []);
