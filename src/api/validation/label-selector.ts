import { type FieldError, NamedText } from "./field-error.ts";
import type { PathLike } from "./field-path.ts";
import { collectErrors, type FieldReport } from "./field-report.ts";
import { checkLabels } from "./labels.ts";
import { labelValueProblems, qualifiedNameProblems } from "./name-format.ts";

/** A decoded metav1.LabelSelector, whose absent parts are undefined. */
export interface LabelSelectorLike {
  readonly matchLabels?: Readonly<Record<string, string>> | undefined;
  readonly matchExpressions?: readonly LabelRequirementLike[] | undefined;
}

interface LabelRequirementLike {
  readonly key?: string | undefined;
  readonly operator?: string | undefined;
  readonly values?: readonly string[] | undefined;
}

interface LabelSelectorOptions {
  /** If true, values of expressions are not checked, because stored selectors can have invalid ones. Default: false. */
  readonly allowInvalidValues?: boolean;
  /** If true, unknown operators are accepted, because clients newer than this server may use them. Default: false. */
  readonly allowUnknownOperator?: boolean;
}

/** Checks a selector and adds its problems; an absent selector is valid. */
export function checkLabelSelector(
  selector: LabelSelectorLike | undefined,
  at: FieldReport,
  options: LabelSelectorOptions = {},
): void {
  if (selector === undefined) return;
  if (selector.matchLabels !== undefined) checkLabels(selector.matchLabels, at.child("matchLabels"));
  if (selector.matchExpressions === undefined) return;
  const expressions = at.child("matchExpressions");
  selector.matchExpressions.forEach((requirement, i) => {
    checkLabelRequirement(requirement, expressions.index(i), options);
  });
}

/**
 * Checks one requirement of `matchExpressions`: its operator, its values and its key
 * (apimachinery/pkg/apis/meta/v1/validation/validation.go, ValidateLabelSelectorRequirement).
 */
export function checkLabelRequirement(
  requirement: LabelRequirementLike,
  at: FieldReport,
  options: LabelSelectorOptions = {},
): void {
  const { key = "", operator = "", values = [] } = requirement;
  checkOperator(operator, values, at, options);
  const keyProblems = qualifiedNameProblems(key);
  if (keyProblems.length > 0) at.child("key").problems(key, keyProblems);
  if (options.allowInvalidValues) return;
  values.forEach((value, i) => {
    const problems = labelValueProblems(value);
    if (problems.length > 0) at.child("values").index(i).problems(value, problems);
  });
}

/** Checks that the operator is known and that the number of values fits it. */
export function checkOperator(
  operator: string,
  values: readonly string[],
  at: FieldReport,
  { allowUnknownOperator = false }: LabelSelectorOptions = {},
): void {
  switch (operator) {
    case "In":
    case "NotIn":
      if (values.length === 0)
        at.child("values").required("must be specified when `operator` is 'In' or 'NotIn'");
      return;
    case "Exists":
    case "DoesNotExist":
      if (values.length > 0) {
        at.child("values").forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
      }
      return;
    default:
      if (!allowUnknownOperator)
        at.child("operator").invalid(new NamedText(operator), "not a valid selector operator");
  }
}

/**
 * Returns the problems that `checkLabelSelector` adds. The texts are those of the reference's
 * apis/meta/v1/validation.
 */
export function validateLabelSelector(
  selector: LabelSelectorLike | undefined,
  path: PathLike,
  options: LabelSelectorOptions = {},
): FieldError[] {
  return collectErrors(path, (at) => checkLabelSelector(selector, at, options));
}

/** True if an expression has a value that is invalid today. Updates of objects with such a value may keep it. */
export function selectorHasInvalidValues(selector: LabelSelectorLike | undefined): boolean {
  return (selector?.matchExpressions ?? []).some(({ values = [] }) =>
    values.some((value) => labelValueProblems(value).length > 0),
  );
}
