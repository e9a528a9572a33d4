import { formatGroupVersion, formatGroupVersionKind, kindIn } from "../../../api/group-version.ts";
import type { ManagedFieldsEntry } from "../../../api/meta.ts";
import { copyWithNotes } from "../../../api/object/notes.ts";
import { withoutManagedFields } from "../../../api/object/without-managed-fields.ts";
import { badRequest, plainError } from "../../../api/status.ts";
import { formatTime } from "../../../api/time.ts";
import type { Pause, Steps } from "../../../async/steps.ts";
import { equal } from "../../../json/equal.ts";
import { isJsonObject, type Json, type JsonObject, text } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import { restoreUnstructured } from "../../../types/decode/restore-unstructured.ts";
import type { ObjectShape } from "../../../types/shape.ts";
import { type ApplyInput, versioned } from "./apply-input.ts";
import { conflictError } from "./conflict.ts";
import {
  type Convert,
  type Converting,
  fittingVersion,
  withConversions,
  withoutConversions,
} from "./converting.ts";
import { emptyObject } from "./empty-object.ts";
import { lastAppliedText, toleratedByLastApplied, withLastApplied } from "./last-applied.ts";
import { ConflictsError, loseToApply } from "./lose-to-apply.ts";
import { capManagers } from "./managers/cap-managers.ts";
import { decodeSteps, identityOf, type Managed, type Managers } from "./managers/decode-managed-fields.ts";
import { encodeManagedFields } from "./managers/encode-managed-fields.ts";
import { NEVER_OWNED, resetSet, updateManagers } from "./managers/update-managed-fields.ts";
import { mergeObjects } from "./merge-objects.ts";
import { prune } from "./prune.ts";
import { difference, type FieldSet, isEmptySet, recursiveDifference } from "./sets/field-set.ts";
import { type MergeType, mergeTypeOf } from "./sets/merge-type.ts";
import { reconcile } from "./sets/reconcile.ts";
import { sameAs } from "./sets/same-set.ts";
import { fieldSetSteps } from "./sets/to-field-set.ts";
import { problemsOf } from "./validate-applied.ts";

/** Result of a server-side apply. */
export interface Applied {
  /**
   * Result in the version of the URL, without managedFields. The caller decodes it and fills in defaults, as
   * for a client's object.
   */
  readonly object: JsonObject;
  /** The new managedFields. If empty, the object has none. */
  readonly managedFields: ManagedFieldsEntry[];
  /** True if the object or its managers have changed: the manager's entry has a new time. */
  readonly stamped: boolean;
  /** True if the object is the stored one. */
  readonly isLive: boolean;
}

/** Manager of the fields that an object had before its first apply request, if it had no managers. */
const BEFORE = "before-first-apply";

/**
 * Merges an apply configuration into the stored object, and records the fields that its manager owns. Throws
 * StatusError: 400 for another kind or for managedFields in the body, 500 without a reason for fields that
 * the type does not have, 409 for conflicts.
 */
export const applyPatch = (input: ApplyInput): Applied => withoutConversions(applying(input));

/**
 * The same for a kind with several versions, in which other managers may have applied. `rest`: pause between
 * the steps.
 */
export const applyPatchInVersions = (
  input: ApplyInput,
  convert: Convert,
  rest?: Pause,
): Applied | Promise<Applied> => withConversions(applying(input), convert, rest);

function* applying(given: ApplyInput): Converting<Applied> {
  assertApplicable(given);
  // The apiVersion of the body may be another form of the same version, such as `/v1`.
  const input = { ...given, applied: { ...given.applied, apiVersion: given.apiVersion } };
  const isRenamed = given.applied.apiVersion !== given.apiVersion;
  const managers = yield* knownManagers(input);
  const problem = problemsOf(mergeTypeOf(input.shape), input.applied);
  if (problem !== undefined)
    throw plainError(`failed to create typed patch object (${describeApplied(input.applied)}): ${problem}`);
  yield;
  assertTypedLive(input);
  yield;
  const result = yield* tolerantly(input, (force) => apply({ isRenamed, ...input, force }, managers));
  if (input.manager !== "kubectl") return result;
  const object = withLastApplied(result.object, lastAppliedText(input.applied));
  return { ...result, object, isLive: result.isLive && object === result.object };
}

function assertApplicable({ applied, apiVersion, kind, shape }: ApplyInput): void {
  const said = kindOf(applied);
  if (formatGroupVersion(said) !== apiVersion || said.kind !== kind)
    throw badRequest(`invalid object type: ${formatGroupVersionKind(said)}`);
  const metadata = isJsonObject(applied.metadata) ? applied.metadata : {};
  const { managedFields } = metadata;
  // Entries that cannot be decoded count as absent here; their error is reported later.
  if (Array.isArray(managedFields) && areReadable(managedFields, shape))
    throw badRequest("metadata.managedFields must be nil");
}

function areReadable(entries: readonly Json[], { fields }: ObjectShape): boolean {
  const metadata = fields.get("metadata")?.shape;
  const list = metadata?.kind === "object" ? metadata.fields.get("managedFields")?.shape : undefined;
  const item = list?.kind === "list" ? list.item : undefined;
  if (item?.kind !== "object") return true;
  return entries.every(
    (entry) => isJsonObject(entry) && restoreUnstructured(copyWithNotes(entry), item) === undefined,
  );
}

function kindOf({ apiVersion, kind }: JsonObject): { group: string; version: string; kind: string } {
  const version = text(apiVersion);
  // If the version is invalid, the reference ignores the kind, too.
  if (version.split("/").length > 2) return { group: "", version: "", kind: "" };
  return kindIn(version, text(kind));
}

