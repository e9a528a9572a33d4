import { quote } from "../../api/quote.ts";
import { trimEnd } from "../../api/trim-text.ts";
import type { PolicyRule } from "../../resources/kinds/rbac/fields/v1-types.ts";

/**
 * What of `wanted` the `held` rules do not give, in the reference's words, sorted:
 * `{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}`. Empty: nothing is missing.
 */
export function missingRights(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): string[] {
  const missing = wanted.flatMap(atoms).filter((atom) => !held.some((rule) => covers(rule, atom)));
  return [...new Set(compact(missing).map(describe))].sort();
}

/** One verb on one thing: a resource (with or without a name), or a path. */
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

function covers(rule: PolicyRule, { verb, group, resource, name, path }: Atom): boolean {
  if (!holds(rule.verbs, verb)) return false;
  if (path !== undefined)
    return (
      (rule.resourceNames ?? []).length === 0 &&
      (rule.nonResourceURLs ?? []).some((url) => coversPath(url, path))
    );
  const names = rule.resourceNames ?? [];
  return (
    holds(rule.apiGroups, group ?? "") &&
    coversResource(rule.resources ?? [], resource ?? "") &&
    (names.length === 0 || (name !== undefined && names.includes(name)))
  );
}

const holds = (list: readonly string[] | null | undefined, value: string): boolean =>
  (list ?? []).includes("*") || (list ?? []).includes(value);

function coversResource(held: readonly string[], resource: string): boolean {
  if (held.includes("*") || held.includes(resource)) return true;
  const slash = resource.indexOf("/");
  return slash >= 0 && held.includes(`*${resource.slice(slash)}`);
}

const coversPath = (held: string, path: string): boolean =>
  held === path || (held.endsWith("*") && path.startsWith(trimEnd(held, "*")));

interface Line {
  readonly atom: Atom;
  readonly verbs: string[];
}

/** Verbs on the same resource stand together; those on paths stand alone. */
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
