import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject, ManagedFieldsEntry } from "../../../api/meta.ts";
import { atOnce, type Steps } from "../../../api/steps.ts";
import { formatTime } from "../../../api/time.ts";
import { equal } from "../../../json/equal.ts";
import { markStable } from "../../../json/stable-text.ts";
import { withoutManagedFields } from "../../../json/without-managed-fields.ts";
import type { ObjectShape } from "../../../schema/shape.ts";
import { capManagers } from "./cap-managers.ts";
import { type Comparison, compareObjects } from "./compare.ts";
import { createdFields } from "./created-fields.ts";
import { decodeLeniently, identityOf, type Managers } from "./decode-managed-fields.ts";
import { emptyObject } from "./empty-object.ts";
import { encodeManagedFields } from "./encode-managed-fields.ts";
import {
  difference,
  EMPTY_SET,
  type FieldSet,
  fieldsV1,
  isEmptySet,
  recursiveDifference,
  setOf,
  union,
} from "./field-set.ts";
import { mergeTypeOf } from "./merge-type.ts";
import { UnkeyedItemError } from "./path-element.ts";
import { reconcile } from "./reconcile.ts";
import { sameAs } from "./same-set.ts";
import { problemsOf } from "./validate-applied.ts";

/** An ordinary write, as far as it matters who owns which field. */
export interface FieldUpdate {
  /** The object before, in the version of `object`; undefined on create. */
  readonly live: KubeObject | undefined;
  /** What is to be written, with the managedFields that the client sent. Not changed. */
  readonly object: KubeObject;
  readonly shape: ObjectShape;
  /** Empty becomes `unknown`. */
  readonly manager: string;
  readonly apiVersion: string;
  /** Empty at the main endpoint. A subresource does not look at the managedFields of the request. */
  readonly subresource: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Told when the manager's entry takes that time: it owns more than before. */
  readonly onStamp?: () => void;
  /**
   * Objects have not been read by this shape and may not fit it, or an entry may be of a version that the kind does not
   * have: then nobody owns anything. Default: false.
   */
  readonly mayNotFit?: boolean;
  /** What is new is looked at in small steps. Default: false. */
  readonly isLarge?: boolean;
  /** Fields, with all below them, that a write to this endpoint never owns. */
  readonly resetFields: readonly (readonly string[])[];
  /**
   * Both objects in the version of an entry made through another one; undefined when the kind has no such version.
   * Absent: there is no other version.
   */
  readonly inVersion?: (apiVersion: string) => VersionedPair | undefined;
}

export interface VersionedPair {
  readonly shape: ObjectShape;
  readonly live: JsonObject | undefined;
  readonly object: JsonObject;
}

/**
 * The managedFields of an object after a create, update or patch (not apply): the manager owns what it changed,
 * the others lose it. An empty list says that the object has none. Never throws: an object that does not fit its shape
 * has no managed fields.
 */
export const updateManagedFields = (update: FieldUpdate): ManagedFieldsEntry[] => atOnce(updateSteps(update));

/** The same, step by step. */
export function* updateSteps(update: FieldUpdate): Steps<ManagedFieldsEntry[]> {
  const managers = yield* startingPoint(update);
  if (managers.size === 0 && (update.live?.metadata.uid ?? "") !== "") return [];
  if (update.mayNotFit && !(yield* fits(update))) return [];
  try {
    const updated = capManagers(yield* updateManagers(managers, update));
    yield;
    return encodeManagedFields(updated);
  } catch (error) {
    if (error instanceof UnkeyedItemError || error instanceof NotConvertible) return [];
    throw error;
  }
}

/**
 * An entry whose version is none (`a/b/c`), or one that a custom kind does not have, or whose schema lacks what the object
 * has: the reference cannot convert to it, and drops all entries (apimachinery/pkg/util/managedfields/internal/fieldmanager.go, UpdateNoErrors).
 */
class NotConvertible extends Error {}

function* fits({ live, object, shape }: VersionedPair): Steps<boolean> {
  const type = mergeTypeOf(shape);
  for (const one of [live, object]) {
    if (one !== undefined && problemsOf(type, one, { allowDuplicates: true }) !== undefined) return false;
    yield;
  }
  return true;
}

/** What the client sent counts where it can; `[]` and `[{}]` say that it wants to begin again. */
function* startingPoint({ live, object, subresource }: FieldUpdate): Steps<Managers> {
  const stored = live?.metadata.managedFields ?? [];
  const sent = object.metadata.managedFields;
  if (subresource !== "" || sent === undefined || sent === null) return yield* decodeLeniently(stored);
  if (isReset(sent)) return new Map();
  const managers = yield* decodeLeniently(asStored(sent, stored));
  return managers.size === 0 ? yield* decodeLeniently(stored) : managers;
}

/** Most clients send back what they were given: then the fields are the stored ones, which are decoded and written already. */
function asStored(
  sent: readonly ManagedFieldsEntry[],
  stored: readonly ManagedFieldsEntry[],
): readonly ManagedFieldsEntry[] {
  if (sent === stored) return stored;
  return sent.map((entry, i) => {
    const fieldsV1 = stored[i]?.fieldsV1;
    return fieldsV1 !== undefined && equal(entry?.fieldsV1, fieldsV1) ? { ...entry, fieldsV1 } : entry;
  });
}

function isReset(entries: readonly ManagedFieldsEntry[]): boolean {
  const [first] = entries;
  if (first === undefined) return true;
  return (
    entries.length === 1 &&
    Object.values(first).every((member) => member === undefined || member === "" || member === null)
  );
}

