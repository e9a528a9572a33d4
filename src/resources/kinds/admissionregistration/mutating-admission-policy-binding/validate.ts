import type { FieldReport } from "../../../../api/validation/field-report.ts";
import type { ValidatingAdmissionPolicyBindingSpec as BindingSpec } from "../../../../types/tables/admissionregistration/v1-types.ts";
import { checkBinding } from "../shared/bindings.ts";
import { checkMutatingOperations } from "../shared/match-resources.ts";

/** Checks `spec`. A binding cannot match CONNECT and DELETE, as its policy. */
export function checkMutatingBinding(spec: BindingSpec, at: FieldReport): void {
  checkBinding(spec, at);
  if (spec.matchResources !== undefined)
    checkMutatingOperations(spec.matchResources, at.child("matchResources"));
}
