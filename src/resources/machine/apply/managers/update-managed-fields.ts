import type { KubeObject, ManagedFieldsEntry } from "../../../../api/meta.ts";
import { withoutManagedFields } from "../../../../api/object/without-managed-fields.ts";
import { formatTime } from "../../../../api/time.ts";
import { oncePerObject } from "../../../../async/once.ts";
import { atOnce, type Steps } from "../../../../async/steps.ts";
import { equal } from "../../../../json/equal.ts";
import { markStable } from "../../../../json/stable-text.ts";
import type { JsonObject } from "../../../../json/value.ts";
import type { ObjectShape } from "../../../../types/shape.ts";
import type { ApplyInput } from "../apply-input.ts";
import { emptyObject } from "../empty-object.ts";
import { type Comparison, compareObjects } from "../sets/compare.ts";
import {
  difference,
  EMPTY_SET,
  type FieldSet,
  fieldsV1,
  isEmptySet,
  recursiveDifference,
  setOf,
  union,
} from "../sets/field-set.ts";
import { mergeTypeOf } from "../sets/merge-type.ts";
import { UnkeyedItemError } from "../sets/path-element.ts";
import { reconcile } from "../sets/reconcile.ts";
import { sameAs } from "../sets/same-set.ts";
import { problemsOf } from "../validate-applied.ts";
import { capManagers } from "./cap-managers.ts";
import { createdFields } from "./created-fields.ts";
import { decodeLeniently, identityOf, type Managers } from "./decode-managed-fields.ts";
import { encodeManagedFields } from "./encode-managed-fields.ts";

/** A write other than apply, with the facts that decide the owners of fields. */
export interface FieldUpdate extends Pick<ApplyInput, "shape" | "apiVersion" | "now" | "resetFields"> {
  /** The stored object, in the version of `object`; undefined on create. */
  readonly live: KubeObject | undefined;
  /** The object to be written, with the managedFields that the client sent. It is not changed. */
  readonly object: KubeObject;
  /** Name of the manager; an empty name becomes `unknown`. */
  readonly manager: string;
  /**
   * Name of the subresource; empty at the main endpoint. Writes to a subresource ignore the managedFields of
   * the request.
   */
  readonly subresource: string;
  /** Called if the manager's entry gets the new time, because the manager owns more fields than before. */
  readonly onStamp?: () => void;
  /**
   * True if the objects were not decoded by this shape and may not fit it, or if an entry may have a version
   * that the kind does not have: in these cases the managers do not change. Default: false.
   */
  readonly mayNotFit?: boolean;
  /** True to compare new parts in small steps. Default: false. */
  readonly isLarge?: boolean;
  /**
   * Returns both objects in the version of an entry; undefined if the kind does not have that version. Absent
   * if there is only one version.
   */
  readonly inVersion?: (apiVersion: string) => VersionedPair | undefined;
}

/** The stored object and the new one in one version, with their shape. `live` is undefined for a create. */
export interface VersionedPair {
  readonly shape: ObjectShape;
  readonly live: JsonObject | undefined;
  readonly object: JsonObject;
}

/**
 * Returns the managedFields of an object after a create, update or patch (not apply): the manager owns the
 * fields that it changed, the other managers lose them. An empty list means that the object has none. Never
 * throws: an object that does not fit its shape keeps the managed fields that are stored.
 */
export const updateManagedFields = (update: FieldUpdate): ManagedFieldsEntry[] => atOnce(updateSteps(update));

/** The same, in steps. */
export function* updateSteps(update: FieldUpdate): Steps<ManagedFieldsEntry[]> {
  const managers = yield* startingPoint(update);
  if (managers.size === 0 && (update.live?.metadata.uid ?? "") !== "") return [];
  if (update.mayNotFit && !(yield* fits(update))) return storedEntries(update);
  try {
    const updated = capManagers(yield* updateManagers(managers, update));
    yield;
    return encodeManagedFields(updated);
  } catch (error) {
    if (error instanceof UnkeyedItemError || error instanceof NotConvertible) return storedEntries(update);
    throw error;
  }
}

const storedEntries = ({ live }: FieldUpdate): ManagedFieldsEntry[] => live?.metadata.managedFields ?? [];

/**
 * Thrown for an entry to whose version the object cannot be converted: an invalid version (`a/b/c`), a
 * version that a custom kind does not have, or a version whose schema lacks fields of the object. The
 * reference then keeps the stored entries (apimachinery/pkg/util/managedfields/internal/fieldmanager.go,
 * UpdateNoErrors).
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

/**
 * Returns the managers before the write. Entries that the client sent replace the stored ones, if they can be
 * decoded. `[]` and `[{}]` remove all managers.
 */
function* startingPoint({ live, object, subresource }: FieldUpdate): Steps<Managers> {
  const stored = live?.metadata.managedFields ?? [];
  const sent = object.metadata.managedFields;
  if (subresource !== "" || sent === undefined || sent === null) return yield* decodeLeniently(stored);
  if (isReset(sent)) return new Map();
  const managers = yield* decodeLeniently(asStored(sent, stored));
  return managers.size === 0 ? yield* decodeLeniently(stored) : managers;
}

/**
 * Uses the stored sets of entries that the client sent back unchanged, as most clients do: these are already
 * decoded and have their texts.
 */
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

/** Returns the managers after a write by one of them; throws UnkeyedItemError. */
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

/** Returns the manager of a created object. Most clients send no managedFields when they create an object. */
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

/**
 * Removes the fields that are never owned. Equal sets of created fields are one object, so the result is
 * cached by it.
 */
const ownable = (created: FieldSet, reset: FieldSet): FieldSet => ownableWithout(reset)(created);

const ownableWithout = oncePerObject((reset: FieldSet) =>
  oncePerObject((created: FieldSet) => {
    const gained = difference(recursiveDifference(created, reset), NEVER_OWNED);
    markStable(fieldsV1(gained));
    return gained;
  }),
);

/**
 * Adds fields to the writing manager. `before`: all managers before the write. If the fields of the manager
 * do not change, it keeps the same set object.
 */
function gain(managers: Managers, update: FieldUpdate, gained: FieldSet, before?: Managers): void {
  const { manager, apiVersion, subresource, now } = update;
  const entry = { manager: manager || "unknown", operation: "Update", apiVersion, subresource } as const;
  const id = identityOf(entry);
  const set = sameAs(before?.get(id)?.set, union(managers.get(id)?.set ?? EMPTY_SET, gained));
  managers.set(id, { time: formatTime(now), set, ...entry });
  update.onStamp?.();
}

/** Removes changed and deleted fields from all managers. Managers without fields are deleted. */
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

/** Fields that the managers of one version lose. */
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

/**
 * Compares both objects without their managed fields, which are never owned, and whose comparison would take
 * most of the time.
 */
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

/** Returns paths of field names as a set, which is built once for each list. */
export const resetSet = oncePerObject((paths: readonly (readonly string[])[]) =>
  setOf(paths.map((path) => path.map((name) => `f:${name}`))),
);

/** Fields that are never owned: identity of the object, and metadata that the server maintains. */
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
