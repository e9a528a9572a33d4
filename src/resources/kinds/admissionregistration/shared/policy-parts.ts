import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { dns1035LabelProblems, dns1123SubdomainProblems } from "../../../../api/validation/name-format.ts";
import { trimSpace } from "../../../../go/space.ts";
import type {
  MutatingAdmissionPolicySpec as PolicySpec,
  Variable as PolicyVariable,
} from "../../../../types/tables/admissionregistration/v1-types.ts";
import {
  type CompileExpression,
  checkExpression,
  checkMatchConditions,
  type ExpressionUse,
} from "./match-conditions.ts";
import { checkDefaultedChoice, checkMatchResources, FAILURE_POLICIES } from "./match-resources.ts";

/** Facts that relax or extend the checks of a policy. */
export interface PolicyOptions {
  /** Absent: expressions are not checked. */
  readonly compile?: CompileExpression | undefined;
  /** True if paramKind and matchConditions are equal to those of the stored object. */
  readonly unchangedMatchConditions: boolean;
  /** Texts of all expressions in the stored object. */
  readonly storedExpressions: ReadonlySet<string>;
}

/**
 * Checks the fields that validating and mutating policies begin with; `afterMatch` adds checks of
 * matchConstraints.
 */
export function checkPolicyHead(
  spec: PolicySpec,
  at: FieldReport,
  options: PolicyOptions,
  afterMatch: (at: FieldReport) => void = () => {},
): void {
  checkDefaultedChoice(spec.failurePolicy, FAILURE_POLICIES, at.child("failurePolicy"));
  if (spec.paramKind !== undefined) checkParamKind(spec.paramKind, at.child("paramKind"));
  const match = at.child("matchConstraints");
  if (spec.matchConstraints === undefined) match.required();
  else {
    checkMatchResources(spec.matchConstraints, match);
    if ((spec.matchConstraints.resourceRules ?? []).length === 0) match.child("resourceRules").required();
    afterMatch(match);
  }
  if (!options.unchangedMatchConditions) {
    const params = spec.paramKind !== undefined;
    checkMatchConditions(spec.matchConditions ?? [], at.child("matchConditions"), { ...options, params });
  }
  at.eachOf("variables", spec.variables, (variable, here, i) =>
    checkVariable(variable, i, here, { spec, options }),
  );
}

function checkVariable(
  variable: PolicyVariable,
  index: number,
  at: FieldReport,
  context: PolicyContext,
): void {
  const { name = "", expression = "" } = variable;
  if (trimSpace(name) === "") at.child("name").required("name is not specified");
  else if (!isCelIdentifier(name)) at.child("name").invalid(name, "must be a valid CEL identifier");
  if (trimSpace(expression) === "") at.child("expression").required("expression is not specified");
  else {
    const use = { ...useOf("variable", expression, context), index };
    checkExpression(expression, use, at.child("expression"), context.options.compile);
  }
}

/** A policy, and the options for the check of its expressions. */
export interface PolicyContext {
  readonly spec: PolicySpec;
  readonly options: PolicyOptions;
}

function useOf(
  use: ExpressionUse["use"],
  expression: string,
  { spec: { paramKind, variables }, options }: PolicyContext,
): ExpressionUse {
  const stored = options.storedExpressions.has(expression);
  return { use, params: paramKind !== undefined, variables, stored };
}

/** Checks an expression of a policy, which must not be empty. */
export function checkPolicyExpression(
  expression: string,
  use: ExpressionUse["use"],
  at: FieldReport,
  context: PolicyContext,
): void {
  checkExpression(expression, useOf(use, expression, context), at, context.options.compile);
}

const RESERVED =
  /^(true|false|null|in|as|break|const|continue|else|for|function|if|import|let|loop|package|namespace|return|var|void|while)$/;

const isCelIdentifier = (name: string): boolean =>
  /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !RESERVED.test(name);

function checkParamKind(paramKind: NonNullable<PolicySpec["paramKind"]>, at: FieldReport): void {
  const { apiVersion = "", kind = "" } = paramKind;
  checkParamVersion(apiVersion, at.child("apiVersion"));
  if (kind === "") at.child("kind").required();
  else {
    const problems = dns1035LabelProblems(kind.toLowerCase());
    if (problems.length === 0) return;
    at.child("kind").invalid(kind, `may have mixed case, but should otherwise match: ${problems.join(",")}`);
  }
}

function checkParamVersion(apiVersion: string, at: FieldReport): void {
  const parts = apiVersion.split("/");
  const group = parts.length > 1 ? (parts[0] ?? "") : "";
  const version = apiVersion === "/" ? "" : (parts.at(-1) ?? "");
  if (apiVersion === "") at.required();
  else if (parts.length > 2) at.invalid(apiVersion, `unexpected GroupVersion string: ${apiVersion}`);
  else {
    const ofGroup = group === "" ? [] : dns1123SubdomainProblems(group);
    if (ofGroup.length > 0) at.invalid(group, ofGroup.join(","));
    const ofVersion = dns1035LabelProblems(version);
    if (version === "") at.invalid(apiVersion, "version must be specified");
    else if (ofVersion.length > 0) at.invalid(version, ofVersion.join(","));
  }
}