/** Describes an apply configuration by its own fields: `namespace/name; group/version, Kind=X`. */
export function describeApplied(applied: JsonObject): string {
  const metadata = isJsonObject(applied.metadata) ? applied.metadata : {};
  return `${text(metadata.namespace)}/${text(metadata.name)}; ${formatGroupVersionKind(kindOf(applied))}`;
}

/** Returns the stored managers. If there are none, a manager of its own owns all present fields. */
function* knownManagers(input: ApplyInput): Steps<Managers> {
  const managers = yield* storedManagers(input.live?.metadata.managedFields ?? []);
  if (managers.size > 0 || input.live === undefined) return managers;
  assertTyped(input.live, input.shape);
  return capManagers(
    yield* updateManagers(managers, { ...input, live: undefined, object: input.live, manager: BEFORE }),
  );
}

/** Throws for a stored object with list items without keys, into which nothing can be merged. */
function assertTypedLive({ live, shape }: ApplyInput): void {
  const problem = live && problemsOf(mergeTypeOf(shape), live, { allowDuplicates: true });
  if (live === undefined || problem === undefined) return;
  throw plainError(`failed to create typed live object (${describeApplied(live)}): ${problem}`);
}

/**
 * Throws for a stored object with list items without keys, because the fields of its managers are then
 * unknown.
 */
function assertTyped(live: JsonObject, shape: ObjectShape): void {
  const problem = problemsOf(mergeTypeOf(shape), live, { allowDuplicates: true });
  if (problem === undefined) return;
  const what = `failed to convert new object (${describeApplied(live)}) to smd typed: ${problem}`;
  throw plainError(`failed to create manager for existing fields: ${what}`);
}

function* storedManagers(entries: readonly ManagedFieldsEntry[]): Steps<Managers> {
  try {
    return yield* decodeSteps(entries);
  } catch (error) {
    throw plainError(`failed to decode managed fields: ${messageOf(error)}`);
  }
}

/** Lets kubectl take over the fields that it owned through client-side apply, which are in its annotation. */
function* tolerantly(input: ApplyInput, run: (force: boolean) => Converting<Applied>): Converting<Applied> {
  try {
    return yield* run(input.force);
  } catch (error) {
    if (!(error instanceof ConflictsError)) throw error;
    const tolerated = input.manager === "kubectl" ? toleratedByLastApplied(input) : undefined;
    if (tolerated === undefined) throw conflictError(error.conflicts);
    const left = error.conflicts
      .map((conflict) => ({ ...conflict, set: difference(conflict.set, tolerated) }))
      .filter(({ set }) => !isEmptySet(set));
    if (left.length > 0) throw conflictError(left);
    return yield* run(true);
  }
}

interface Renaming {
  /**
   * True if the apiVersion of the body is another form of the same version, so that the merged object differs
   * from the stored one.
   */
  readonly isRenamed: boolean;
}

function* apply(input: ApplyInput & Renaming, known: Managers): Converting<Applied> {
  const type = mergeTypeOf(input.shape);
  const live = input.live ?? startOf(input);
  const reset = resetSet(input.resetFields);
  const set = yield* fieldSetSteps(type, input.applied);
  const current = entryOf(input, recursiveDifference(set, reset));
  yield;
  const id = identityOf(current);
  const managers = yield* reconciled(known, input);
  managers.set(id, current);
  yield;
  const merged = mergeObjects(type, live, input.applied);
  yield;
  const object = yield* prune(versioned(input, merged), managers, known.get(id), current);
  yield;
  yield* loseToApply(managers, id, input, { live, object, reset });
  yield;
  const unchanged = equal(live, object) && !input.isRenamed;
  const last = known.get(id);
  finishOwnEntry(managers, id, last, unchanged ? last?.time : formatTime(input.now));
  yield;
  const managedFields = encodeManagedFields(managers);
  return { object: withoutManagedFields(object), managedFields, stamped: !unchanged, isLive: unchanged };
}

/** Object to which a creating apply request is merged. */
const startOf = ({ shape, apiVersion, kind }: ApplyInput): JsonObject => ({
  ...emptyObject(shape),
  apiVersion,
  kind,
});

function entryOf({ manager, apiVersion, subresource }: ApplyInput, set: FieldSet): Managed {
  return { manager: manager || "unknown", operation: "Apply", apiVersion, subresource, time: undefined, set };
}

/**
 * Adapts the sets of the managers to the current types; entries of versions that no longer exist are kept
 * until the next step.
 */
function* reconciled(managers: Managers, input: ApplyInput): Converting<Managers> {
  const result: Managers = new Map();
  const start = versioned(input, input.live ?? startOf(input));
  const types = new Map<string, MergeType | undefined>();
  for (const [id, managed] of managers) {
    const { apiVersion } = managed;
    if (!types.has(apiVersion)) {
      const there = yield* fittingVersion(start, apiVersion);
      types.set(apiVersion, there && mergeTypeOf(there.shape));
    }
    const type = types.get(apiVersion);
    if (type !== undefined) result.set(id, { ...managed, set: reconcile(managed.set, type) });
  }
  return result;
}

/**
 * Completes the manager's own entry: removes fields that are never owned, and sets its time. A new entry
 * without fields is deleted.
 */
function finishOwnEntry(managers: Managers, id: string, last: Managed | undefined, time?: string): void {
  const current = managers.get(id);
  if (current === undefined) return;
  const set = sameAs(last?.set, difference(current.set, NEVER_OWNED));
  if (isEmptySet(set)) managers.delete(id);
  else managers.set(id, { ...current, set, time });
}
