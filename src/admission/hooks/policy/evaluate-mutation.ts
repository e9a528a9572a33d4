import { ComposedEvaluation, OUT_OF_BUDGET } from "../../../cel/kubernetes/composed-evaluation.ts";
import { misplacedTypes } from "../../../cel/kubernetes/patch-types.ts";
import { CelStruct } from "../../../cel/values/struct.ts";
import { toConfiguration } from "../../../cel/values/to-configuration.ts";
import { NoJsonError, Writer } from "../../../cel/values/to-json.ts";
import { isList, type Value } from "../../../cel/values/values.ts";
import type { GoContainers } from "../../../go/go-container.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";
import type { JsonPatch } from "../../../patch/operation.ts";
import type { MutatingPolicy, Mutation } from "../../policy-hook.ts";
import type { PolicySubject } from "./policy-subject.ts";

/** Result of the expression of a mutation. */
export type Evaluation =
  | { readonly kind: "apply"; readonly configuration: JsonObject }
  | { readonly kind: "patch"; readonly patch: JsonPatch }
  /** The text is kube-apiserver's. */
  | { readonly kind: "error"; readonly message: string };

/**
 * Evaluates one mutation of a policy for the object in its current state. `goContainers`: the containers of Go that the
 * variables have.
 */
export function evaluateMutation(
  { composition }: MutatingPolicy,
  { program, expression, patchType }: Mutation,
  subject: PolicySubject,
  goContainers?: GoContainers,
): Evaluation {
  if (program.kind === "issues") return failed(program.text);
  const result = new ComposedEvaluation(composition, subject.forMutations).evaluate(program, expression);
  if (result.kind === "spent") return failed(OUT_OF_BUDGET);
  if (result.kind === "error") return result;
  return patchType === "JSONPatch"
    ? patchFrom(result.value, goContainers)
    : configurationFrom(result.value, goContainers);
}

const failed = (message: string): Evaluation => ({ kind: "error", message });

/** Returns the apply configuration that the value of an expression is. */
export function configurationFrom(value: Value, goContainers?: GoContainers): Evaluation {
  const misplaced = misplacedTypes(value);
  if (misplaced.length > 0) return failed(`type mismatch: ${misplaced.join("\n")}`);
  try {
    const configuration = toConfiguration(value, goContainers);
    return isJsonObject(configuration) ? { kind: "apply", configuration } : failed("invalid return type");
  } catch (error) {
    if (error instanceof NoJsonError) return failed(error.message);
    throw error;
  }
}

/** Returns the JSON patch that the value of an expression is. */
export function patchFrom(value: Value, goContainers?: GoContainers): Evaluation {
  if (!isList(value)) return failed("type mismatch: JSONPatchType.expression should evaluate to array");
  const operations: JsonObject[] = [];
  // Its limit is that of all values together: each of very many operations may add the same large value.
  const writer = new Writer("text", goContainers);
  for (const item of value) {
    const operation = operationFrom(item, writer);
    if (typeof operation === "string") return failed(operation);
    operations.push(operation);
  }
  return { kind: "patch", patch: { operations, raw: false } };
}

/** Returns an operation, or the text about the error in it. */
function operationFrom(item: Value, writer: Writer): JsonObject | string {
  if (!(item instanceof CelStruct))
    return "type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch";
  const { op = "", path = "", from = "", value } = item.fields;
  const operation: JsonObject = { op: op as Json, path: path as Json };
  if (from !== "") operation.from = from as Json;
  if (value === undefined) return operation;
  const misplaced = misplacedTypes(value);
  if (misplaced.length > 0) return `type mismatch: ${misplaced.join("\n")}`;
  try {
    operation.value = writer.write(value);
    return operation;
  } catch (error) {
    if (!(error instanceof NoJsonError)) throw error;
    return `JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${error.message}`;
  }
}
