import type { ManagedFieldsEntry } from "../../../../api/meta.ts";
import { difference, type FieldSet, isEmptySet, isMember, setOf } from "../sets/field-set.ts";
import { decodeManagedFields, type Managed, type Managers } from "./decode-managed-fields.ts";
import { encodeManagedFields } from "./encode-managed-fields.ts";

/**
 * Path of the replicas in each version of the parent, such as `["spec", "replicas"]`; null for a version
 * without replicas.
 */
export type ReplicasPaths = ReadonlyMap<string, readonly string[] | null>;

const SCALE_VERSION = "autoscaling/v1";
const REPLICAS = setOf([["f:spec", "f:replicas"]]);

/**
 * Returns the managedFields of a Scale: the owners of the parent's replicas. Throws an Error for entries that
 * cannot be decoded.
 */
export function scaleFields(
  parent: readonly ManagedFieldsEntry[],
  paths: ReplicasPaths,
): ManagedFieldsEntry[] {
  const owners: Managers = new Map();
  for (const [id, managed] of decodeManagedFields(parent)) {
    if (owns(managed, paths.get(managed.apiVersion)))
      owners.set(id, { ...managed, apiVersion: SCALE_VERSION, set: REPLICAS });
  }
  return encodeManagedFields(owners);
}

/**
 * Returns the managedFields of the parent after a write to its Scale, in the version `apiVersion`: managers
 * that are no longer in the Scale lose the replicas, new ones get them (without a time, as in the reference).
 */
export function parentFields(
  parent: readonly ManagedFieldsEntry[],
  scale: readonly ManagedFieldsEntry[],
  apiVersion: string,
  paths: ReplicasPaths,
): ManagedFieldsEntry[] {
  const [before, owners] = [decodeManagedFields(parent), decodeManagedFields(scale)];
  const after: Managers = new Map();
  for (const [id, managed] of before) {
    if (!paths.has(managed.apiVersion)) continue;
    const kept = keep(managed, owners.delete(id) ? null : paths.get(managed.apiVersion));
    if (kept !== undefined) after.set(id, kept);
  }
  const set = replicasSet(paths.get(apiVersion) ?? []);
  for (const [id, managed] of owners) {
    if (owns(managed, ["spec", "replicas"]))
      after.set(id, { ...managed, apiVersion, set, time: before.get(id)?.time });
  }
  return encodeManagedFields(after);
}

const replicasSet = (path: readonly string[]): FieldSet =>
  setOf(path.length > 0 ? [path.map((name) => `f:${name}`)] : []);

function owns({ set }: Managed, path: readonly string[] | null | undefined): boolean {
  if (path === null || path === undefined) return false;
  return isMember(path.reduce<FieldSet | undefined>((node, name) => node?.[`f:${name}`], set));
}

/**
 * Removes the replicas from a manager's fields. `path`: path of the replicas that the manager no longer owns;
 * null if it still owns them.
 */
function keep(managed: Managed, path: readonly string[] | null | undefined): Managed | undefined {
  if (path === null || path === undefined || !owns(managed, path)) return managed;
  const set = difference(managed.set, replicasSet(path));
  return isEmptySet(set) ? undefined : { ...managed, set };
}
