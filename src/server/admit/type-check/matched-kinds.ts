import type { KubeObject } from "../../../api/meta.ts";
import { goTexts, isJsonObject, type Json, type JsonObject, records } from "../../../json/value.ts";
import type { FoundKind, Registry } from "../../../resources/registry.ts";

/** Maximum number of kinds of one rule. When it is reached, later rules are not checked either. */
const MOST_KINDS = 10;
/**
 * Maximum number of names that are looked up. Rules of a few KB can name billions of resources that do not
 * exist.
 */
const MOST_NAMES = 10_000;

/**
 * Returns the kinds against which the expressions of a policy are checked, ordered by group, version and
 * kind: those that the rules of its match constraints name. Rules with wildcards in groups or versions name
 * none, nor do resources with wildcards and subresources (apiserver, policy/validating/typechecking.go).
 */
export function matchedKinds({ spec }: KubeObject, registry: Registry): readonly FoundKind[] {
  const found = new Map<string, FoundKind>();
  addKinds(spec, registry, found);
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, kind]) => kind);
}

function addKinds(spec: Json | undefined, registry: Registry, found: Map<string, FoundKind>): void {
  let names = 0;
  for (const rule of rulesOf(spec)) {
    let count = 0;
    for (const [group, version, resource] of namesIn(rule)) {
      if (++names > MOST_NAMES) return;
      for (const kind of kindsFor(registry, group, version, resource.toLowerCase())) {
        found.set(sortKey(kind), kind);
        if (++count === MOST_KINDS) return;
      }
    }
  }
}

function rulesOf(spec: Json | undefined): readonly JsonObject[] {
  const constraints = isJsonObject(spec) ? spec.matchConstraints : undefined;
  const rules = isJsonObject(constraints) ? constraints.resourceRules : undefined;
  return records(rules);
}

function* namesIn(rule: JsonObject): Generator<readonly [group: string, version: string, resource: string]> {
  const groups = plainTexts(rule.apiGroups);
  const versions = plainTexts(rule.apiVersions);
  const resources = goTexts(rule.resources)
    .filter((resource) => !/[*/]/.test(resource))
    .sort();
  for (const group of groups)
    for (const version of versions) for (const resource of resources) yield [group, version, resource];
}

const sortKey = ({ kind: { group, version, kind } }: FoundKind): string => [group, version, kind].join("\0");

/** Returns the sorted texts, or none if there is a wildcard among them. */
function plainTexts(value: Json | undefined): string[] {
  const all = goTexts(value);
  return all.some((text) => text.includes("*")) ? [] : all.sort();
}

/**
 * Returns kinds by the rules of a REST mapper: an empty group matches every group, and a resource may be in
 * the singular.
 */
function kindsFor(registry: Registry, group: string, version: string, resource: string): FoundKind[] {
  const isNamed = ({ kind }: FoundKind): boolean => kind.plural === resource || kind.singular === resource;
  return registry.groups
    .filter(({ name }) => group === "" || name === group)
    .flatMap(({ versions }) => versions.filter((one) => one.version === version))
    .flatMap(({ resources }) => resources.filter(isNamed));
}
