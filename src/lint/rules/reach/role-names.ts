import { distance, nearest } from "../../../explain/near.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import { records, texts } from "../../../json/value.ts";
import type { FoundKind, Registry } from "../../../resources/registry.ts";
import { subresourcesIn } from "../../../resources/subresources-in.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Verbs of the API server, and those that its plugins and controllers ask about. */
const VERBS = [
  ...["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"],
  ...["impersonate", "bind", "escalate", "approve", "sign", "attest", "use"],
];

/** A rule that names what does not exist gives no right. */
export const roleNames: Rule = {
  id: "role-name",
  severity: "warning",
  summary:
    "A rule of a Role names a group, a resource or a verb that does not exist, and one with nearly its name does",
  check: (model) =>
    [...model.of("Role"), ...model.of("ClusterRole")].flatMap((of) => problemsOf(of, model.registry)),
};

function problemsOf(of: Manifest, registry: Registry): Problem[] {
  const problem = (path: Problem["path"], what: string, instead: string): Problem => ({
    of,
    path,
    message: `${what}: the rule gives no right to it`,
    fix: `write ${instead}`,
  });
  return records(of.object.rules).flatMap((rule, index) => {
    const groups = texts(rule.apiGroups);
    const found: Problem[] = [];
    for (const [i, group] of groups.entries()) {
      const meant = groupMeant(group, registry);
      if (meant !== undefined)
        found.push(
          problem(["rules", index, "apiGroups", i], `there is no API group ${group}`, JSON.stringify(meant)),
        );
    }
    for (const [i, resource] of texts(rule.resources).entries()) {
      const meant = resourceMeant(resource, groups, registry);
      if (meant !== undefined)
        found.push(problem(["rules", index, "resources", i], `${groupsText(groups)} no ${resource}`, meant));
    }
    for (const [i, verb] of texts(rule.verbs).entries()) {
      const meant = VERBS.includes(verb) ? undefined : nearest(verb, VERBS);
      if (meant !== undefined)
        found.push(problem(["rules", index, "verbs", i], `there is no verb ${verb}`, meant));
    }
    return found;
  });
}

/** The group that is meant by one with a version, or by another name of the core group. */
function groupMeant(group: string, registry: Registry): string | undefined {
  if (group === "core" || /^v\d/.test(group)) return "";
  const [name = "", version] = group.split("/");
  return version !== undefined && registry.group(name) !== undefined ? name : undefined;
}

/** The resource that is meant, if none of the groups has this one. Groups that the API server does not know have any resources. */
function resourceMeant(resource: string, groups: readonly string[], registry: Registry): string | undefined {
  const [name = "", subresource] = resource.split("/");
  const kinds = groups.map((group) => kindsOf(group, registry));
  if (name === "" || name.includes("*") || groups.length === 0 || kinds.some((one) => one.length === 0))
    return undefined;
  const all = kinds.flat();
  const own = all.filter(({ kind }) => kind.plural === name);
  if (own.length > 0) return subresource === undefined ? undefined : partMeant(name, subresource, own);
  const isClosed = all.every(({ resource: { custom } }) => !custom);
  const near = nearest(
    name,
    all.map(({ kind }) => kind.plural),
  );
  // The definition of another kind of a project can be elsewhere.
  if (near !== undefined && (isClosed || distance(name, near, 1) <= 1))
    return subresource === undefined ? near : `${near}/${subresource}`;
  const homes = registry.groups.filter((group) =>
    kindsOf(group.name, registry).some(({ kind }) => kind.plural === name),
  );
  const [home] = homes;
  return isClosed && home !== undefined && homes.length === 1
    ? `it into a rule with the group ${JSON.stringify(home.name)}`
    : undefined;
}

const kindsOf = (group: string, registry: Registry): readonly FoundKind[] =>
  (registry.group(group)?.versions ?? []).flatMap(({ resources }) => resources);

/** Subresources that only authorizers ask about: of the kubelet, and of the plugin OwnerReferencesPermissionEnforcement. */
const isVirtual = (name: string, subresource: string): boolean =>
  name === "nodes" || subresource === "finalizers";

function partMeant(name: string, subresource: string, own: readonly FoundKind[]): string | undefined {
  const parts = own.flatMap((found) => subresourcesIn(found).map((one) => one.name));
  const isKnown = parts.includes(subresource) || isVirtual(name, subresource);
  const near = isKnown ? undefined : nearest(subresource, parts);
  return near === undefined ? undefined : `${name}/${near}`;
}

const groupsText = (groups: readonly string[]): string =>
  groups.length === 1 ? `${groups[0] === "" ? "the core group" : groups[0]} has` : "these groups have";
