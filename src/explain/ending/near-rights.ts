import type { KubeObject } from "../../api/meta.ts";
import { equal } from "../../json/equal.ts";
import { type JsonObject, record, records, text, texts } from "../../json/value.ts";
import { fewOf } from "../../report/few-of.ts";
import { isNear, nearest } from "../near.ts";
import { type Path, placeIn, type Source, type Sources, valueAt } from "../sources.ts";
import type { World } from "../world.ts";
import type { Refusal } from "./refusal.ts";
import { rulesBeside, withoutAccount } from "./role-hints.ts";
import { type AskedRight, differences, fullName, rulesOf } from "./rule-differences.ts";

/** The part of a role or binding that nearly allows a request. */
interface NearRight {
  readonly message: string;
  readonly of: string;
  readonly at: string;
}

type Asked = NonNullable<Refusal["context"]>;

/** The roles, and where they were written. */
export type RoleWorld = Pick<World, "ownManifests" | "rights" | "sources">;

interface AskedBy {
  readonly info: AskedRight;
  readonly user: Asked["user"];
}

/** Finds a role or binding that allows a request except for one part of it; undefined if there is none. */
export function nearRight({ info, user }: AskedBy, world: RoleWorld): NearRight | undefined {
  // A reader of a server's requests need not have the right to read its roles.
  if (!world.ownManifests || !info.isResource || info.resource === "") return undefined;
  const bound = bindings(world).filter((one) => one.subjects.some((subject) => isUser(subject, one, user)));
  const here = bound.filter(({ home }) => home === "" || home === info.namespace);
  return (
    missingRole(here, world) ??
    notGathered(rolesOf(here, world), info, world) ??
    nearRule(here, info, world) ??
    elsewhere(bound, info, world) ??
    otherSubject(info, user, world) ??
    ownRole(here, info, user, world)
  );
}

/** Returns the role in the manifests to which a user is bound, for rights that it may not give; undefined if there is none. */
export function givingRole({ info, user }: AskedBy, world: RoleWorld): NearRight | undefined {
  if (!world.ownManifests) return undefined;
  const bound = bindings(world).filter((one) => one.subjects.some((subject) => isUser(subject, one, user)));
  const role = rolesOf(
    bound.filter(({ home }) => home === "" || home === info.namespace),
    world,
  ).at(0);
  return role && near(`${nameOf(role)} is what ${user.username} has`, role, ["rules"], world);
}

/** The roles of a user have no rule that is similar to the request, or it has no role. */
function ownRole(
  here: readonly Binding[],
  info: AskedRight,
  user: Asked["user"],
  world: RoleWorld,
): NearRight | undefined {
  const { username = "" } = user;
  const { group, resource, namespace } = info;
  const [role, ...more] = rolesOf(here, world);
  const what = `${resource}${group === "" ? "" : `.${group}`}`;
  if (role === undefined) {
    const where = namespace === "" ? "for the whole cluster" : `in ${namespace}`;
    const message = `no binding among the manifests gives ${username} a role ${where}`;
    const others = otherHolders(info, world);
    return others === undefined
      ? { message, of: "", at: "" }
      : { ...others, message: `${message}; ${others.message}${withoutAccount(username, world.sources)}` };
  }
  const others = more.length === 0 ? "" : `, nor has ${more.map(nameOf).join(", ")}`;
  const beside = rulesBeside(role.kind, role.object.metadata.name ?? "", world.sources);
  return near(
    `${nameOf(role)}, to which ${username} is bound, has no rule for ${what}${others}${beside === undefined ? "" : `: its rules are below ${beside}, where the server does not read them`}`,
    role,
    [...(beside === undefined ? [] : [beside]), "rules"],
    world,
  );
}

/** A role in the manifests that gives the right, and that the aggregationRule of a role does not select. */
function notGathered(
  roles: readonly RoleOf[],
  info: AskedRight,
  { sources }: RoleWorld,
): NearRight | undefined {
  const gathering = roles.find(({ object }) => object.aggregationRule !== undefined);
  if (gathering === undefined || allows(gathering.object, info)) return undefined;
  for (const source of clusterRoles(sources)) {
    const { name, labels } = record(source.object.metadata);
    const isAbout = rulesOf(source.object).some(({ resources }) => texts(resources).includes(fullName(info)));
    if (!isAbout || !allows(source.object, info)) continue;
    const has = Object.entries(record(labels)).map(([key, value]) => `${key}=${text(value)}`);
    const message = `ClusterRole ${text(name)} gives this right, but ${gathering.object.metadata.name} does not gather it${wanted(gathering, sources)}: it has ${has.length === 0 ? "no labels" : `the labels ${fewOf(has, MOST_SUBJECTS)}`}`;
    return { message, of: `ClusterRole/${text(name)}`, at: placeIn(source, ["metadata", "labels"]) };
  }
  return undefined;
}

