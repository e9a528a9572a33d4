import type { FieldReport } from "../../../../api/validation/field-report.ts";
import type { ValidatingAdmissionPolicyBindingSpec as BindingSpec } from "../../../../types/tables/admissionregistration/v1-types.ts";
import { defineResource } from "../../../define/define-resource.ts";
import type { ResourceDefinition } from "../../../resource-definition.ts";
import { checkBinding } from "../shared/bindings.ts";
import { bindingColumns } from "../shared/columns.ts";
import { fillBinding } from "../shared/defaults.ts";
import { type RegistrationOptions, specStrategy } from "../shared/strategies.ts";

const ACTIONS = ["Audit", "Deny", "Warn"];

/** Checks `spec` with its `validationActions` (ValidateValidatingAdmissionPolicyBinding). */
function checkValidatingBinding(spec: BindingSpec, at: FieldReport): void {
  checkBinding(spec, at, at.declared);
  checkActions(spec.validationActions ?? [], at.child("validationActions"));
}

function checkActions(actions: readonly string[], at: FieldReport): void {
  const seen = new Set<string>();
  actions.forEach((action, i) => {
    if (!ACTIONS.includes(action)) at.index(i).notSupported(action, ACTIONS);
    at.index(i).distinctNamed(action, seen);
  });
  if (seen.has("Deny") && seen.has("Warn")) {
    at.invalid(
      actions,
      "must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)",
    );
  }
  if (actions.length === 0) at.declared.required("at least one validation action is required");
}

/** ValidatingAdmissionPolicyBinding. */
export const validatingAdmissionPolicyBinding = (options: RegistrationOptions): ResourceDefinition =>
  defineResource({
    group: "admissionregistration.k8s.io",
    kind: "ValidatingAdmissionPolicyBinding",
    scope: "Cluster",
    categories: ["api-extensions"],
    versions: [{ version: "v1", defaults: fillBinding }],
    columns: bindingColumns,
    strategy: { ...specStrategy(options, checkValidatingBinding), kubeFinalizers: false },
  });
