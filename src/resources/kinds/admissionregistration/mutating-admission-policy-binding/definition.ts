import type { FieldReport } from "../../../../api/validation/field-report.ts";
import type { ValidatingAdmissionPolicyBindingSpec as BindingSpec } from "../../../../types/tables/admissionregistration/v1-types.ts";
import { defineResource } from "../../../define/define-resource.ts";
import type { ResourceDefinition } from "../../../resource-definition.ts";
import { checkBinding } from "../shared/bindings.ts";
import { bindingColumns } from "../shared/columns.ts";
import { fillBinding, fillBindingV1alpha1 } from "../shared/defaults.ts";
import { checkMutatingOperations } from "../shared/match-resources.ts";
import { type RegistrationOptions, specStrategy } from "../shared/strategies.ts";

/** MutatingAdmissionPolicyBinding, stored in v1beta1 in 1.36, where v1 is new. */
export const mutatingAdmissionPolicyBinding = (options: RegistrationOptions): ResourceDefinition =>
  defineResource({
    group: "admissionregistration.k8s.io",
    kind: "MutatingAdmissionPolicyBinding",
    scope: "Cluster",
    categories: ["api-extensions"],
    storedVersion: "v1beta1",
    versions: [
      { version: "v1", defaults: fillBinding, since: 36 },
      { version: "v1beta1", defaults: fillBinding },
      { version: "v1alpha1", deprecated: 35, removed: 38, defaults: fillBindingV1alpha1 },
    ],
    columns: bindingColumns,
    strategy: { ...specStrategy(options, checkMutatingBinding), kubeFinalizers: false },
  });

/** Checks `spec`. A binding cannot match CONNECT and DELETE, as its policy. */
function checkMutatingBinding(spec: BindingSpec, at: FieldReport): void {
  checkBinding(spec, at);
  if (spec.matchResources !== undefined)
    checkMutatingOperations(spec.matchResources, at.child("matchResources"));
}
