import { type FieldError, forbiddenField } from "../../../../api/validation/field-error.ts";
import type { ResourceClaimSpec as ClaimSpec } from "../../../../types/tables/resource/v1-types.ts";
import type { WriteContext } from "../../../strategy.ts";

const ADMIN_LABEL = "resource.kubernetes.io/admin-access";

/**
 * Returns an error if a request needs admin access and its namespace does not have the label. In a namespace
 * with the label, any user who can create claims can get devices that are in use.
 */
export function adminErrors(
  path: string,
  asked: readonly { adminAccess?: boolean | undefined }[],
  at: string,
  context: WriteContext,
): FieldError[] {
  const index = asked.findIndex(({ adminAccess }) => adminAccess === true);
  if (index < 0 || context.namespaceLabels?.()?.[ADMIN_LABEL] === "true") return [];
  const wanted = `admin access to devices requires the \`${ADMIN_LABEL}: true\` label on the containing namespace`;
  return [forbiddenField(`${path}[${index}]${at}`, wanted)];
}

/** Errors of requests for admin access in a namespace without the label. */
export const adminRequestErrors = ({ devices }: ClaimSpec, context: WriteContext): FieldError[] =>
  adminErrors(
    "spec.devices.requests",
    (devices?.requests ?? []).map(({ exactly = {} }) => exactly),
    ".adminAccess",
    context,
  );
