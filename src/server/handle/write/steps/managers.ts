import { formatGroupVersion } from "../../../../api/group-version.ts";
import type { KubeObject, ManagedFieldsEntry } from "../../../../api/meta.ts";
import { StatusError } from "../../../../api/status.ts";
import { thenMaybe } from "../../../../async/then-maybe.ts";
import type { KindDefinition } from "../../../../resources/kind.ts";
import { managerName } from "../../../../resources/machine/apply/managers/manager-name.ts";
import {
  type FieldUpdate,
  updateManagedFields,
  updateSteps,
  type VersionedPair,
} from "../../../../resources/machine/apply/managers/update-managed-fields.ts";
import { inTurns, next } from "../../../loop/turns.ts";
import { strategyOf, type Target } from "../../target.ts";
import { fromHub, fromHubWhole, toHub } from "../../versions.ts";
import type { Needs } from "../writes.ts";
import type { Write } from "./write.ts";

/**
 * Records the owners of the fields before admission, so that changes by webhooks have no owner, and converts the object to
 * the hub version.
 */
export function recordManagers(write: Write): void | Promise<void> {
  const isConverted = !write.isUntracked && write.target.resource.versions.some(waits);
  return thenMaybe(isConverted ? stampConverted(write) : stampAndConvert(write), (hub) => {
    write.object = hub;
  });
}

const waits = ({ ready }: KindDefinition): boolean => ready !== undefined;

/**
 * Records the owners if a webhook converts. Other requests may have turns in between, and the webhook may be
 * slow: conversions are held.
 */
async function stampConverted(write: Write): Promise<KubeObject> {
  const letGo = write.target.resource.versions.find(waits)?.hold?.();
  try {
    await versionsReady(write);
    return await stampAndConvert(write);
  } finally {
    letGo?.();
  }
}

/**
 * Calls the conversion webhook for all objects that `stamp` will compare, in the versions that managers wrote
 * through.
 */
async function versionsReady({ target: { resource, kind }, object, old }: Write): Promise<void> {
  const hub = await toHub(kind, object);
  const shown = old === undefined ? undefined : await fromHub(kind, old);
  const again = shown === undefined ? [] : [await toHub(kind, shown)];
  const entries = [...(object.metadata.managedFields ?? []), ...(old?.metadata.managedFields ?? [])];
  const named = new Set(entries.map(({ apiVersion }) => apiVersion));
  for (const version of resource.versions)
    if (version !== kind && named.has(formatGroupVersion(version))) await version.ready?.([hub, ...again]);
}

function stampAndConvert(write: Write): KubeObject | Promise<KubeObject> {
  const stamped = write.isUntracked ? keepStored(write) : stamp(write);
  return next(write.context, stamped, () => toHub(write.target.kind, write.object));
}

function stamp(write: Write): void | Promise<void> {
  const { context, target, object, old } = write;
  const { kind, resource } = target;
  context.freshlyStamped = false;
  if (object.kind !== kind.kind) return keepStored(write);
  const update = updateOf(write, {
    live: old === undefined ? undefined : kind.fromHub(old),
    // The object as the hub version has it: fields that a conversion renames or loses count in their
    // converted form.
    object: resource.custom || kind === resource.hub ? object : kind.fromHub(kind.toHub(object)),
    resetFields: strategyOf(target).resetFields,
    ...(resource.versions.length > 1 ? { inVersion: versionsOf(target, object, old) } : {}),
  });
  // If a webhook cannot convert the object, it keeps its owners.
  const keep = (error: unknown): void => {
    if (!(error instanceof StatusError) || kind.hold === undefined) throw error;
    keepStored(write);
  };
  try {
    const entries = inTurns(context, updateSteps(update));
    if (entries instanceof Promise) return entries.then((made) => void managedBy(object, made), keep);
    managedBy(object, entries);
  } catch (error) {
    keep(error);
  }
}

/** Returns the facts about a write that decide the owners of the fields. */
export function updateOf(
  { server, context, target, kind, object, options }: Write<Needs>,
  compared: Pick<FieldUpdate, "live" | "object" | "resetFields" | "inVersion">,
): FieldUpdate {
  return {
    shape: kind.shape,
    manager: options.fieldManager || managerName(context.request.headers["user-agent"]),
    apiVersion: object.apiVersion ?? "",
    subresource: target.subresource?.name ?? "",
    now: server.now(),
    onStamp: () => {
      context.freshlyStamped = true;
    },
    isLarge: context.isLarge,
    mayNotFit: kind.custom === true,
    ...compared,
  };
}

/**
 * Keeps the stored managers of an object for which the reference has no type
 * (managedfields/internal/fieldmanager.go, UpdateNoErrors).
 */
function keepStored({ object, old }: Write): void {
  managedBy(object, old?.metadata.managedFields ?? []);
}

/** Sets the managed fields of an object, and returns it. */
export function managedBy(object: KubeObject, entries: ManagedFieldsEntry[]): KubeObject {
  if (entries.length === 0) delete object.metadata.managedFields;
  else object.metadata.managedFields = entries;
  return object;
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

/** Records the owners of the fields of an object that is never stored. */
export function recordTransientManagers(write: Write<Needs>): void {
  const { context, object } = write;
  const entries = updateManagedFields(updateOf(write, { live: undefined, object, resetFields: [] }));
  context.freshlyStamped = entries.length > 0;
  managedBy(object, entries);
}
