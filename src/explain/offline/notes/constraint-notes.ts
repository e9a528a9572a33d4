import { groupOf, parseGroupVersion } from "../../../api/group-version.ts";
import { type Json, type JsonObject, record, records, text, texts } from "../../../json/value.ts";
import { pluralOf } from "../../../resources/define/plural-of.ts";
import type { ExplainedRequest } from "../../explanation.ts";
import type { Path } from "../../sources.ts";
import type { Manifest } from "../manifests.ts";

/** A text about a policy, and the path in it. */
export interface Said {
  readonly says: string;
  readonly path: Path;
}

/** A request, as far as a match of Gatekeeper reads it. */
type Requested = Pick<ExplainedRequest, "namespace" | "resource" | "subresource">;

/**
 * Notes about constraints and mutators of Gatekeeper among the manifests that name the kind of an object, and do not match it all the same:
 * by its group, or by its namespace; and about their templates.
 */
export function constraintNotes(
  object: JsonObject | null,
  request: Requested,
  manifests: readonly Manifest[],
  isAsked = false,
): string[] {
  if (object === null) return [];
  const asked = isAsked ? request : { ...request, subresource: "" };
  return [...templateNotes(object, manifests), ...mismatchNotes(object, asked, manifests)];
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

function mismatchNotes(object: JsonObject, request: Requested, manifests: readonly Manifest[]): string[] {
  return manifests.flatMap(({ object: constraint, line }): string[] => {
    const group = groupOf(constraint);
    const why =
      group === CONSTRAINTS || group === MUTATORS
        ? (mismatch(object, request.namespace, matchOf(constraint)) ??
          ofParent(object, request, matchOf(constraint)))
        : undefined;
    if (why === undefined) return [];
    const name = `${text(constraint.kind)}/${text(record(constraint.metadata).name)}`;
    const at = line(["spec", "match", ...why.path]);
    const what = group === MUTATORS ? "mutator" : "constraint";
    return [`the ${what} ${name} does not match this ${text(object.kind)}: ${why.says}${at && ` (${at})`}`];
  });
}

/** The object of a subresource can be of another kind than that of the resource, which a match names. */
function ofParent(
  { apiVersion, kind }: JsonObject,
  { resource: { group, resource }, subresource }: Requested,
  { kinds }: JsonObject,
): Said | undefined {
  const parent = records(kinds)
    .filter(({ apiGroups }) => has(apiGroups, group))
    .flatMap((entry) => texts(entry.kinds))
    .find((one) => pluralOf(one) === resource);
  const own = parseGroupVersion(text(apiVersion)).group;
  if (subresource === "" || parent === undefined || isOfKinds(kinds, text(kind), own)) return undefined;
  const says = `its kind is ${parent}, and the object of ${resource}/${subresource} is a ${text(kind)} (${text(apiVersion)}), with fields of its own`;
  return { says, path: ["kinds"] };
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
): Said | undefined {
  const { group } = parseGroupVersion(text(apiVersion));
  const named = records(kinds).filter((entry) => texts(entry.kinds).includes(text(kind)));
  if (named.length === 0) return undefined;
  if (!isOfKinds(kinds, text(kind), group)) {
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

/** True if the kinds of a match have a kind of a group. */
const isOfKinds = (kinds: Json | undefined, kind: string, group: string): boolean =>
  records(kinds).some((entry) => has(entry.kinds, kind) && has(entry.apiGroups, group));

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
