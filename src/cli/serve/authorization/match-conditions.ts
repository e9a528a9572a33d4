import { aggregate } from "../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../api/validation/field-report.ts";
import { once } from "../../../async/once.ts";
import { LIBRARIES } from "../../../cel/libraries/index.ts";
import { compile, type Program } from "../../../cel/program.ts";
import { createEnvironment } from "../../../cel/types/environment.ts";
import { listOf, mapOf, objectType, STRING } from "../../../cel/types/types.ts";
import { CelError, type Value } from "../../../cel/values/values.ts";
import { isJsonObject, type JsonObject } from "../../../json/value.ts";

/** Conditions that one authorizer may have. */
const MOST_CONDITIONS = 64;

/** The type of `request` (apiserver/pkg/authorization/cel/compile.go, buildRequestType). */
const environment = once(() => {
  const selector = {
    rawSelector: STRING,
    requirements: listOf(objectType("kubernetes.SelectorRequirement")),
  };
  return createEnvironment({
    variables: { request: objectType("kubernetes.SubjectAccessReviewSpec") },
    objects: {
      "kubernetes.SelectorRequirement": { key: STRING, operator: STRING, values: listOf(STRING) },
      "kubernetes.FieldSelectorAttributes": selector,
      "kubernetes.LabelSelectorAttributes": selector,
      "kubernetes.ResourceAttributes": {
        namespace: STRING,
        verb: STRING,
        group: STRING,
        version: STRING,
        resource: STRING,
        subresource: STRING,
        name: STRING,
        fieldSelector: objectType("kubernetes.FieldSelectorAttributes"),
        labelSelector: objectType("kubernetes.LabelSelectorAttributes"),
      },
      "kubernetes.NonResourceAttributes": { path: STRING, verb: STRING },
      "kubernetes.SubjectAccessReviewSpec": {
        resourceAttributes: objectType("kubernetes.ResourceAttributes"),
        nonResourceAttributes: objectType("kubernetes.NonResourceAttributes"),
        user: STRING,
        groups: listOf(STRING),
        extra: mapOf(STRING, listOf(STRING)),
        uid: STRING,
      },
    },
    libraries: LIBRARIES,
  });
});

/**
 * Validates match conditions, and reports problems (apiserver/pkg/apis/apiserver/validation/validation.go,
 * compileMatchConditions).
 */
export function checkConditions(expressions: readonly string[], at: FieldReport): void {
  if (expressions.length > MOST_CONDITIONS) {
    at.tooMany(expressions.length, MOST_CONDITIONS);
    return;
  }
  const seen = new Set<string>();
  for (const [index, expression] of expressions.entries())
    checkCondition(expression, seen, at.index(index).child("expression"));
}

function checkCondition(expression: string, seen: Set<string>, at: FieldReport): void {
  if (expression.trim() === "") at.required();
  else if (seen.has(expression)) at.duplicate(expression);
  else {
    seen.add(expression);
    const problem = problemOf(expression);
    if (problem !== undefined) at.invalid(expression, problem);
  }
}

function problemOf(expression: string): string | undefined {
  const compiled = compile(expression, environment());
  if (compiled.kind === "issues") return compiled.text;
  const { resultTypeName: type } = compiled;
  return type === "bool" ? undefined : `must evaluate to bool but got ${type}`;
}

/** Returns true if a question matches all conditions; a text if none is false and some cannot be evaluated. */
export function matcher(expressions: readonly string[]): (spec: JsonObject) => boolean | string {
  const programs = expressions.flatMap((expression) => {
    const program = compile(expression, environment());
    return program.kind === "program" ? [{ expression, program }] : [];
  });
  if (programs.length === 0) return () => true;
  return (spec) => evaluate(programs, { request: requestOf(spec) });
}

function evaluate(
  programs: readonly { readonly expression: string; readonly program: Program }[],
  variables: { readonly request: Value },
): boolean | string {
  const errors: string[] = [];
  for (const { expression, program } of programs) {
    const { value } = program.run(variables);
    if (value === false) return false;
    if (value instanceof CelError)
      errors.push(`cel evaluation error: expression '${expression}' resulted in error: ${value.message}`);
  }
  return errors.length === 0 ? true : aggregate(errors);
}

/** Texts that are left out of a review are empty here. */
function requestOf({ resourceAttributes, nonResourceAttributes, ...who }: JsonObject): Value {
  const user = { user: "", groups: [], uid: "", extra: {}, ...who };
  if (isJsonObject(resourceAttributes))
    return { ...user, resourceAttributes: { ...NO_RESOURCE, ...resourceAttributes } };
  const path = isJsonObject(nonResourceAttributes) ? nonResourceAttributes : {};
  return { ...user, nonResourceAttributes: { path: "", verb: "", ...path } };
}

const NO_RESOURCE = {
  namespace: "",
  verb: "",
  group: "",
  version: "",
  resource: "",
  subresource: "",
  name: "",
};
