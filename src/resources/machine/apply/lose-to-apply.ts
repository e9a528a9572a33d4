import type { JsonObject } from "../../../json/value.ts";
import { type ApplyInput, versioned } from "./apply-input.ts";
import type { Conflict } from "./conflict.ts";
import { type Converting, fittingVersion } from "./converting.ts";
import type { Managers } from "./managers/decode-managed-fields.ts";
import { compareObjects } from "./sets/compare.ts";
import {
  difference,
  type FieldSet,
  intersection,
  isEmptySet,
  recursiveDifference,
  union,
} from "./sets/field-set.ts";
import { mergeTypeOf } from "./sets/merge-type.ts";

/** Other managers own fields that the apply changes. */
export class ConflictsError extends Error {
  readonly conflicts: readonly Conflict[];
  constructor(conflicts: readonly Conflict[]) {
    super("conflicts");
    this.conflicts = conflicts;
  }
}

/** The object before and after an apply, and the fields that it never owns. */
interface Change {
  readonly live: JsonObject;
  readonly object: JsonObject;
  readonly reset: FieldSet;
}

/**
 * Removes from the other managers the fields that this apply changed (or throws for conflicts) and the fields
 * that it removed.
 */
export function* loseToApply(
  managers: Managers,
  own: string,
  input: ApplyInput,
  change: Change,
): Converting<void> {
  const conflicts: Conflict[] = [];
  const after: Managers = new Map();
  const losses = new Map<string, Loss>();
  for (const [id, managed] of managers) {
    const { apiVersion } = managed;
    const loss = losses.get(apiVersion) ?? (yield* lossIn(apiVersion, input, change));
    losses.set(apiVersion, loss);
    const { gained, lost } = loss;
    yield;
    const taken = id === own ? undefined : intersection(managed.set, gained);
    if (taken !== undefined && !isEmptySet(taken)) conflicts.push({ with: managed, set: taken });
    const set = id === own ? managed.set : difference(difference(managed.set, gained), lost);
    if (!isEmptySet(set)) after.set(id, set === managed.set ? managed : { ...managed, set });
    yield;
  }
  if (conflicts.length > 0 && !input.force) throw new ConflictsError(conflicts);
  managers.clear();
  for (const [id, managed] of after) managers.set(id, managed);
}

/** Fields that other managers lose in one version. */
interface Loss {
  readonly gained: FieldSet;
  readonly lost: FieldSet;
}

function* lossIn(apiVersion: string, input: ApplyInput, { live, object, reset }: Change): Converting<Loss> {
  const before = yield* fittingVersion(versioned(input, live), apiVersion, "failed to convert old object");
  const after = yield* fittingVersion(versioned(input, object), apiVersion, "failed to convert new object");
  if (before === undefined || after === undefined) return NOTHING;
  const { added, modified, removed } = compareObjects(mergeTypeOf(before.shape), before.object, after.object);
  return {
    gained: recursiveDifference(union(modified, added), reset),
    lost: recursiveDifference(removed, reset),
  };
}

const NOTHING: Loss = { gained: {}, lost: {} };