/** The labels that a role gathers, with their place. */
function wanted({ object }: RoleOf, sources: Sources): string {
  const path = ["aggregationRule", "clusterRoleSelectors"];
  const source = sources.find("ClusterRole", object.metadata.name ?? "");
  const selectors = records(valueAt(source?.object, path));
  const labels = selectors.flatMap(({ matchLabels }) => Object.entries(record(matchLabels)));
  const told = labels.map(([key, value]) => `${key}=${text(value)}`);
  return told.length === 0 ? "" : ` (it wants ${fewOf(told, MOST_SUBJECTS)}, ${placeIn(source, path)})`;
}

const clusterRoles = (sources: Sources): Source[] =>
  (sources.names?.("ClusterRole") ?? []).flatMap((name) => sources.find("ClusterRole", name) ?? []);

/** A binding in the manifests that gives the right to others; undefined if there is none. */
function otherHolders(info: AskedRight, world: RoleWorld): NearRight | undefined {
  const found = bindings(world).find(
    (one) =>
      (one.home === "" || one.home === info.namespace) &&
      world.sources.find(one.kind, one.object.metadata.name ?? "") !== undefined &&
      allows(roleOf(one, world), info),
  );
  if (found === undefined) return undefined;
  const names = found.subjects.map(({ kind, name }) => `${text(kind)} ${text(name)}`);
  const whom = names.length === 0 ? "no user: it has no subjects" : `${fewOf(names, MOST_SUBJECTS)} only`;
  return near(`${nameOf(found)} gives this right to ${whom}`, found, ["subjects"], world);
}

const MOST_SUBJECTS = 3;

/** The roles in manifests, without those of every server. */
function rolesOf(bound: readonly Binding[], world: RoleWorld): RoleOf[] {
  const roles = bound.flatMap((binding): RoleOf[] => {
    const object = roleOf(binding, world);
    const { kind } = binding.role;
    const isOwn = object !== undefined && world.sources.find(kind, object.metadata.name ?? "") !== undefined;
    return isOwn ? [{ kind, home: object.metadata.namespace ?? "", object }] : [];
  });
  return [...new Map(roles.map((one) => [nameOf(one), one])).values()];
}

type RoleOf = Pick<Binding, "kind" | "home" | "object">;

interface Binding {
  readonly object: KubeObject;
  readonly kind: string;
  /** Namespace in which the binding gives rights; empty: in all. */
  readonly home: string;
  readonly subjects: readonly JsonObject[];
  readonly role: { readonly kind: string; readonly name: string };
}

function bindings({ rights }: RoleWorld): Binding[] {
  const read = (kind: string, object: KubeObject): Binding => {
    const role = record(object.roleRef);
    return {
      object,
      kind,
      home: object.metadata.namespace ?? "",
      subjects: records(object.subjects),
      role: { kind: text(role.kind), name: text(role.name) },
    };
  };
  return [
    ...rights.clusterRoleBindings().map((one) => read("ClusterRoleBinding", one)),
    ...rights.roleBindings().map((one) => read("RoleBinding", one)),
  ];
}

const roleOf = ({ role, home }: Binding, { rights }: RoleWorld): KubeObject | undefined =>
  role.kind === "ClusterRole" ? rights.clusterRole(role.name) : rights.role(home, role.name);

function isUser(
  { kind, name, namespace }: JsonObject,
  { home }: Binding,
  { username = "", groups = [] }: Asked["user"],
) {
  if (kind === "User") return username === name;
  if (kind === "Group") return groups.includes(text(name));
  return username === `system:serviceaccount:${text(namespace) || home}:${text(name)}`;
}

/** A binding to a role that does not exist. */
function missingRole(all: readonly Binding[], world: RoleWorld): NearRight | undefined {
  const found = all.find((one) => roleOf(one, world) === undefined);
  if (found === undefined) return undefined;
  const what =
    found.role.kind === "Role" ? `Role ${found.home}/${found.role.name}` : `ClusterRole ${found.role.name}`;
  const { kind, name } = found.role;
  const other = kind === "Role" ? "ClusterRole" : "Role";
  const meant = nearest(name, world.sources.names?.(kind) ?? []);
  const hint =
    meant !== undefined
      ? ` ("${meant}" is probably meant)`
      : world.sources.find(other, name) === undefined
        ? ""
        : ` (there is a ${other} of that name)`;
  return near(`${nameOf(found)} names the ${what}, which does not exist${hint}`, found, ["roleRef"], world);
}

