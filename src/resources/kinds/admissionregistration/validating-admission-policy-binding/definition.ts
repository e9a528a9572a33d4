import { defineResource } from "../../../define/define-resource.ts";
import type { ResourceDefinition } from "../../../resource-definition.ts";
import { bindingColumns } from "../shared/columns.ts";
import { fillBinding } from "../shared/defaults.ts";
import { type RegistrationOptions, specStrategy } from "../shared/strategies.ts";
import { checkValidatingBinding } from "./validate.ts";

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
