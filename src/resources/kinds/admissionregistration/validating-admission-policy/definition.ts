import type { ChangeCheck } from "../../../../api/validation/field-report.ts";
import { trimSpace } from "../../../../go/space.ts";
import type { ValidatingAdmissionPolicyStatus as PolicyStatus } from "../../../../types/tables/admissionregistration/v1-types.ts";
import { sizeOf } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { validatesStatus } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import type { ResourceDefinition } from "../../../resource-definition.ts";
import { checkConditions } from "../../shared/values/conditions.ts";
import { PARAM_KIND } from "../shared/columns.ts";
import { fillPolicy } from "../shared/defaults.ts";
import type { RegistrationOptions } from "../shared/strategies.ts";
import { validatingPolicyStrategy } from "./validate.ts";

/** Checks the status of a ValidatingAdmissionPolicy, which the controller that checks its types writes. */
const checkPolicyStatus: ChangeCheck<PolicyStatus> = ({ typeChecking, conditions }, _old, at) => {
  const warnings = at.child("typeChecking.expressionWarnings");
  typeChecking?.expressionWarnings?.forEach(({ warning = "", fieldRef = "" }, i) => {
    if (warning === "") warnings.index(i).child("warning").required();
    if (trimSpace(fieldRef) === "") warnings.index(i).child("fieldRef").required();
  });
  checkConditions(conditions, at.child("conditions"));
};

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
