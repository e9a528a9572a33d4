import type { KubeObject } from "../../api/meta.ts";
import { isKubeObject } from "../../api/object/kube-object.ts";
import { type JsonObject, record, records, text, texts } from "../../json/value.ts";
import type { Cause } from "../cause.ts";
import { givingRole, nearRight, type RoleWorld } from "../ending/near-rights.ts";
import { type Manifest, manifestSources } from "../offline/manifests.ts";
import { NO_RIGHT } from "./server/missing-right.ts";

const NOT_HELD =
  /user "([^"]{1,500})" .{0,2000}? is attempting to grant RBAC permissions not currently held/s;

/** Adds to a cause the role or binding among the manifests that nearly gives the right that the text of an error names. */
export function withRights(cause: Cause, message: string, manifests: readonly Manifest[]): Cause {
  const owner = ownersRole(message, manifests);
  if (owner !== undefined) return { ...cause, message: `${cause.message}; ${owner.message}`, at: owner.at };
  const world = roleWorld(manifests);
  if (world.rights.roleBindings().length + world.rights.clusterRoleBindings().length === 0) return cause;
  const [, user, verb = "", resource = "", subresource = "", group = "", namespace = ""] =
    NO_RIGHT.exec(message) ?? [];
  const info = { isResource: true, verb, group, resource, subresource, namespace, name: "" };
  const [, giver] = NOT_HELD.exec(message) ?? [];
  const near =
    user !== undefined
      ? nearRight({ info, user: userOf(user) }, world)
      : giver !== undefined
        ? givingRole({ info, user: userOf(giver) }, world)
        : undefined;
  return near === undefined
    ? cause
    : { ...cause, message: `${cause.message}; ${near.message}`, ...(near.at !== "" && { at: near.at }) };
}

/** The user, with the groups that every user and every service account has. */
function userOf(username: string) {
  const [, home] = /^system:serviceaccount:([^:]+):/.exec(username) ?? [];
  const own = home === undefined ? [] : ["system:serviceaccounts", `system:serviceaccounts:${home}`];
  return { username, groups: ["system:authenticated", ...own] };
}

function roleWorld(manifests: readonly Manifest[]): RoleWorld {
  const all = (kind: string): KubeObject[] =>
    manifests.flatMap(({ object }) => (object.kind === kind && isKubeObject(object) ? [object] : []));
  const named = (kind: string, name: string, namespace = ""): KubeObject | undefined =>
    all(kind).find(({ metadata }) => metadata.name === name && (metadata.namespace ?? "") === namespace);
  return {
    ownManifests: true,
    sources: manifestSources(manifests),
    rights: {
      role: (namespace, name) => named("Role", name, namespace),
      clusterRole: (name) => named("ClusterRole", name),
      roleBindings: () => all("RoleBinding"),
      clusterRoleBindings: () => all("ClusterRoleBinding"),
    },
  };
}

/** The only role among the manifests that lets the refused object be written, whose author needs a right to the owner. */
function ownersRole(message: string, manifests: readonly Manifest[]) {
  const [before = "", after] = message.split('" is forbidden: cannot set blockOwnerDeletion');
  const [resource = ""] = before.slice(0, before.lastIndexOf('"')).trim().split(" ").at(-1)?.split(".") ?? [];
  if (after === undefined) return undefined;
  const giving = manifests.filter(({ object }) => {
    const rules = /^(?:Cluster)?Role$/.test(text(object.kind)) ? records(object.rules) : [];
    return resource !== "" && rules.some((rule) => texts(rule.resources).includes(resource));
  });
  const [role] = giving;
  if (role === undefined || giving.length > 1) return undefined;
  const name = `${text(role.object.kind)} ${text(record(role.object.metadata).name)}`;
  const rules = records(role.object.rules);
  const all = new Set(rules.flatMap((rule) => texts(rule.resources)));
  const isOwner = (rule: JsonObject, one: string): boolean =>
    /^[a-z0-9]+$/.test(one) &&
    !all.has(`${one}/finalizers`) &&
    !all.has("*/finalizers") &&
    texts(rule.apiGroups).some((group) => group.includes(".") && !group.endsWith(".k8s.io"));
  const index = rules.findIndex((rule) => texts(rule.resources).some((one) => isOwner(rule, one)));
  const [lacking] = texts(rules[index]?.resources).filter((one) => isOwner(rules[index] ?? {}, one));
  const owned = lacking === undefined ? "" : `: it has ${lacking}, and not ${lacking}/finalizers`;
  const said = `${name} gives the right to write ${resource}, and has to give that to the finalizers of the owner, too${owned}`;
  return { message: said, at: role.line(index < 0 ? ["rules"] : ["rules", index]) };
}