/** A rule of the user that lacks one part. One that has the resource itself is nearer than one with a similar resource. */
function nearRule(all: readonly Binding[], info: AskedRight, world: RoleWorld): NearRight | undefined {
  const found = all.flatMap((binding) => {
    const role = roleOf(binding, world);
    return rulesOf(role).flatMap((rule, index) => {
      const [only, ...more] = differences(rule, info);
      if (role === undefined || only === undefined || more.length > 0) return [];
      const isOwn = texts(rule.resources).includes(fullName(info));
      const whose = `${binding.role.kind} ${binding.role.name}`;
      return [{ isOwn, whose, ...only, index, holder: { kind: binding.role.kind, object: role } }];
    });
  });
  const first = found.find(({ isOwn }) => isOwn) ?? found[0];
  if (first === undefined) return undefined;
  const { whose, told, holder, index, part } = first;
  const gathered = gatheredFrom(holder.object, index, world.sources);
  return gathered === undefined
    ? near(`${whose} ${told}`, holder, ["rules", index, part], world)
    : {
        message: `${whose} ${told} (it gathers this rule of ClusterRole ${gathered.name})`,
        of: `ClusterRole/${gathered.name}`,
        at: placeIn(gathered.source, ["rules", gathered.index, part]),
      };
}

/** The place in the manifests of a rule that a role has gathered; undefined for a role with rules of its own. */
function gatheredFrom(role: KubeObject, index: number, sources: Sources) {
  const rule = rulesOf(role)[index] ?? {};
  if (role.aggregationRule === undefined) return undefined;
  for (const source of clusterRoles(sources)) {
    const { name } = record(source.object.metadata);
    const at = rulesOf(source.object).findIndex((one) => equal(one, rule));
    if (at >= 0 && name !== role.metadata.name) return { source, name: text(name), index: at };
  }
  return undefined;
}

/** A binding in another namespace. */
function elsewhere(all: readonly Binding[], info: AskedRight, world: RoleWorld): NearRight | undefined {
  const found = all.find(
    (one) =>
      one.home !== "" &&
      one.home !== info.namespace &&
      allows(roleOf(one, world) ?? roleOf({ ...one, home: info.namespace }, world), info),
  );
  if (found === undefined) return undefined;
  const where = info.namespace === "" ? "for the whole cluster" : `in ${info.namespace}`;
  const message = `${nameOf(found)} gives this right in the namespace ${found.home} only, and it is needed ${where}`;
  const own = otherNamespace(info.namespace, found.home, world.sources);
  return own === ""
    ? near(message, found, ["metadata", "namespace"], world)
    : { message: `${message}, ${own}`, of: "", at: "/metadata/namespace" };
}

/** Says that the request is in a namespace that no manifest declares, where another one is meant; empty if that is not known. */
function otherNamespace(namespace: string, home: string, sources: Sources): string {
  const declares = (name: string): boolean => sources.find("Namespace", name) !== undefined;
  if (namespace === "" || declares(namespace) || !declares(home)) return "";
  if (namespace === "default") return "the namespace of a request without metadata.namespace";
  return isNear(namespace, home) ? `which is not among the manifests: "${home}" is probably meant` : "";
}

const allows = (role: JsonObject | KubeObject | undefined, info: AskedRight): boolean =>
  rulesOf(role).some((rule) => differences(rule, info).length === 0);

/** A binding whose subject has nearly the name of the user. */
function otherSubject(info: AskedRight, user: Asked["user"], world: RoleWorld): NearRight | undefined {
  const { username = "", groups = [] } = user;
  const last = username.split(":").at(-1) ?? "";
  for (const one of bindings(world)) {
    if ((one.home !== "" && one.home !== info.namespace) || !allows(roleOf(one, world), info)) continue;
    for (const [index, subject] of one.subjects.entries()) {
      const [kind, name] = [text(subject.kind), text(subject.name)];
      const meant = groups.includes(name) ? "Group" : name === username ? "User" : kind;
      const similar = nearest(name, kind === "Group" ? groups : [last]);
      if (meant === kind && name !== last && similar === undefined) continue;
      const home = kind === "ServiceAccount" ? `${text(subject.namespace) || one.home}/` : "";
      const group = kind === "Group" && similar !== undefined ? ` in the group ${similar}` : "";
      const hint = meant === kind ? group : `, and ${name} is a ${meant} (kind: ${meant})`;
      const message = `${nameOf(one)} gives this right to ${kind} ${home}${name}, and the request is of ${username}${hint}`;
      return near(message, one, ["subjects", index], world);
    }
  }
  return undefined;
}

const nameOf = ({ kind, home, object }: RoleOf): string =>
  `${kind} ${home === "" ? "" : `${home}/`}${object.metadata.name}`;

function near(
  message: string,
  { kind, object }: Pick<Binding, "kind" | "object">,
  path: Path,
  { sources }: RoleWorld,
): NearRight {
  const name = object.metadata.name ?? "";
  return { message, of: `${kind}/${name}`, at: placeIn(sources.find(kind, name), path) };
}
