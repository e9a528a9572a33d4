import { isKubeObject } from "../../api/object/kube-object.ts";
import { compileLabelSelector } from "../../api/selectors/label-selector.ts";
import { equal } from "../../json/equal.ts";
import { isJsonObject, type Json, type JsonObject, record } from "../../json/value.ts";
import type { Ask } from "./ask.ts";

const ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
/** `admin` gathers `edit`, which gathers `view`. */
const LEVELS = 3;

/** Fills the ClusterRoles that gather the rules of others, such as `admin`, `edit` and `view`: no controller runs here. */
export async function gatherRoles(ask: Ask): Promise<void> {
  for (let level = 0; level < LEVELS; level++) {
    const { body } = await ask("GET", ROLES);
    const roles = Array.isArray(body.items) ? body.items.filter(isJsonObject) : [];
    const changed = roles.map((role) => gathered(role, roles)).filter((role) => role !== undefined);
    if (changed.length === 0) return;
    for (const role of changed)
      await ask("PUT", `${ROLES}/${encodeURIComponent(String(record(role.metadata).name))}`, role);
  }
}

/** The role with the rules of the roles that it selects; undefined if it has them already. */
function gathered(role: JsonObject, all: readonly JsonObject[]): JsonObject | undefined {
  const { clusterRoleSelectors } = record(role.aggregationRule);
  if (!Array.isArray(clusterRoleSelectors)) return undefined;
  const rules: Json[] = [];
  for (const selector of clusterRoleSelectors) {
    const { matches } = compileLabelSelector(selector);
    for (const other of all) {
      if (other === role || !isKubeObject(other) || !matches(other.metadata.labels)) continue;
      const own = Array.isArray(other.rules) ? other.rules : [];
      rules.push(...own.filter((rule) => !rules.some((known) => equal(known, rule))));
    }
  }
  const kind = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole" };
  return equal(rules, role.rules ?? []) ? undefined : { ...role, ...kind, rules };
}
