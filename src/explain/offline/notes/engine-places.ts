import { groupOf } from "../../../api/group-version.ts";
import { type JsonObject, record, records, text } from "../../../json/value.ts";
import { productText } from "../../message/products/product-texts.ts";
import { pathOfKey } from "../../refused/told-paths.ts";
import type { Path } from "../../sources.ts";
import type { Manifest } from "../manifests.ts";
import { titleOf } from "../unserved.ts";
import { CONSTRAINTS } from "./constraint-notes.ts";

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
      const told = refusal.includes("kyverno") ? linesBelow(refusal, own) : [];
      const rule = records(record(policy.spec).rules).findIndex((one) =>
        told.some((line) => line.startsWith(`  ${text(one.name)}:`)),
      );
      return rule < 0 ? undefined : ["spec", "rules", rule];
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

/** The lines of a refusal by Kyverno that are below that of a policy: `  RULE: reason`. */
function linesBelow(refusal: string, policy: string): string[] {
  const lines = refusal.split("\n");
  const from = lines.findIndex((line) => line.trimEnd() === `${policy}:`) + 1;
  const end = lines.findIndex((line, index) => index >= from && /^\S/.test(line));
  return from === 0 ? [] : lines.slice(from, end < 0 ? lines.length : end);
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

/** A member of a filter that Kyverno does not read, and its path in the policy. */
interface Unread {
  readonly says: string;
  readonly path: Path;
}

/** The members of match and exclude in the rules of a policy of Kyverno that it does not read, so that they select nothing. */
export const unreadFilters = ({ spec }: JsonObject): Unread[] =>
  records(record(spec).rules).flatMap((rule, index) =>
    ["match", "exclude"].flatMap((name) => unreadIn(record(rule[name]), ["spec", "rules", index, name])),
  );

function unreadIn(filter: JsonObject, at: Path): Unread[] {
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

function unread(holder: JsonObject, key: string, known: ReadonlySet<string>, at: Path): Unread[] {
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
