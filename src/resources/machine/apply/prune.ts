import type { JsonObject } from "../../../json/value.ts";
import { type Converting, fittingVersion, type Versioned } from "./converting.ts";
import type { Managed, Managers } from "./managers/decode-managed-fields.ts";
import { difference, type FieldSet, intersection, isEmptySet, union, unionOf } from "./sets/field-set.ts";
import { type MergeType, mergeTypeOf } from "./sets/merge-type.ts";
import { removeItems, withNamedFields } from "./sets/remove-items.ts";
import { toFieldSet } from "./sets/to-field-set.ts";

/**
 * Removes fields that a manager applied before, no longer applies, and that no other manager owns. `managers`
 * already contains the new set of the manager; `last` is its previous entry.
 */
export function* prune(
  merged: Versioned,
  managers: Managers,
  last: Managed | undefined,
  current: Managed,
): Converting<JsonObject> {
  if (last === undefined || isEmptySet(last.set)) return merged.object;
  if (losesNothing(last, current, managers)) return merged.object;
  const start = yield* fittingVersion(
    merged,
    last.apiVersion,
    PRUNING,
    "failed to convert merged object to last applied version",
  );
  if (start === undefined) return merged.object;
  const type = mergeTypeOf(start.shape);
  const bare = removeItems(type, start.object, withNamedFields(type, last.set));
  const owned = yield* addBackOwned(start, { ...start, object: bare }, managers);
  const result = yield* addBackDangling(start, owned, last);
  return (yield* fittingVersion(result, current.apiVersion, PRUNING))?.object ?? result.object;
}

/**
 * True if a manager applies all fields that it applied before, so that nothing is removed: each such field
 * remains, and so do its parents, because an applied set contains the items and keys above its fields. Only
 * for entries of one version, because other versions may name fields differently.
 */
function losesNothing(last: Managed, current: Managed, managers: Managers): boolean {
  for (const { apiVersion } of managers.values()) if (apiVersion !== current.apiVersion) return false;
  return last.apiVersion === current.apiVersion && isEmptySet(difference(last.set, current.set));
}

const PRUNING = "failed to prune fields";
const OWNED = "failed add back owned items";
const DANGLING = "failed add back dangling items";

interface Pair {
  readonly merged: Versioned;
  readonly pruned: Versioned;
}

/**
 * Adds fields that are still owned, one version after the other, beginning with the version of the previous
 * apply; each version starts from the result of the one before.
 */
function* addBackOwned(merged: Versioned, pruned: Versioned, managers: Managers): Converting<Versioned> {
  const owned = new Map<string, FieldSet[]>([[merged.apiVersion, []]]);
  for (const { apiVersion, set } of managers.values()) {
    const sets = owned.get(apiVersion);
    if (sets === undefined) owned.set(apiVersion, [set]);
    else sets.push(set);
  }
  let pair: Pair = { merged, pruned };
  for (const [apiVersion, sets] of owned) pair = yield* addBackIn(apiVersion, unionOf(sets), pair);
  return pair.pruned;
}

function* addBackIn(apiVersion: string, owned: FieldSet, pair: Pair): Converting<Pair> {
  const [is, of] = ["failed to convert", `object at version ${apiVersion}`];
  const merged = yield* fittingVersion(pair.merged, apiVersion, PRUNING, OWNED, `${is} merged ${of}`);
  const pruned = yield* fittingVersion(pair.pruned, apiVersion, PRUNING, OWNED, `${is} pruned ${of}`);
  if (merged === undefined || pruned === undefined) return pair;
  const type = mergeTypeOf(merged.shape);
  const kept = union(namedSet(type, pruned), withNamedFields(type, owned));
  const object = removeItems(type, merged.object, difference(namedSet(type, merged), kept));
  return { merged, pruned: { ...merged, object } };
}

const namedSet = (type: MergeType, { object }: Versioned): FieldSet =>
  withNamedFields(type, toFieldSet(type, object));

/** Adds back items that were removed although the manager had not applied them before. */
function* addBackDangling(merged: Versioned, pruned: Versioned, last: Managed): Converting<Versioned> {
  const what = "failed to convert pruned object to last applied version";
  const after = yield* fittingVersion(pruned, last.apiVersion, PRUNING, DANGLING, what);
  if (after === undefined) return merged;
  const type = mergeTypeOf(merged.shape);
  const gone = difference(namedSet(type, merged), namedSet(type, after));
  const object = removeItems(type, merged.object, intersection(gone, withNamedFields(type, last.set)));
  return { ...merged, object };
}
