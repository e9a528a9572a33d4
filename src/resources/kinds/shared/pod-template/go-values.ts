import type { JsonObject } from "../../../../json/value.ts";
import type { PodResourceClaim, SecurityContext } from "../../../../types/tables/core/v1-types.ts";
import { coreForm } from "../go-form/core-forms.ts";

/** Returns the security context of a container as errors quote it. */
export const goSecurityContext = (context: SecurityContext): JsonObject =>
  coreForm("SecurityContext", context);

/** Returns an entry of spec.resourceClaims as errors quote it. */
export const goResourceClaim = (claim: PodResourceClaim): JsonObject => coreForm("PodResourceClaim", claim);
