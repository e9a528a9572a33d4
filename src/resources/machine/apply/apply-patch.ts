import { formatGroupVersionKind, parseGroupVersion } from "../../../api/group-version.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";
import type { ManagedFieldsEntry } from "../../../api/meta.ts";
import { badRequest, plainError } from "../../../api/status.ts";
import { equal } from "../../../json/equal.ts";
import { clone } from "../../../json/object.ts";
import type { ObjectShape } from "../../../schema/shape.ts";
import { restoreUnstructured } from "../decode/restore-unstructured.ts";
import type { ApplyInput } from "./apply-input.ts";
import { capManagers } from "./cap-managers.ts";
import { compareObjects } from "./compare.ts";
import { type Conflict, conflictError } from "./conflict.ts";
import { decodeManagedFields, identityOf, type Managed, type Managers } from "./decode-managed-fields.ts";
import { emptyObject } from "./empty-object.ts";
import { encodeManagedFields } from "./encode-managed-fields.ts";
import {
  difference,
  type FieldSet,
  intersection,
  isEmptySet,
  recursiveDifference,
  union,
} from "./field-set.ts";
import { lastAppliedText, toleratedByLastApplied, withLastApplied } from "./last-applied.ts";
import { mergeObjects } from "./merge-objects.ts";
import { mergeTypeOf } from "./merge-type.ts";
import { type Convert, prune, type Versioned } from "./prune.ts";
import { reconcile } from "./reconcile.ts";
import { toFieldSet } from "./to-field-set.ts";
import { formatSeconds, NEVER_OWNED, resetSet, updateManagers } from "./update-managed-fields.ts";
import { problemsOf } from "./validate-applied.ts";

export interface Applied {
  /** In the version of the URL, without managedFields: to be decoded and defaulted as a client's object. */
  readonly object: JsonObject;
  /** Empty: the object has none. */
  readonly managedFields: ManagedFieldsEntry[];
}

/** The manager that owns what was there before the first apply of an object that nobody tracked. */
const BEFORE = "before-first-apply";

/**
 * Merges what a manager applies into the live object and notes what it owns. Throws StatusError: 400 for another
 * kind or managedFields in the body, 500 without reason for what the type does not have, 409 for conflicts.
 */
export function applyPatch(input: ApplyInput): Applied {
  assertApplicable(input);
  const managers = knownManagers(input);
  const problem = problemsOf(mergeTypeOf(input.shape), input.applied);
  if (problem !== undefined)
    throw plainError(`failed to create typed patch object (${describeApplied(input.applied)}): ${problem}`);
  const result = tolerantly(input, (force) => apply({ ...input, force }, managers));
  return input.manager === "kubectl"
    ? { ...result, object: withLastApplied(result.object, lastAppliedText(input.applied)) }
    : result;
}

function assertApplicable({ applied, apiVersion, kind, shape }: ApplyInput): void {
  if (applied.apiVersion !== apiVersion || applied.kind !== kind)
    throw badRequest(`invalid object type: ${formatGroupVersionKind(kindOf(applied))}`);
  const metadata = isJsonObject(applied.metadata) ? applied.metadata : {};
  const { managedFields } = metadata;
  // Entries that cannot be read are none: what is wrong with them is said later.
  if (Array.isArray(managedFields) && areReadable(managedFields, shape))
    throw badRequest("metadata.managedFields must be nil");
}

function areReadable(entries: readonly Json[], { fields }: ObjectShape): boolean {
  const metadata = fields.get("metadata")?.shape;
  const list = metadata?.kind === "object" ? metadata.fields.get("managedFields")?.shape : undefined;
  const item = list?.kind === "list" ? list.item : undefined;
  if (item?.kind !== "object") return true;
  return entries.every(
    (entry) => isJsonObject(entry) && restoreUnstructured(clone(entry), item) === undefined,
  );
}

function kindOf({ apiVersion, kind }: JsonObject): { group: string; version: string; kind: string } {
  return { ...parseGroupVersion(text(apiVersion)), kind: text(kind) };
}

const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** `namespace/name; group/version, Kind=X` of what was applied, as it says it. */
export function describeApplied(applied: JsonObject): string {
  const metadata = isJsonObject(applied.metadata) ? applied.metadata : {};
  return `${text(metadata.namespace)}/${text(metadata.name)}; ${formatGroupVersionKind(kindOf(applied))}`;
}

/** Without any, what is there already belongs to a manager of its own. */
function knownManagers(input: ApplyInput): Managers {
  const managers = storedManagers(input.live?.metadata.managedFields ?? []);
  if (managers.size > 0 || input.live === undefined) return managers;
  assertTyped(input.live, input.shape);
  return capManagers(
    updateManagers(managers, { ...input, live: undefined, object: input.live, manager: BEFORE }),
  );
}

/** A stored object may have list items without keys; whoever was there before cannot be told what is theirs then. */
function assertTyped(live: JsonObject, shape: ObjectShape): void {
  const problem = problemsOf(mergeTypeOf(shape), live, { allowDuplicates: true });
  if (problem === undefined) return;
  const what = `failed to convert new object (${describeApplied(live)}) to smd typed: ${problem}`;
  throw plainError(`failed to create manager for existing fields: ${what}`);
}

function storedManagers(entries: readonly ManagedFieldsEntry[]): Managers {
  try {
    return decodeManagedFields(entries);
  } catch (error) {
    throw plainError(`failed to decode managed fields: ${(error as Error).message}`);
  }
}

