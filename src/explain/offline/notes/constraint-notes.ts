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

/** Notes about the Rego of a template that is written, and of those for constraints of the kind of an object. */
function templateNotes(written: JsonObject, manifests: readonly Manifest[]): string[] {
  const named = manifests.filter(({ object: { spec } }) =>
    records(record(record(spec).match).kinds).some(({ kinds }) => texts(kinds).includes(text(written.kind))),
  );
  const isTemplate = written.kind === TEMPLATE;
  const all: readonly Manifest[] = isTemplate ? [{ object: written, line: () => "" }] : manifests;
  return all.flatMap(({ object: template, line }): string[] => {
    const { crd, targets } = record(template.spec);
    const kind = record(record(record(crd).spec).names).kind;
    const isUsed = isTemplate || named.some(({ object }) => object.kind === kind);
    if (template.kind !== TEMPLATE || !isUsed) return [];
    const { name } = record(template.metadata);
    return records(targets).flatMap((target, index) =>
      MISTAKES.filter(([pattern]) => hasLine(regoOf(target), pattern)).map(([, says]) => {
        const at = line(["spec", "targets", index]);
        return `the ConstraintTemplate ${text(name)} ${says}${at && ` (${at})`}`;
      }),
    );
  });
}

const TEMPLATE = "ConstraintTemplate";

/** Rego that other programs read: the request in another place, and violations that are texts. */
const MISTAKES: readonly (readonly [RegExp, string])[] = [
  [
    /\binput\.request\b/,
    "reads input.request, which Gatekeeper does not have: its Rego has the request in input.review",
  ],
  [
    /^violation\[ ?"/,
    'has a rule violation["…"], which is a text: Gatekeeper reads the member msg of an object, violation[{"msg": msg}]',
  ],
];

/** True for Rego with such a line; comments do not count. Heads of rules begin lines, and their bodies are indented. */
const hasLine = (rego: string, pattern: RegExp): boolean =>
  rego.split("\n").some((line) => pattern.test(line.split("#", 1)[0] ?? ""));

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
