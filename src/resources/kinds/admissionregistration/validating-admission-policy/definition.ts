import { sizeOf } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { validatesStatus } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import type { ResourceDefinition } from "../../../resource-definition.ts";
import { PARAM_KIND } from "../shared/columns.ts";
import { fillPolicy } from "../shared/defaults.ts";
import type { RegistrationOptions } from "../shared/strategies.ts";
import { validatingPolicyStrategy } from "./validate.ts";
import { checkPolicyStatus } from "./validate-status.ts";

/** ValidatingAdmissionPolicy, with its subresource `status`. */
export const validatingAdmissionPolicy = (options: RegistrationOptions): ResourceDefinition =>
  defineResource({
    group: "admissionregistration.k8s.io",
    kind: "ValidatingAdmissionPolicy",
    scope: "Cluster",
    categories: ["api-extensions"],
    versions: [{ version: "v1", defaults: fillPolicy }],
    columns: [
      NAME,
      column`Validations: integer ${(object) => sizeOf(object, "spec.validations")} Validations indicates the number of validation rules defined in this configuration`,
      PARAM_KIND,
      AGE,
    ],
    subresources: [
      status(
        {
          createdByApply: true,
          allowUnconditionalUpdate: false,
          repeatsMeta: [],
          ...validatesStatus(checkPolicyStatus),
        },
        "metadata",
      ),
    ],
    strategy: { ...validatingPolicyStrategy(options), kubeFinalizers: false },
  });
