import { groupOf, parseGroupVersion } from "../../../api/group-version.ts";
import { type Json, type JsonObject, record, records, text } from "../../../json/value.ts";
import { productText } from "../../message/products/product-texts.ts";
import { pathOfKey } from "../../refused/told-paths.ts";
import type { Path } from "../../sources.ts";
import type { Manifest } from "../manifests.ts";
import { titleOf } from "../unserved.ts";
import { CONSTRAINTS, isNamedBy, MUTATORS, type Said } from "./constraint-notes.ts";

/**
 * Notes about the policies of Kyverno, Gatekeeper and Kubewarden among the manifests that a refusal in a namespace names, with their
 * places. Of several that it may mean by one name, none is said.
 */
export function namedPolicies(refusal: string, home: string, manifests: readonly Manifest[]): string[] {
  if (!refusal.includes(DENIED)) return [];
  const found = manifests.flatMap(({ object, line }) => {
    const { name, namespace = home } = record(object.metadata);
    const path = namespace === home ? pathNamed(object, refusal) : undefined;
    return path === undefined ? [] : [{ name, title: titleOf(object), at: line(path) }];
  });
  return found
    .filter(({ name, at }) => at !== "" && found.filter((one) => one.name === name).length === 1)
    .map(({ title, at }) => `the refusal names ${title} (${at})`);
}

const DENIED = " denied the request: ";

/** The part of a policy that a refusal is about: a rule, or the setting that its text names; undefined if it names another policy. */
function pathNamed(policy: JsonObject, refusal: string): Path | undefined {
  const { name, namespace } = record(policy.metadata);
  const own = text(name);
  switch (groupOf(policy)) {
    case CONSTRAINTS:
      return refusal.includes("gatekeeper") && refusal.replace(DENIED, "\n").includes(`\n[${own}] `)
        ? ["spec"]
        : undefined;
    case "kyverno.io": {
      const told = refusal.includes("kyverno") ? toldRules(refusal, own) : [];
      const rules = records(record(policy.spec).rules);
      const names = rules.map(({ name }) => text(name));
      // Kyverno makes rules for the kinds that have pods; old versions wrote them into the policy.
      const rule = told
        .map((one) => names.indexOf(names.includes(one) ? one : one.replace(/^autogen-(?:cronjob-)?/, "")))
        .find((index) => index >= 0);
      return rule === undefined ? undefined : ["spec", "rules", rule, ...quotedIn(rules[rule], refusal)];
    }
    case "policies.kubewarden.io": {
      const whole =
        policy.kind === "AdmissionPolicy" ? `namespaced-${text(namespace)}-${own}` : `clusterwide-${own}`;
      const isPolicy = /^(?:Cluster)?AdmissionPolicy$/.test(text(policy.kind));
      const { key = "" } = productText(refusal);
      return isPolicy && refusal.includes(` policy ${whole}. `)
        ? (pathOfKey(policy, key) ?? ["spec"])
        : undefined;
    }
    default:
      return undefined;
  }
}

/** The rules of a policy that a refusal by Kyverno names: `  RULE: reason` below the policy, or `policy POLICY rules [RULE: reason]`. */
export function toldRules(refusal: string, policy: string): string[] {
  const lines = refusal.split("\n");
  const from = lines.findIndex((line) => line.trimEnd() === `${policy}:`) + 1;
  const end = lines.findIndex((line, index) => index >= from && /^\S/.test(line));
  const [, inside = ""] = refusal.split(` policy ${policy} rules [`);
  const below = from === 0 ? [`  ${inside}`] : lines.slice(from, end < 0 ? lines.length : end);
  return below.flatMap((line) => /^ {2}([\w.-]{1,253}):/.exec(line)?.[1] ?? []);
}

/** The path of the longest path of a variable in a rule that a refusal has, too; empty if there is none, or at two places. */
function quotedIn(rule: Json | undefined, refusal: string): Path {
  const quoted = variablesIn(rule).filter(([one]) => refusal.includes(one));
  const [first, second] = quoted.sort(([a], [b]) => b.length - a.length);
  return first === undefined || first[0].length === second?.[0].length ? [] : first[1];
}

