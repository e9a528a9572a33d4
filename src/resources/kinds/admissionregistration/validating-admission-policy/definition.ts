import type { ChangeCheck, FieldReport } from "../../../../api/validation/field-report.ts";
import { byteLength, qualifiedNameProblems } from "../../../../api/validation/name-format.ts";
import { trimSpace } from "../../../../go/space.ts";
import type {
  AuditAnnotation,
  ValidatingAdmissionPolicyStatus as PolicyStatus,
  ValidatingAdmissionPolicySpec as ValidatingPolicySpec,
  Validation,
} from "../../../../types/tables/admissionregistration/v1-types.ts";
import { sizeOf } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { specAndStatus, specOf, validatesStatus } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import type { ResourceDefinition } from "../../../resource-definition.ts";
import type { Strategy } from "../../../strategy.ts";
import { checkConditions } from "../../shared/values/conditions.ts";
import { PARAM_KIND } from "../shared/columns.ts";
import { fillPolicy } from "../shared/defaults.ts";
import { checkPolicyExpression, checkPolicyHead, type PolicyOptions } from "../shared/policy-parts.ts";
import { policyStrategy, type RegistrationOptions } from "../shared/strategies.ts";

const REASONS = ["Forbidden", "Invalid", "RequestEntityTooLarge"];

const MAX_AUDIT_ANNOTATIONS = 20;

const MAX_AUDIT_EXPRESSION_BYTES = 5 * 1024;

const ONE_OF_BOTH = "validations or auditAnnotations must contain at least one item";

/**
 * Checks the spec of a ValidatingAdmissionPolicy. `name`: name of the policy, which is part of the keys of
 * its audit annotations.
 */
function checkValidatingPolicy(
  name: string,
  given: ValidatingPolicySpec,
  at: FieldReport,
  options: PolicyOptions,
): void {
  const { variables: _none, ...withoutVariables } = given;
  const spec = (given.variables ?? []).length > 0 ? given : withoutVariables;
  const { validations = [], auditAnnotations = [] } = spec;
  checkPolicyHead(spec, at, options);
  if (validations.length === 0 && auditAnnotations.length === 0) {
    at.child("validations").required(ONE_OF_BOTH);
    at.child("auditAnnotations").required(ONE_OF_BOTH);
  }
  const context: Context = { name, spec, options };
  at.eachOf("validations", validations, (validation, here) => checkValidation(validation, here, context));
  checkAuditAnnotations(auditAnnotations, at.child("auditAnnotations"), context);
}

interface Context {
  readonly name: string;
  readonly spec: ValidatingPolicySpec;
  readonly options: PolicyOptions;
}

function checkValidation(validation: Validation, at: FieldReport, context: Context): void {
  const { expression = "", message = "", messageExpression = "" } = validation;
  if (trimSpace(expression) === "") at.child("expression").required("expression is not specified");
  else checkPolicyExpression(expression, "validation", at.child("expression"), context);
  const ofMessage = at.child("messageExpression");
  if (messageExpression !== "" && trimSpace(messageExpression) === "") {
    ofMessage.invalid(messageExpression, "must be non-empty if specified");
  } else if (messageExpression !== "") {
    checkPolicyExpression(messageExpression, "messageExpression", ofMessage, context);
  }
  if (message !== "" && trimSpace(message) === "")
    at.child("message").invalid(message, "must be non-empty if specified");
  else if (/[\n\r]/.test(trimSpace(message)))
    at.child("message").invalid(message, "must not contain line breaks");
  at.supports("reason", validation.reason, REASONS);
}

function checkAuditAnnotations(
  annotations: readonly AuditAnnotation[],
  at: FieldReport,
  context: Context,
): void {
  if (annotations.length > MAX_AUDIT_ANNOTATIONS) {
    // Names of Go's fields: the reference prints a type that has no JSON names.
    const printed = annotations.map(({ key = "", valueExpression = "" }) => ({
      Key: key,
      ValueExpression: valueExpression,
    }));
    at.invalid(printed, `must not have more than ${MAX_AUDIT_ANNOTATIONS} auditAnnotations`);
  }
  const keys = new Set<string>();
  at.each(annotations, (annotation, here) => {
    const { key = "" } = annotation;
    checkAuditAnnotation(annotation, here, context);
    here.child("key").distinct(key, keys);
  });
}

function checkAuditAnnotation(annotation: AuditAnnotation, at: FieldReport, context: Context): void {
  const { key = "", valueExpression = "" } = annotation;
  const expression = trimSpace(valueExpression);
  const qualified = `${context.name}/${key}`;
  if (context.name === "") at.child("key").invalid(key, "requires metadata.name be non-empty");
  else at.child("key").problems(qualified, qualifiedNameProblems(qualified));
  const value = at.child("valueExpression");
  if (expression === "") value.required("valueExpression is not specified");
  else if (byteLength(expression) > MAX_AUDIT_EXPRESSION_BYTES) {
    value.required(`must not exceed ${MAX_AUDIT_EXPRESSION_BYTES} bytes in length`);
  } else checkPolicyExpression(valueExpression, "auditAnnotation", value, context);
}

/** Rules of ValidatingAdmissionPolicies (ValidateValidatingAdmissionPolicy). */
function validatingPolicyStrategy(options: RegistrationOptions): Strategy {
  const policy = policyStrategy(options, (object, at, options) =>
    checkValidatingPolicy(object.metadata.name ?? "", specOf<ValidatingPolicySpec>(object), at, options),
  );
  return { ...policy, ...specAndStatus("admissionregistration/v1.ValidatingAdmissionPolicy") };
}

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
