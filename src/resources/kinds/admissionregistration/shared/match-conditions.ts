import type { FieldError } from "../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { qualifiedNameProblems } from "../../../../api/validation/name-format.ts";
import { trimSpace } from "../../../../go/space.ts";
import type {
  MatchCondition,
  Variable as PolicyVariable,
} from "../../../../types/tables/admissionregistration/v1-types.ts";

/** The field of an expression, which determines its variables and the type of its result. */
export interface ExpressionUse {
  readonly use:
    | "matchCondition"
    | "validation"
    | "messageExpression"
    | "auditAnnotation"
    | "variable"
    | "applyConfiguration"
    | "jsonPatch";
  /** True for a policy with paramKind: the variable `params` is declared. */
  readonly params: boolean;
  /**
   * The variables of the policy, always the same list for the same policy. If absent, `variables` is not
   * declared.
   */
  readonly variables?: readonly PolicyVariable[] | undefined;
  /** Index of a variable in that list. */
  readonly index?: number;
  /** True if the stored object has the same text: then newer language features are allowed. */
  readonly stored: boolean;
}

/**
 * Compiles a CEL expression and returns its error, or undefined. Callers use reason and message, and set the
 * field themselves.
 */
export type CompileExpression = (expression: string, use: ExpressionUse) => FieldError | undefined;

interface MatchConditionOptions {
  /** Absent: expressions are not checked. */
  readonly compile?: CompileExpression | undefined;
  readonly params?: boolean;
  /** Texts of expressions in the stored object. */
  readonly storedExpressions?: ReadonlySet<string> | undefined;
}

const MAX_CONDITIONS = 64;

/**
 * Checks matchConditions of a webhook or a policy
 * (kubernetes/pkg/apis/admissionregistration/validation/validation.go, validateMatchConditions).
 */
export function checkMatchConditions(
  conditions: readonly MatchCondition[],
  at: FieldReport,
  options: MatchConditionOptions = {},
): void {
  if (conditions.length > MAX_CONDITIONS) at.tooMany(conditions.length, MAX_CONDITIONS);
  const names = new Set<string>();
  at.each(conditions, (condition, here) => {
    const { name = "" } = condition;
    checkMatchCondition(condition, here, options);
    if (name === "") return;
    here.child("name").distinct(name, names);
  });
}

function checkMatchCondition(
  condition: MatchCondition,
  at: FieldReport,
  options: MatchConditionOptions,
): void {
  const { name = "", expression = "" } = condition;
  const trimmed = trimSpace(expression);
  if (trimmed === "") at.child("expression").required();
  else {
    const stored = options.storedExpressions?.has(trimmed) ?? false;
    const use: ExpressionUse = { use: "matchCondition", params: options.params ?? false, stored };
    checkExpression(trimmed, use, at.child("expression"), options.compile);
  }
  if (name === "") at.child("name").required();
  else at.child("name").problems(name, qualifiedNameProblems(name));
}

/** Reports the compile error of an expression, if there is a compiler. */
export function checkExpression(
  expression: string,
  use: ExpressionUse,
  at: FieldReport,
  compile: CompileExpression | undefined,
): void {
  const error = compile?.(expression, use);
  if (error !== undefined) at.errors.push({ ...error, field: at.toString() });
}