/** kubectl may take over what it owned through client-side apply (its annotation tells). */
function tolerantly(input: ApplyInput, run: (force: boolean) => Applied): Applied {
  try {
    return run(input.force);
  } catch (error) {
    if (!(error instanceof ConflictsError)) throw error;
    const tolerated = input.manager === "kubectl" ? toleratedByLastApplied(input) : undefined;
    if (tolerated === undefined) throw conflictError(error.conflicts);
    const left = error.conflicts
      .map((conflict) => ({ ...conflict, set: difference(conflict.set, tolerated) }))
      .filter(({ set }) => !isEmptySet(set));
    if (left.length > 0) throw conflictError(left);
    return run(true);
  }
}

class ConflictsError extends Error {
  readonly conflicts: readonly Conflict[];
  constructor(conflicts: readonly Conflict[]) {
    super("conflicts");
    this.conflicts = conflicts;
  }
}

function apply(input: ApplyInput, known: Managers): Applied {
  const type = mergeTypeOf(input.shape);
  const live = input.live ?? startOf(input);
  const reset = resetSet(input.resetFields);
  const current = entryOf(input, recursiveDifference(toFieldSet(type, input.applied), reset));
  const id = identityOf(current);
  const managers = new Map([...reconciled(known, input)].concat([[id, current]]));
  const merged = mergeObjects(type, live, input.applied);
  const object = prune(versioned(input, merged), managers, known.get(id), current, convertOf(input));
  loseToApply(managers, id, input, { live, object, reset });
  const unchanged = equal(live, object);
  settle(managers, id, unchanged ? known.get(id)?.time : formatSeconds(input.now));
  return { object: withoutManagedFields(object), managedFields: encodeManagedFields(managers) };
}

/** What an apply that creates starts from. */
const startOf = ({ shape, apiVersion, kind }: ApplyInput): JsonObject => ({
  ...emptyObject(shape),
  apiVersion,
  kind,
});

function entryOf({ manager, apiVersion, subresource }: ApplyInput, set: FieldSet): Managed {
  return { manager: manager || "unknown", operation: "Apply", apiVersion, subresource, time: undefined, set };
}

const versioned = ({ apiVersion, shape }: ApplyInput, object: JsonObject): Versioned => ({
  apiVersion,
  shape,
  object,
});

function convertOf({ convert }: ApplyInput): Convert {
  return (from, apiVersion) => (from.apiVersion === apiVersion ? from : convert?.(from, apiVersion));
}

/** Sets in agreement with the types of today; entries of versions that are no more stay until the next step. */
function reconciled(managers: Managers, input: ApplyInput): Managers {
  const result: Managers = new Map();
  const inVersion = perVersion((version) =>
    convertOf(input)(versioned(input, input.live ?? startOf(input)), version),
  );
  for (const [id, managed] of managers) {
    const there = inVersion(managed.apiVersion);
    if (there !== undefined)
      result.set(id, { ...managed, set: reconcile(managed.set, mergeTypeOf(there.shape)) });
  }
  return result;
}

/** What costs a conversion or a comparison of whole objects is made once for each version, whoever uses it. */
function perVersion<T>(make: (apiVersion: string) => T): (apiVersion: string) => T {
  const made = new Map<string, T>();
  return (apiVersion) => {
    const known = made.get(apiVersion);
    if (known !== undefined || made.has(apiVersion)) return known as T;
    const value = make(apiVersion);
    made.set(apiVersion, value);
    return value;
  };
}

interface Change {
  readonly live: JsonObject;
  readonly object: JsonObject;
  readonly reset: FieldSet;
}

/** The others lose what this apply changed (or it is refused) and what it removed. */
function loseToApply(managers: Managers, own: string, input: ApplyInput, change: Change): void {
  const conflicts: Conflict[] = [];
  const after: Managers = new Map();
  const changeFor = perVersion((version) => changeIn(version, input, change));
  for (const [id, managed] of managers) {
    const { gained, lost } = changeFor(managed.apiVersion);
    const taken = id === own ? undefined : intersection(managed.set, gained);
    if (taken !== undefined && !isEmptySet(taken)) conflicts.push({ with: managed, set: taken });
    const set = id === own ? managed.set : difference(difference(managed.set, gained), lost);
    if (!isEmptySet(set)) after.set(id, set === managed.set ? managed : { ...managed, set });
  }
  if (conflicts.length > 0 && !input.force) throw new ConflictsError(conflicts);
  managers.clear();
  for (const [id, managed] of after) managers.set(id, managed);
}

function changeIn(
  apiVersion: string,
  input: ApplyInput,
  { live, object, reset }: Change,
): { gained: FieldSet; lost: FieldSet } {
  const convert = convertOf(input);
  const [before, after] = [
    convert(versioned(input, live), apiVersion),
    convert(versioned(input, object), apiVersion),
  ];
  if (before === undefined || after === undefined) return NOTHING;
  const { added, modified, removed } = compareObjects(mergeTypeOf(before.shape), before.object, after.object);
  return {
    gained: recursiveDifference(union(modified, added), reset),
    lost: recursiveDifference(removed, reset),
  };
}

const NOTHING = { gained: {}, lost: {} };

/** The own entry without what nobody owns, and with its time; a new one that changed nothing has none. */
function settle(managers: Managers, id: string, time: string | undefined): void {
  const current = managers.get(id);
  if (current === undefined) return;
  const set = difference(current.set, NEVER_OWNED);
  if (isEmptySet(set)) managers.delete(id);
  else managers.set(id, { ...current, set, time });
}

function withoutManagedFields(object: JsonObject): JsonObject {
  const { managedFields, ...metadata } = (object.metadata ?? {}) as JsonObject;
  return managedFields === undefined ? object : { ...object, metadata };
}
