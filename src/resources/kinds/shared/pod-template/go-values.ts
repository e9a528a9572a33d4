import type { JsonObject } from "../../../../api/json.ts";
import type { PodResourceClaim, SecurityContext } from "../../core/fields/v1-types.ts";
import { coreForm } from "../go-form/core-forms.ts";

/** A container's security context as errors quote it. */
export const goSecurityContext = (context: SecurityContext): JsonObject =>
  coreForm("SecurityContext", context);

/** An entry of spec.resourceClaims as errors quote it. */
export const goResourceClaim = (claim: PodResourceClaim): JsonObject => coreForm("PodResourceClaim", claim);
