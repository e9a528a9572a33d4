import type { ManagedFieldsEntry } from "../../../../api/meta.ts";
import { inElementOrder } from "../sets/element-order.ts";
import { fieldsV1 } from "../sets/field-set.ts";
import type { Managed, Managers } from "./decode-managed-fields.ts";

/**
 * Encodes entries in the order of stored objects: applied ones first, then by time, manager, version and
 * subresource.
 */
export function encodeManagedFields(managers: Managers): ManagedFieldsEntry[] {
  const all = [...managers.values()];
  return (all.length > 1 ? all.sort(byRank) : all).map(encode);
}

/** Encodes one entry. It sets member by member for speed, because every write of an object calls it. */
function encode({ manager, operation, apiVersion, time, set, subresource }: Managed): ManagedFieldsEntry {
  const entry: Partial<ManagedFieldsEntry> = {};
  if (manager !== "") entry.manager = manager;
  entry.operation = operation;
  entry.apiVersion = apiVersion;
  if (time !== undefined) entry.time = time;
  entry.fieldsType = "FieldsV1";
  entry.fieldsV1 = fieldsV1(inElementOrder(set));
  if (subresource !== "") entry.subresource = subresource;
  return entry;
}

function byRank(a: Managed, b: Managed): number {
  return (
    order(a.operation, b.operation) ||
    seconds(a.time) - seconds(b.time) ||
    order(a.manager, b.manager) ||
    order(a.apiVersion, b.apiVersion) ||
    order(a.subresource, b.subresource)
  );
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns whole seconds since 1970; 0 for an entry without a time, which so is the oldest. */
export const seconds = (time: string | undefined): number =>
  time === undefined ? 0 : Math.floor(Date.parse(time) / 1000);
