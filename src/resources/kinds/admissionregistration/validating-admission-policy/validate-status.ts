import type { ChangeCheck } from "../../../../api/validation/field-report.ts";
import { trimSpace } from "../../../../go/space.ts";
import type { ValidatingAdmissionPolicyStatus as PolicyStatus } from "../../../../types/tables/admissionregistration/v1-types.ts";
import { checkConditions } from "../../shared/values/conditions.ts";

/** Checks the status of a ValidatingAdmissionPolicy, which the controller that checks its types writes. */
export const checkPolicyStatus: ChangeCheck<PolicyStatus> = ({ typeChecking, conditions }, _old, at) => {
  const warnings = at.child("typeChecking.expressionWarnings");
  typeChecking?.expressionWarnings?.forEach(({ warning = "", fieldRef = "" }, i) => {
    if (warning === "") warnings.index(i).child("warning").required();
    if (trimSpace(fieldRef) === "") warnings.index(i).child("fieldRef").required();
  });
  checkConditions(conditions, at.child("conditions"));
};