function variablesIn(value: Json | undefined, at: Path = []): [string, Path][] {
  if (typeof value === "string") return /^request\.\w+\./.test(value) ? [[value, at]] : [];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => variablesIn(inner, [...at, key]))
    : [];
}

/** Members of match and exclude of a rule of Kyverno, and of the resources in them (api/kyverno/v1 of Kyverno). */
const USERS = ["subjects", "roles", "clusterRoles"];
const FILTER: ReadonlySet<string> = new Set(["any", "all", "resources", ...USERS]);
const RESOURCES: ReadonlySet<string> = new Set([
  "kinds",
  "name",
  "names",
  "namespaces",
  "annotations",
  "selector",
  "namespaceSelector",
  "operations",
]);

/** Members that belong below a part of the spec: what holds them, and their names (the types of Gatekeeper and Kyverno). */
const MATCH = ["kinds", "namespaces", "excludedNamespaces", "labelSelector", "namespaceSelector", "scope"];
const HELD: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  [CONSTRAINTS]: ["spec.match", MATCH],
  [MUTATORS]: ["spec.match", MATCH],
  "kyverno.io": ["a rule of spec.rules", ["match", "exclude", "preconditions", "validate", "mutate"]],
};

/**
 * The members of a policy that Gatekeeper or Kyverno does not read: those that select, but are directly below spec, and unknown ones in
 * match and exclude of the rules of Kyverno.
 */
export function unreadFilters(policy: JsonObject): Said[] {
  const spec = record(policy.spec);
  const [holder, held] = HELD[groupOf(policy)] ?? ["", []];
  const misplaced = held
    .filter((key) => spec[key] !== undefined)
    .map((key) => ({ says: `spec.${key} is not read: it belongs into ${holder}`, path: ["spec", key] }));
  const inRules = records(spec.rules).flatMap((rule, index) =>
    ["match", "exclude"].flatMap((name) => unreadIn(record(rule[name]), ["spec", "rules", index, name])),
  );
  return [...misplaced, ...inRules];
}

function unreadIn(filter: JsonObject, at: Path): Said[] {
  const own = Object.keys(filter).flatMap((key) => unread(filter, key, FILTER, at));
  const { resources } = filter;
  const inside = Object.keys(record(resources)).flatMap((key) =>
    unread(record(resources), key, RESOURCES, [...at, "resources"]),
  );
  const parts = ["any", "all"].flatMap((name) =>
    records(filter[name]).flatMap((one, index) => unreadIn(one, [...at, name, index])),
  );
  return [...own, ...inside, ...parts];
}

function unread(holder: JsonObject, key: string, known: ReadonlySet<string>, at: Path): Said[] {
  const value = holder[key];
  if (known.has(key)) return [];
  // A text below a known name may be the value of a label.
  const inner = Object.entries(record(value)).find(
    ([one, its]) => RESOURCES.has(one) && typeof its !== "string",
  )?.[0];
  const meant = RESOURCES.has(key) ? key : inner;
  const where = [...at.slice(3), key].join(".").replaceAll(/\.(\d+)/g, "[$1]");
  const hint = meant === undefined ? "" : `: ${meant} belongs into resources itself`;
  return [{ says: `Kyverno does not read ${where}${hint}`, path: [...at, key] }];
}

const VERSION = /^(?:v\d+(?:(?:alpha|beta)\d+)?|\*)$/;

/** True if a selector of Kyverno, such as apps/v1/Deployment, names the kind of an object itself: Pod/exec is for a subresource. */
export function isSelected(selector: string, { apiVersion, kind }: JsonObject): boolean {
  const parts = selector.split("/");
  const [first = "", second = ""] = parts;
  const isPart = parts.length === 2 && first === "*" && second === second.toLowerCase();
  const isVersion = parts.length > 1 && VERSION.test(first) && !isPart;
  const before = isVersion ? ["*"] : parts.length < 3 ? ["*", "*"] : [];
  const wanted = parts.length > 3 ? parts : [...before, ...parts];
  const own = parseGroupVersion(text(apiVersion));
  return [own.group, own.version, text(kind), ""].every((one, index) => isNamedBy(wanted[index] ?? "", one));
}
