import { formatGroupVersion } from "../../../api/group-version.ts";
import type { KubeObject, ManagedFieldsEntry } from "../../../api/meta.ts";
import { StatusError } from "../../../api/status.ts";
import { equal } from "../../../json/equal.ts";
import { withoutManagedFields } from "../../../json/without-managed-fields.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import { guardManagedFields } from "../../../resources/machine/apply/guard.ts";
import { managerName } from "../../../resources/machine/apply/manager-name.ts";
import {
  updateManagedFields,
  updateSteps,
  type VersionedPair,
} from "../../../resources/machine/apply/update-managed-fields.ts";
import type { Clock } from "../../clock.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Target } from "../target.ts";
import { fromHub, fromHubWhole, toHub } from "../versions.ts";
import { inTurns, next } from "./turns.ts";
import type { WriteOptions } from "./write-options.ts";

export interface Stamp {
  /** In the version of the URL; its managedFields are replaced. */
  readonly object: KubeObject;
  /** The stored object in the hub version; undefined on create. */
  readonly live: KubeObject | undefined;
  readonly options: WriteOptions;
}

/** Notes which manager owns what, before admission: what webhooks change has no owner. */
function stampManager(
  clock: Clock,
  context: RequestContext,
  target: Target,
  { object, live, options }: Stamp,
): void | Promise<void> {
  const { kind, resource, subresource } = target;
  context.freshlyStamped = false;
  // The reference knows no type of it, and drops all entries (managedfields/fieldmanager.go, UpdateNoErrors).
  if (object.kind !== kind.kind) return void delete object.metadata.managedFields;
  const steps = updateSteps({
    live: live === undefined ? undefined : kind.fromHub(live),
    // As the hub understands it: what a version says in other words, or what gets lost, counts as it comes back.
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
  // What cannot be converted by a webhook has no owners any more.
  const without = (error: unknown): void => {
    if (!(error instanceof StatusError) || kind.hold === undefined) throw error;
    replaceEntries(object, []);
  };
  try {
    const entries = inTurns(context, steps);
    if (entries instanceof Promise) return entries.then((made) => replaceEntries(object, made), without);
    replaceEntries(object, entries);
  } catch (error) {
    without(error);
  }
}

function replaceEntries(object: KubeObject, entries: ManagedFieldsEntry[]): void {
  if (entries.length === 0) delete object.metadata.managedFields;
  else object.metadata.managedFields = entries;
}

/** The object with its manager noted, in the hub version. */
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

/** Where a webhook converts. Others may have turns in between, and the webhook may be slow: conversions are held. */
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

/** The object with no managers, in the hub version. */
export function unmanagedHub({ kind }: Target, object: KubeObject): KubeObject | Promise<KubeObject> {
  delete object.metadata.managedFields;
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
 * Where a webhook converts: asks it for what `stampManager` will compare, in the versions that managers wrote
 * through.
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

/** The same for an object that is never stored: Binding, Eviction. */
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
 * Entries made through another version are compared in that version; the stored object as the version of the URL
 * shows it, so that nobody loses what that version does not know.
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

/** A webhook that breaks them is overruled, with a warning. */
export function guardAfterAdmission(
  context: RequestContext,
  before: ManagedFieldsEntry[] | undefined,
  object: KubeObject,
): void {
  if (object.metadata.managedFields === before) return;
  guardManagedFields(before, object, context.warnings.add);
}

/**
 * A write that changes nothing but the times of managed fields changes nothing
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
