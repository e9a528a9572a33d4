import type { KubeObject } from "../../../../api/meta.ts";
import type { FieldError } from "../../../../api/validation/field-error.ts";
import { type Json, record } from "../../../../json/value.ts";
import type {
  AllocationResult as Allocation,
  ResourceClaimStatus as ClaimStatus,
} from "../../../../types/tables/resource/v1-types.ts";
import { statusOf, statusOnly } from "../../../define/strategy.ts";
import type { WriteContext } from "../../../strategy.ts";
import { adminErrors } from "../shared/admin-access.ts";
import { identityOf } from "./validate-status.ts";

export const metadataOnly = statusOnly({}, "metadata");

const resultsOf = (allocation: Allocation | undefined) => allocation?.devices?.results ?? [];

/**
 * Errors of devices that are allocated with admin access in a namespace without the label. Devices that have it
 * already are not checked again.
 */
export function adminStatusErrors(
  status: ClaimStatus,
  old: ClaimStatus,
  context: WriteContext,
): FieldError[] {
  const granted = resultsOf(old.allocation).some(({ adminAccess }) => adminAccess === true);
  if (granted) return [];
  return adminErrors(
    "status.allocation.devices.results",
    resultsOf(status.allocation),
    ".adminAccess",
    context,
  );
}

/** Drops the status of devices that are no longer allocated (dropDeallocatedStatusDevices). */
export function dropReleasedDevices(object: KubeObject, before: Allocation | undefined): void {
  const { devices, allocation } = statusOf<ClaimStatus>(object);
  if (devices === undefined) return;
  const released = new Set(resultsOf(before).map(identityOf));
  for (const result of resultsOf(allocation)) released.delete(identityOf(result));
  const kept = devices.filter((device) => !released.has(identityOf(device)));
  if (kept.length === devices.length) return;
  const { devices: _, ...rest } = record(object.status);
  object.status = kept.length === 0 ? rest : { ...rest, devices: kept as unknown as Json };
}
