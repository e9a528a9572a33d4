import { formatGroupVersion } from "../../../api/group-version.ts";
import type { KubeObject, ManagedFieldsEntry } from "../../../api/meta.ts";
import { withoutManagedFields } from "../../../api/object/without-managed-fields.ts";
import { StatusError } from "../../../api/status.ts";
import { equal } from "../../../json/equal.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import { guardManagedFields } from "../../../resources/machine/apply/managers/guard.ts";
import { managerName } from "../../../resources/machine/apply/managers/manager-name.ts";
import {
  updateManagedFields,
  updateSteps,
  type VersionedPair,
} from "../../../resources/machine/apply/managers/update-managed-fields.ts";
import type { Clock } from "../../clock.ts";
import { inTurns, next } from "../../loop/turns.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Target } from "../target.ts";
import { fromHub, fromHubWhole, toHub } from "../versions.ts";
import type { WriteOptions } from "./body/write-options.ts";

interface Stamp {
  /** Object in the version of the URL; its managedFields are replaced. */
  readonly object: KubeObject;
  /** Stored object in the hub version; undefined on create. */
  readonly live: KubeObject | undefined;
  readonly options: WriteOptions;
}

/** Records the owner of each field before admission: changes by webhooks have no owner. */
function stampManager(
  clock: Clock,
  context: RequestContext,
  target: Target,
  { object, live, options }: Stamp,
): void | Promise<void> {
  const { kind, resource, subresource } = target;
  context.freshlyStamped = false;
  if (object.kind !== kind.kind) return keepStored(object, live);
  const steps = updateSteps({
    live: live === undefined ? undefined : kind.fromHub(live),
    // The object as the hub version has it: fields that a conversion renames or loses count in their
    // converted form.
    object: resource.custom || kind === resource.hub ? object : kind.fromHub(kind.toHub(object)),
    shape: kind.shape,
    manager: options.fieldManager || managerName(context.request.headers["user-agent"]),
    apiVersion: object.apiVersion ?? "",
    subresource: subresource?.name ?? "",
    now: clock.now(),
    onStamp: () => {
      context.freshlyStamped = true;
    },
    isLarge: context.isLarge,
    resetFields: (subresource?.strategy ?? resource.strategy).resetFields,
    mayNotFit: resource.custom === true,
    ...(resource.versions.length > 1 ? { inVersion: versionsOf(target, object, live) } : {}),
  });
  // If a webhook cannot convert the object, it keeps its owners.
  const keep = (error: unknown): void => {
    if (!(error instanceof StatusError) || kind.hold === undefined) throw error;
    keepStored(object, live);
  };
  try {
    const entries = inTurns(context, steps);
    if (entries instanceof Promise) return entries.then((made) => replaceEntries(object, made), keep);
    replaceEntries(object, entries);
  } catch (error) {
    keep(error);
  }
}

/**
 * Keeps the stored managers of an object for which the reference has no type
 * (managedfields/internal/fieldmanager.go, UpdateNoErrors).
 */
const keepStored = (object: KubeObject, live: KubeObject | undefined): void =>
  replaceEntries(object, live?.metadata.managedFields ?? []);

function replaceEntries(object: KubeObject, entries: ManagedFieldsEntry[]): void {
  if (entries.length === 0) delete object.metadata.managedFields;
  else object.metadata.managedFields = entries;
}

/** Returns the object with its manager recorded, in the hub version. */
export function stampedHub(
  clock: Clock,
  context: RequestContext,
  target: Target,
  stamp: Stamp,
): KubeObject | Promise<KubeObject> {
  return target.resource.versions.some(waits)
    ? stampConverted(clock, context, target, stamp)
    : stampAndConvert(clock, context, target, stamp);
}

/**
 * Records the manager if a webhook converts. Other requests may have turns in between, and the webhook may be
 * slow: conversions are held.
 */
async function stampConverted(
  clock: Clock,
  context: RequestContext,
  target: Target,
  stamp: Stamp,
): Promise<KubeObject> {
  const letGo = target.resource.versions.find(waits)?.hold?.();
  try {
    await versionsReady(target, stamp);
    return await stampAndConvert(clock, context, target, stamp);
  } finally {
    letGo?.();
  }
}

