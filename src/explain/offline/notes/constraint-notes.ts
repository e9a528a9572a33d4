import { groupOf, parseGroupVersion } from "../../../api/group-version.ts";
import { type Json, type JsonObject, record, records, text, texts } from "../../../json/value.ts";
import type { Manifest } from "../manifests.ts";

/**
 * Notes about constraints and mutators of Gatekeeper among the manifests that name the kind of an object, and do not match it all the same:
 * by its group, or by its namespace; and about their templates.
 */
export function constraintNotes(
  object: JsonObject | null,
  namespace: string,
  manifests: readonly Manifest[],
): string[] {
  if (object === null) return [];
  return [...templateNotes(object, manifests), ...mismatchNotes(object, namespace, manifests)];
}

/** Notes about templates for constraints of this kind of object that read the input of another program. */
function templateNotes({ kind }: JsonObject, manifests: readonly Manifest[]): string[] {
  const named = manifests.filter(({ object: { spec } }) =>
    records(record(record(spec).match).kinds).some(({ kinds }) => texts(kinds).includes(text(kind))),
  );
  return manifests.flatMap(({ object: template, line }): string[] => {
    const { crd, targets } = record(template.spec);
    const own = record(record(record(crd).spec).names).kind;
    const isUsed = named.some(({ object }) => object.kind === own);
    const index = records(targets).findIndex((target) => readsRequest(regoOf(target)));
    if (template.kind !== "ConstraintTemplate" || !isUsed || index < 0) return [];
    const { name } = record(template.metadata);
    const at = line(["spec", "targets", index]);
    return [
      `the ConstraintTemplate ${text(name)} reads input.request, which Gatekeeper does not have: its Rego has the request in input.review${at && ` (${at})`}`,
    ];
  });
}

/** True for Rego that reads the request where other programs have it; comments do not count. */
const readsRequest = (rego: string): boolean =>
  rego.split("\n").some((line) => /\binput\.request\b/.test(line.split("#", 1)[0] ?? ""));

const regoOf = ({ rego, code }: JsonObject): string =>
  text(rego) ||
  records(code)
    .map(({ source }) => text(record(source).rego))
    .join("\n");

function mismatchNotes(object: JsonObject, namespace: string, manifests: readonly Manifest[]): string[] {
  return manifests.flatMap(({ object: constraint, line }): string[] => {
    const group = groupOf(constraint);
    const why =
      group === CONSTRAINTS || group === MUTATORS
        ? mismatch(object, namespace, matchOf(constraint))
        : undefined;
    if (why === undefined) return [];
    const name = `${text(constraint.kind)}/${text(record(constraint.metadata).name)}`;
    const at = line(["spec", "match", ...why.path]);
    const what = group === MUTATORS ? "mutator" : "constraint";
    return [`the ${what} ${name} does not match this ${text(object.kind)}: ${why.says}${at && ` (${at})`}`];
  });
}

/** Groups of Gatekeeper whose objects have a match. */
export const CONSTRAINTS = "constraints.gatekeeper.sh";
export const MUTATORS = "mutations.gatekeeper.sh";

/** The match of a constraint or a mutator; the kinds of a mutator can also be in applyTo alone. */
export function matchOf({ spec }: JsonObject): JsonObject {
  const { match, applyTo } = record(spec);
  const { kinds = records(applyTo).map(({ groups, ...one }) => ({ ...one, apiGroups: groups ?? [] })) } =
    record(match);
  return { ...record(match), kinds };
}

/** Says which part of the match of a constraint leaves out an object of a kind that it names; undefined if none does. */
export function mismatch(
  { apiVersion, kind }: JsonObject,
  namespace: string,
  { kinds, namespaces, excludedNamespaces }: JsonObject,
): { readonly says: string; readonly path: readonly string[] } | undefined {
  const { group } = parseGroupVersion(text(apiVersion));
  const named = records(kinds).filter((entry) => texts(entry.kinds).includes(text(kind)));
  if (named.length === 0) return undefined;
  if (!records(kinds).some((entry) => has(entry.kinds, text(kind)) && has(entry.apiGroups, group))) {
    const groups = named.flatMap(({ apiGroups }) => texts(apiGroups)).map((one) => JSON.stringify(one));
    return {
      says: `apiGroups are ${groups.join(", ")}, its group is ${JSON.stringify(group)}`,
      path: ["kinds"],
    };
  }
  // Objects without a namespace match all of them.
  if (namespace === "") return undefined;
  const excluded = texts(excludedNamespaces).find((one) => isNamedBy(one, namespace));
  if (excluded !== undefined)
    return { says: `excludedNamespaces has ${excluded}`, path: ["excludedNamespaces"] };
  const own = texts(namespaces);
  return own.length > 0 && !own.some((one) => isNamedBy(one, namespace))
    ? { says: `namespaces are ${own.join(", ")}, its namespace is ${namespace}`, path: ["namespaces"] }
    : undefined;
}

/** True if a list of a match has a value, or all of them: an empty one does. */
const has = (list: Json | undefined, one: string): boolean =>
  texts(list).length === 0 || texts(list).includes("*") || texts(list).includes(one);

/** True for a name, and for a pattern of it, in which * is any text. */
export function isNamedBy(pattern: string, name: string): boolean {
  const [begin = "", ...parts] = pattern.split("*");
  const end = parts.pop();
  if (end === undefined) return pattern === name;
  let at = name.startsWith(begin) ? begin.length : -1;
  for (const part of parts) {
    const found = at < 0 ? -1 : name.indexOf(part, at);
    at = found < 0 ? -1 : found + part.length;
  }
  return at >= 0 && name.slice(at).endsWith(end);
}
