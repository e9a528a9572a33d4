import type { FieldError } from "../api/field-error.ts";
import { type Composition, compose, type Use } from "../cel/composition.ts";
import type { Compiled } from "../cel/program.ts";
import { compiledProblem } from "../cel/registration.ts";
import type { Variable as PolicyVariable } from "../resources/kinds/admissionregistration/fields/v1-types.ts";
import type {
  CompileExpression,
  ExpressionUse,
} from "../resources/kinds/admissionregistration/shared/match-conditions.ts";

const PLAIN: Use = { authorizer: true, patches: false };
const MESSAGE: Use = { authorizer: false, patches: false };
const MUTATION: Use = { authorizer: true, patches: true };

/** What each kind of expression may use and has to evaluate to. */
const RULES: Readonly<Record<ExpressionUse["use"], { use: Use; types: readonly string[] }>> = {
  matchCondition: { use: PLAIN, types: ["bool"] },
  validation: { use: PLAIN, types: ["bool"] },
  messageExpression: { use: MESSAGE, types: ["string"] },
  auditAnnotation: { use: PLAIN, types: ["string", "null_type"] },
  variable: { use: PLAIN, types: [] },
  applyConfiguration: { use: MUTATION, types: ["Object"] },
  jsonPatch: { use: MUTATION, types: ["list(JSONPatch)"] },
};

/**
 * Compiles the expressions of webhooks and policies when they are registered
 * (kubernetes/pkg/apis/admissionregistration/validation/validation.go, validateMatchConditionsExpression).
 */
export const compileExpression: CompileExpression = (expression, use): FieldError | undefined => {
  const { types } = RULES[use.use];
  return compiledProblem(expression, compiled(expression, use), types);
};

function compiled(expression: string, { use, params, variables, index }: ExpressionUse): Compiled {
  const composition = compositionOf(variables, params);
  const variable = index === undefined ? undefined : composition.variables[index];
  if (variable !== undefined) return variable;
  // The value of an audit annotation is compiled without the space around it, and quoted with it.
  const text = use === "auditAnnotation" ? expression.trim() : expression;
  return composition.compile(text, RULES[use].use);
}

const alone: Record<"true" | "false", Composition> = {
  true: compose(undefined, { params: true }),
  false: compose(undefined, { params: false }),
};
const known = new WeakMap<readonly PolicyVariable[], Composition>();

/** Variables are compiled once for all expressions of a policy that is being checked. */
function compositionOf(variables: readonly PolicyVariable[] | undefined, params: boolean): Composition {
  if (variables === undefined) return alone[`${params}`];
  let made = known.get(variables);
  if (made === undefined) {
    const named = variables.map(({ name = "", expression = "" }) => ({ name, expression }));
    made = compose(named, { params });
    known.set(variables, made);
  }
  return made;
}
