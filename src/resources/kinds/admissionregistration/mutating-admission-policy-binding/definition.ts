import { defineResource } from "../../../define/define-resource.ts";
import type { ResourceDefinition } from "../../../resource-definition.ts";
import { bindingColumns } from "../shared/columns.ts";
import { fillBinding } from "../shared/defaults.ts";
import { type RegistrationOptions, specStrategy } from "../shared/strategies.ts";
import { checkMutatingBinding } from "./validate.ts";

export const mutatingAdmissionPolicyBinding = (options: RegistrationOptions): ResourceDefinition =>
  defineResource({
    group: "admissionregistration.k8s.io",
    kind: "MutatingAdmissionPolicyBinding",
    plural: "mutatingadmissionpolicybindings",
    scope: "Cluster",
    categories: ["api-extensions"],
    storedVersion: "v1beta1",
    versions: [
      {
        version: "v1",
        type: "admissionregistration/v1.MutatingAdmissionPolicyBinding",
        defaults: fillBinding,
      },
    ],
    columns: bindingColumns,
    strategy: { ...specStrategy(options, checkMutatingBinding), kubeFinalizers: false },
  });