/** Returns the object with the stored managers, in the hub version. */
export function untrackedHub(
  { kind }: Target,
  object: KubeObject,
  live: KubeObject | undefined,
): KubeObject | Promise<KubeObject> {
  keepStored(object, live);
  return toHub(kind, object);
}

function stampAndConvert(
  clock: Clock,
  context: RequestContext,
  target: Target,
  stamp: Stamp,
): KubeObject | Promise<KubeObject> {
  const stamped = stampManager(clock, context, target, stamp);
  return next(context, stamped, () => toHub(target.kind, stamp.object));
}

const waits = ({ ready }: KindDefinition): boolean => ready !== undefined;

/**
 * Calls the conversion webhook for all objects that `stampManager` will compare, in the versions that
 * managers wrote through.
 */
async function versionsReady({ resource, kind }: Target, { object, live }: Stamp): Promise<void> {
  const hub = await toHub(kind, object);
  const shown = live === undefined ? undefined : await fromHub(kind, live);
  const again = shown === undefined ? [] : [await toHub(kind, shown)];
  const entries = [...(object.metadata.managedFields ?? []), ...(live?.metadata.managedFields ?? [])];
  const named = new Set(entries.map(({ apiVersion }) => apiVersion));
  for (const version of resource.versions)
    if (version !== kind && named.has(formatGroupVersion(version))) await version.ready?.([hub, ...again]);
}

/** Records the manager of an object that is never stored: Binding, Eviction. */
export function stampTransient(
  clock: Clock,
  context: RequestContext,
  { subresource }: Target,
  kind: KindDefinition,
  object: KubeObject,
  options: WriteOptions,
): void {
  const entries = updateManagedFields({
    live: undefined,
    object,
    shape: kind.shape,
    manager: options.fieldManager || managerName(context.request.headers["user-agent"]),
    apiVersion: object.apiVersion ?? "",
    subresource: subresource?.name ?? "",
    now: clock.now(),
    resetFields: [],
  });
  context.freshlyStamped = entries.length > 0;
  replaceEntries(object, entries);
}

/**
 * Returns the objects for entries made through another version, which are compared in that version. The
 * stored object is the one that the version of the URL shows, so that fields that this version does not have
 * keep their owners.
 */
function versionsOf({ resource, kind }: Target, object: KubeObject, stored: KubeObject | undefined) {
  const isWhole = stored === undefined || kind === resource.hub;
  const live = isWhole ? stored : kind.toHub(kind.fromHub(stored));
  return (apiVersion: string): VersionedPair | undefined => {
    const version = resource.versions.find((v) => formatGroupVersion(v) === apiVersion);
    if (version === undefined) return undefined;
    return {
      shape: version.shape,
      live: live === undefined ? undefined : fromHubWhole(version, live),
      object: fromHubWhole(version, kind.toHub(object)),
    };
  };
}

/** Replaces managed fields that a webhook made invalid, with a warning. */
export function guardAfterAdmission(
  context: RequestContext,
  before: ManagedFieldsEntry[] | undefined,
  object: KubeObject,
): void {
  if (object.metadata.managedFields === before) return;
  guardManagedFields(before, object, context.warnings);
}

/**
 * Keeps the old times if nothing else differs: such a write changes nothing
 * (apiserver/pkg/endpoints/handlers/fieldmanager/equality.go, IgnoreManagedFieldsTimestampsTransformer).
 */
export function keepOldTimes(object: KubeObject, old: KubeObject): void {
  if (onlyTimesDiffer(object, old)) object.metadata.managedFields = old.metadata.managedFields ?? [];
}

function onlyTimesDiffer(object: KubeObject, old: KubeObject): boolean {
  const [now, before] = [object.metadata.managedFields ?? [], old.metadata.managedFields ?? []];
  if (now.length !== before.length || now.length === 0) return false;
  const same = now.every((entry, i) => equal({ ...entry, time: null }, { ...before[i], time: null }));
  return same && equal(withoutManagedFields(object), withoutManagedFields(old));
}
