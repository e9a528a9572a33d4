import type { KubeObject, ManagedFieldsEntry } from "../../../../api/meta.ts";
import { messageOf } from "../../../../report/describe-error.ts";
import { decodeManagedFields } from "./decode-managed-fields.ts";

/**
 * Checks managed fields after mutating admission: if they cannot be decoded, they are replaced by those
 * before admission, with a warning; all other changes are kept
 * (apiserver/pkg/endpoints/handlers/fieldmanager/admission.go,
 * NewManagedFieldsValidatingAdmissionController). Changes `object` in place.
 */
export function guardManagedFields(
  before: ManagedFieldsEntry[] | undefined,
  object: KubeObject,
  warnings: { add(text: string): void },
): void {
  const { managedFields } = object.metadata;
  if (managedFields?.length === 0) delete object.metadata.managedFields;
  try {
    decodeManagedFields(managedFields ?? []);
  } catch (error) {
    if (before === undefined) delete object.metadata.managedFields;
    else object.metadata.managedFields = before;
    warnings.add(`${INVALID}${messageOf(error)}`);
  }
}

const INVALID =
  ".metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ";
