import { type FieldError, internalFieldError, invalid } from "../../api/validation/field-error.ts";
import type { Compiled } from "../program.ts";

/**
 * Returns the error of registration for a compiled expression; undefined if it is valid. The field is empty: the
 * caller sets it. `resultTypes`: permitted result types, in the reference's names; if empty, any type is permitted.
 */
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

/** A wrapper counts as the type that it wraps (Type.IsExactType in cel-go). */
const plainName = (type: string): string => type.replace(/^wrapper\((.*)\)$/, "$1");

/** Returns the error for a wrong result type; undefined if the type is right, or not known. */
export function resultProblem({ resultTypeName }: Compiled, wanted: readonly string[]): string | undefined {
  if (resultTypeName === undefined || wanted.length === 0 || wanted.includes(plainName(resultTypeName)))
    return undefined;
  const expected = wanted.length === 1 ? wanted[0] : `one of [${wanted.join(" ")}]`;
  return `must evaluate to ${expected} but got ${resultTypeName}`;
}
