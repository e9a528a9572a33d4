import { type FieldError, internalFieldError, invalid } from "../api/field-error.ts";
import type { Environment } from "./environment.ts";
import { admissionEnvironment } from "./kubernetes.ts";
import { type Compiled, compile } from "./program.ts";

/** What an expression has to evaluate to, by the reference's names of types. */
export interface ExpressionRules {
  /** `params` is known. */
  readonly params: boolean;
  /** Absent: true. */
  readonly authorizer?: boolean;
  /** Default: `["bool"]`. Empty: anything. */
  readonly resultTypes?: readonly string[];
}

const environments = new Map<string, Environment>();

function environmentFor({ params, authorizer = true }: ExpressionRules): Environment {
  const key = `${params}/${authorizer}`;
  const known = environments.get(key) ?? admissionEnvironment({ params, authorizer });
  environments.set(key, known);
  return known;
}

/**
 * What registration says of an expression; undefined when it is sound. The field is left empty: the caller fills it in.
 */
export function expressionProblem(expression: string, rules: ExpressionRules): FieldError | undefined {
  return compiledProblem(
    expression,
    compile(expression, environmentFor(rules)),
    rules.resultTypes ?? ["bool"],
  );
}

/** As `expressionProblem`, of what has been compiled already. `resultTypes` empty: anything. */
export function compiledProblem(
  expression: string,
  made: Compiled,
  resultTypes: readonly string[],
): FieldError | undefined {
  const text = resultProblem(made, resultTypes);
  if (text !== undefined) return invalid("", expression, text);
  if (made.kind === "program") return undefined;
  return made.internal ? internalFieldError("", made.text) : invalid("", expression, made.text);
}

/** A wrapper is as good as what it wraps (Type.IsExactType in cel-go). */
const plainName = (type: string): string => type.replace(/^wrapper\((.*)\)$/, "$1");

/** What is wrong with the type of a result, as far as it is known; undefined when nothing is. */
export function resultProblem({ resultTypeName }: Compiled, wanted: readonly string[]): string | undefined {
  if (resultTypeName === undefined || wanted.length === 0 || wanted.includes(plainName(resultTypeName)))
    return undefined;
  const expected = wanted.length === 1 ? wanted[0] : `one of [${wanted.join(" ")}]`;
  return `must evaluate to ${expected} but got ${resultTypeName}`;
}
