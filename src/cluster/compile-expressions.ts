import { type Compose, type Composition, compose, type Use } from "../cel/kubernetes/composition.ts";
import { compiledProblem } from "../cel/kubernetes/registration.ts";
import type {
  CompileExpression,
  ExpressionUse,
} from "../resources/kinds/admissionregistration/shared/match-conditions.ts";
import type { Variable as PolicyVariable } from "../types/tables/admissionregistration/v1-types.ts";

const PLAIN: Use = { authorizer: true, patches: false };
const MESSAGE: Use = { authorizer: false, patches: false };
const MUTATION: Use = { authorizer: true, patches: true };

/** The variables that each kind of expression can use, and its allowed result types. */
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
export const compileExpression: CompileExpression = expressionCompiler(compose);

/** Returns a function like `compileExpression`, with compositions that `make` creates. */
export function expressionCompiler(make: Compose): CompileExpression {
  const compositionOf = compositions(make);
  return (expression, use) => {
    const { use: context, types } = RULES[use.use];
    const composition = compositionOf(use.variables, use.params);
    const variable = use.index === undefined ? undefined : composition.variables[use.index];
    // The value of an audit annotation is compiled without surrounding white space, but errors quote it with
    // the white space.
    const text = use.use === "auditAnnotation" ? expression.trim() : expression;
    return compiledProblem(expression, variable ?? composition.compile(text, context), types);
  };
}

/** Compiles the variables of a policy once for all expressions of the same validation. */
function compositions(make: Compose) {
  const alone = { true: make(undefined, { params: true }), false: make(undefined, { params: false }) };
  const known = new WeakMap<readonly PolicyVariable[], Composition>();
  return (variables: readonly PolicyVariable[] | undefined, params: boolean): Composition => {
    if (variables === undefined) return alone[`${params}`];
    const named = () => variables.map(({ name = "", expression = "" }) => ({ name, expression }));
    const made = known.get(variables) ?? make(named(), { params });
    known.set(variables, made);
    return made;
  };
}
