import { compileExpression } from "../../src/cluster/compile-expressions.ts";
import type { JsonObject } from "../../src/json/value.ts";
import {
  asReleased,
  registrationFeatures,
  validateRegistration,
} from "../../test/tools/validate-registration.tool.ts";
import { type Case, type CaseResult, differs, judge } from "../case.ts";
import { type ExpectedFieldError, fieldErrorProblem } from "./field-errors.ts";
import type { RegistrationName } from "./registration-kind.ts";

interface ValidationCase {
  apiVersion: string;
  kind: RegistrationName;
  operation: "create" | "update";
  object: JsonObject;
  oldObject?: JsonObject;
  valid: boolean;
  errors: ExpectedFieldError[];
  complete: boolean;
  warnings?: string[];
  features?: Record<string, boolean>;
}

export function runRegistrationValidation(testCase: Case): CaseResult {
  const given = testCase as unknown as ValidationCase;
  const { apiVersion, operation, valid, errors, complete, warnings, features } = given;
  const verdict = validateRegistration({
    apiVersion,
    kind: `${given.kind}WebhookConfiguration`,
    operation,
    object: given.object,
    ...(given.oldObject ? { oldObject: given.oldObject } : {}),
    features: registrationFeatures(features),
    compile: compileExpression,
  });
  return judge(
    fieldErrorProblem(verdict.errors, errors, complete),
    differs("valid", verdict.errors.length === 0, valid),
    warnings && differs("warnings", [...verdict.warnings], warnings.map(asReleased)),
  );
}
