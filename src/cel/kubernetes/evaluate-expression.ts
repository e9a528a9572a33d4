import { type Json, type JsonObject, record } from "../../json/value.ts";
import { admissionEnvironment, CelError, compile, NoJsonError, toJson, type Value } from "../index.ts";

/** Result of an expression: value, type, and cost in the cost units of kube-apiserver. */
export interface EvaluatedExpression {
  readonly value: Json;
  readonly type: string;
  readonly cost: number;
}

/**
 * Evaluates an expression of an admission policy with the values of its variables, without `authorizer` and `variables`.
 * Throws an Error in kube-apiserver's words if the expression is wrong or fails.
 */
export function evaluateExpression(
  expression: string,
  variables: Readonly<Record<string, Value>>,
): EvaluatedExpression {
  const program = compile(expression, admissionEnvironment({ params: true, authorizer: false }));
  if (program.kind === "issues") throw new Error(program.text);
  const { value, cost } = program.run(variables);
  if (value instanceof CelError)
    throw new Error(`the expression failed after a cost of ${cost}: ${value.message}`);
  return { value: jsonOf(value, program.resultTypeName), type: program.resultTypeName, cost };
}

function jsonOf(value: Value, type: string): Json {
  try {
    return toJson(value, "text");
  } catch (error) {
    if (error instanceof NoJsonError) throw new Error(`a value of the type ${type} cannot be printed`);
    throw error;
  }
}

/** Returns the variable `request` of a request that carries these objects. */
export function requestWith(object: JsonObject | undefined, oldObject: JsonObject | undefined): JsonObject {
  const { name = "", namespace = "" } = record((object ?? oldObject)?.metadata);
  const operation = oldObject === undefined ? "CREATE" : object === undefined ? "DELETE" : "UPDATE";
  return { operation, name, namespace, dryRun: false, userInfo: { username: "admin" } };
}
