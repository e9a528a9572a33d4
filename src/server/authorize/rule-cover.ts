import { quote } from "../../go/quote.ts";
import { trimEnd } from "../../go/trim-text.ts";
import type { PolicyRule } from "../../types/tables/rbac/v1-types.ts";

/**
 * Maximum numbers of single rights that are compared one by one, and of their comparisons with rules of the
 * user. A rule of a few KB can give billions of single rights: each verb on each resource of each group.
 */
const MOST_RIGHTS = 50_000;
const MOST_COMPARISONS = 5_000_000;

/**
 * Returns the rights of `wanted` that the `held` rules do not give, in the reference's words, sorted:
 * `{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}`. Empty if no right is missing. A rule with too
 * many rights to compare must be covered by one held rule.
 */
export function missingRights(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): string[] {
  const rules = held.map(heldRule);
  const open = wanted.filter((rule) => !rules.some((one) => coversWhole(one, rule)));
  const rights = sum(open.map(rightsOf));
  if (rights > MOST_RIGHTS || rights * sum(rules.map(effortOf)) > MOST_COMPARISONS) return [tooMany(rights)];
  const missing = open.flatMap(atoms).filter((atom) => !rules.some((rule) => covers(rule, atom)));
  return [...new Set(compact(missing).map(describe))].sort();
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const tooMany = (rights: number): string =>
  `${rights} single rights, which are too many to compare: no rule of the user gives all of a rule`;

/** A rule that the user has. */
interface Held {
  readonly verbs: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly resources: ReadonlySet<string>;
  /** Object names; empty means any name. */
  readonly names: ReadonlySet<string>;
  readonly paths: readonly string[];
}

const heldRule = ({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): Held => ({
  verbs: new Set(verbs),
  groups: new Set(apiGroups),
  resources: new Set(resources),
  names: new Set(resourceNames),
  paths: nonResourceURLs ?? [],
});

const effortOf = ({ paths }: Held): number => 1 + paths.length;

/** Returns the number of single rights of a rule. */
function rightsOf({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): number {
  const lengthOf = (list: readonly string[] | null | undefined): number => list?.length ?? 0;
  const things = lengthOf(apiGroups) * lengthOf(resources) * Math.max(lengthOf(resourceNames), 1);
  return lengthOf(verbs) * (things + lengthOf(nonResourceURLs));
}

/** Returns true if one rule gives all rights of the other. */
function coversWhole(rule: Held, wanted: PolicyRule): boolean {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = wanted;
  const isOfThings = (apiGroups ?? []).length > 0 && (resources ?? []).length > 0;
  return (
    (verbs ?? []).every((verb) => holds(rule.verbs, verb)) &&
    (!isOfThings ||
      ((apiGroups ?? []).every((group) => holds(rule.groups, group)) &&
        (resources ?? []).every((resource) => coversResource(rule.resources, resource)) &&
        coversNames(rule.names, resourceNames ?? []))) &&
    (nonResourceURLs ?? []).every((path) => coversPaths(rule, path))
  );
}

const coversNames = (held: ReadonlySet<string>, names: readonly string[]): boolean =>
  held.size === 0 || (names.length > 0 && names.every((name) => held.has(name)));

/** A single right: one verb on a resource (with or without a name), or on a path. */
interface Atom {
  readonly verb: string;
  readonly group?: string;
  readonly resource?: string;
  readonly name?: string;
  readonly path?: string;
}

function atoms(rule: PolicyRule): Atom[] {
  const verbs = rule.verbs ?? [];
  const names: (string | undefined)[] =
    (rule.resourceNames ?? []).length > 0 ? [...(rule.resourceNames ?? [])] : [undefined];
  const things = (rule.apiGroups ?? []).flatMap((group) =>
    (rule.resources ?? []).flatMap((resource) =>
      verbs.flatMap((verb) =>
        names.map((name): Atom => ({ verb, group, resource, ...(name === undefined ? {} : { name }) })),
      ),
    ),
  );
  const paths = (rule.nonResourceURLs ?? []).flatMap((path) => verbs.map((verb): Atom => ({ verb, path })));
  return [...things, ...paths];
}

function covers(rule: Held, { verb, group, resource, name, path }: Atom): boolean {
  if (!holds(rule.verbs, verb)) return false;
  if (path !== undefined) return coversPaths(rule, path);
  return (
    holds(rule.groups, group ?? "") &&
    coversResource(rule.resources, resource ?? "") &&
    coversNames(rule.names, name === undefined ? [] : [name])
  );
}

const holds = (held: ReadonlySet<string>, value: string): boolean => held.has("*") || held.has(value);

function coversResource(held: ReadonlySet<string>, resource: string): boolean {
  if (holds(held, resource)) return true;
  const slash = resource.indexOf("/");
  return slash >= 0 && held.has(`*${resource.slice(slash)}`);
}

const coversPaths = ({ names, paths }: Held, path: string): boolean =>
  names.size === 0 && paths.some((held) => coversPath(held, path));

const coversPath = (held: string, path: string): boolean =>
  held === path || (held.endsWith("*") && path.startsWith(trimEnd(held, "*")));

interface Line {
  readonly atom: Atom;
  readonly verbs: string[];
}

/** Combines the verbs on the same resource. Rights on paths are not combined. */
function compact(missing: readonly Atom[]): Line[] {
  const lines = new Map<string, Line>();
  const alone: Line[] = [];
  for (const atom of missing) {
    const key = JSON.stringify([atom.group, atom.resource, atom.name]);
    const line = atom.path === undefined ? lines.get(key) : undefined;
    if (line !== undefined) line.verbs.push(atom.verb);
    else if (atom.path !== undefined) alone.push({ atom, verbs: [atom.verb] });
    else lines.set(key, { atom, verbs: [atom.verb] });
  }
  return [...alone, ...lines.values()];
}

function describe({ atom, verbs }: Line): string {
  const parts = [
    ...(atom.group === undefined ? [] : [`APIGroups:[${quote(atom.group)}]`]),
    ...(atom.resource === undefined ? [] : [`Resources:[${quote(atom.resource)}]`]),
    ...(atom.path === undefined ? [] : [`NonResourceURLs:[${quote(atom.path)}]`]),
    ...(atom.name === undefined ? [] : [`ResourceNames:[${quote(atom.name)}]`]),
    `Verbs:[${verbs.map(quote).join(" ")}]`,
  ];
  return `{${parts.join(", ")}}`;
}
