import { at, textAt } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import type { ResourceDefinition } from "../../../kind.ts";
import { formatParamRef } from "../shared/columns.ts";
import { fillBinding } from "../shared/defaults.ts";
import { type RegistrationOptions, specStrategy } from "../shared/strategies.ts";
import { checkValidatingBindingObject } from "./validate.ts";

export const validatingAdmissionPolicyBinding = (options: RegistrationOptions): ResourceDefinition =>
  defineResource({
    group: "admissionregistration.k8s.io",
    kind: "ValidatingAdmissionPolicyBinding",
    plural: "validatingadmissionpolicybindings",
    scope: "Cluster",
    categories: ["api-extensions"],
    versions: [
      {
        version: "v1",
        type: "admissionregistration/v1.ValidatingAdmissionPolicyBinding",
        defaults: fillBinding,
      },
    ],
    columns: [
      NAME,
      column(
        "PolicyName",
        "PolicyName indicates the policy definition which the policy binding binded to",
        textAt("spec.policyName"),
      ),
      column(
        "ParamRef",
        "ParamRef indicates the param resource which sets the configuration param",
        (object) => formatParamRef(at(object, "spec.paramRef")),
      ),
      AGE,
    ],
    strategy: {
      ...specStrategy(options, checkValidatingBindingObject),
      kubeFinalizers: false,
    },
  });