/** The managers after a write by one of them; throws UnkeyedItemError. */
export function* updateManagers(before: Managers, update: FieldUpdate): Steps<Managers> {
  const reset = resetSet(update.resetFields);
  if (before.size === 0 && update.live === undefined) return yield* firstManager(update, reset);
  const own = compareVersion(update, reset);
  yield;
  const managers = yield* loseChanged(before, update, own, reset);
  const gained = difference(recursiveDifference(union(own.modified, own.added), reset), NEVER_OWNED);
  yield;
  if (!isEmptySet(gained)) gain(managers, update, gained, before);
  return managers;
}

/** Most objects are created by one who says nothing of managers. */
function* firstManager(update: FieldUpdate, reset: FieldSet): Steps<Managers> {
  const { shape, object } = update;
  const given = withoutManagedFields(object);
  const created = yield* createdFields(mergeTypeOf(shape), emptyObject(shape), given, update.isLarge);
  yield;
  const managers: Managers = new Map();
  const gained = ownable(created, reset);
  if (!isEmptySet(gained)) gain(managers, update, gained);
  return managers;
}

const ownables = new WeakMap<FieldSet, WeakMap<FieldSet, FieldSet>>();

/** Without what nobody owns. Sets of created fields come again: so do these, the very same ones. */
function ownable(created: FieldSet, reset: FieldSet): FieldSet {
  let known = ownables.get(reset);
  if (known === undefined) {
    known = new WeakMap();
    ownables.set(reset, known);
  }
  let gained = known.get(created);
  if (gained === undefined) {
    gained = difference(recursiveDifference(created, reset), NEVER_OWNED);
    known.set(created, gained);
    markStable(fieldsV1(gained));
  }
  return gained;
}

/** `before`: what everybody had. Who changes its own fields has the very same set as before. */
function gain(managers: Managers, update: FieldUpdate, gained: FieldSet, before?: Managers): void {
  const { manager, apiVersion, subresource, now } = update;
  const entry = { manager: manager || "unknown", operation: "Update", apiVersion, subresource } as const;
  const id = identityOf(entry);
  const set = sameAs(before?.get(id)?.set, union(managers.get(id)?.set ?? EMPTY_SET, gained));
  managers.set(id, { ...entry, time: formatTime(now), set });
  update.onStamp?.();
}

/** Everybody loses what changed and what is gone; who has nothing left is gone too. */
function* loseChanged(
  before: Managers,
  update: FieldUpdate,
  own: Comparison,
  reset: FieldSet,
): Steps<Managers> {
  const losses = new Map<string, Loss | undefined>([
    [update.apiVersion, { shape: update.shape, changed: changedOf(own) }],
  ]);
  const after: Managers = new Map();
  for (const [id, managed] of before) {
    const { apiVersion } = managed;
    if (!losses.has(apiVersion)) losses.set(apiVersion, yield* lossInVersion(update, apiVersion, reset));
    const loss = losses.get(apiVersion);
    if (loss === undefined) continue;
    const known = reconcile(managed.set, mergeTypeOf(loss.shape));
    yield;
    const set = difference(known, loss.changed);
    yield;
    if (!isEmptySet(set)) after.set(id, set === managed.set ? managed : { ...managed, set });
  }
  return after;
}

const changedOf = ({ added, modified, removed }: Comparison): FieldSet =>
  union(union(modified, added), removed);

/** What managers who wrote through one version lose. */
interface Loss {
  readonly shape: ObjectShape;
  readonly changed: FieldSet;
}

function* lossInVersion(update: FieldUpdate, apiVersion: string, reset: FieldSet): Steps<Loss | undefined> {
  if (apiVersion.split("/", 3).length > 2) throw new NotConvertible();
  const pair = update.inVersion?.(apiVersion);
  if (update.mayNotFit && (pair === undefined || !(yield* fits(pair)))) throw new NotConvertible();
  return pair && { shape: pair.shape, changed: changedOf(compareVersion(pair, reset)) };
}

/** Managed fields are no fields of their own kind, and comparing them would cost more than all the rest. */
function compareVersion({ live, object, shape }: VersionedPair, reset: FieldSet): Comparison {
  const before = live === undefined ? emptyObject(shape) : withoutManagedFields(live);
  const { added, modified, removed } = compareObjects(
    mergeTypeOf(shape),
    before,
    withoutManagedFields(object),
  );
  return {
    added: recursiveDifference(added, reset),
    modified: recursiveDifference(modified, reset),
    removed: recursiveDifference(removed, reset),
  };
}

const resetSets = new WeakMap<readonly (readonly string[])[], FieldSet>();

/** Paths of field names as a set, made once for each list. */
export function resetSet(paths: readonly (readonly string[])[]): FieldSet {
  let set = resetSets.get(paths);
  if (set === undefined) {
    set = setOf(paths.map((path) => path.map((name) => `f:${name}`)));
    resetSets.set(paths, set);
  }
  return set;
}

/** Identity and bookkeeping of an object have no owner. */
export const NEVER_OWNED: FieldSet = setOf([
  ["f:apiVersion"],
  ["f:kind"],
  ["f:metadata"],
  ...[
    "name",
    "namespace",
    "creationTimestamp",
    "selfLink",
    "uid",
    "clusterName",
    "generation",
    "managedFields",
    "resourceVersion",
  ].map((name) => ["f:metadata", `f:${name}`]),
]);
