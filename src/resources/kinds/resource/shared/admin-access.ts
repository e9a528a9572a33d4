import { type FieldError, forbiddenField } from "../../../../api/field-error.ts";
import type { WriteContext } from "../../../strategy.ts";
import type { ResourceClaimSpec as ClaimSpec } from "../fields/v1-types.ts";

const ADMIN_LABEL = "resource.kubernetes.io/admin-access";

/** Anyone who may make claims in a namespace with that label may have devices that are in use. */
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

export const adminRequestErrors = ({ devices }: ClaimSpec, context: WriteContext): FieldError[] =>
  adminErrors(
    "spec.devices.requests",
    (devices?.requests ?? []).map(({ exactly = {} }) => exactly),
    ".adminAccess",
    context,
  );
