import type { JsonObject } from "../../../../api/json.ts";
import { coreForm } from "../go-form/core-forms.ts";
import type { PodResourceClaim, SecurityContext } from "./pod-spec.ts";

/** A container's security context as errors quote it. */
export const goSecurityContext = (context: SecurityContext): JsonObject =>
  coreForm("SecurityContext", context);

/** An entry of spec.resourceClaims as errors quote it. */
export const goResourceClaim = (claim: PodResourceClaim): JsonObject => coreForm("PodResourceClaim", claim);
