import type { Activation } from "../../cel/plan/frame.ts";
import { textReader } from "../text-table.ts";
import { absentMember, overloadHint } from "./absent-member.ts";
import type { Question } from "./question.ts";

/**
 * True if the error comes from a condition of the mutating phase that reads the name of an object that has
 * only generateName.
 */
export const isGeneratedName = (text: string, { attributes }: Pick<Question, "attributes">): boolean =>
  attributes.operation === "CREATE" && attributes.name === "" && /no such key: name\b/.test(text);

/** Errors of evaluations that always mean the same, with what helps. */
const usualHint = textReader({
  "index out of bounds": "the list has fewer entries: ask first for its size(…)",
  "type conversion error from 'string' to 'int'":
    "the text is no whole number: ask first, with matches('^[0-9]+$')",
  "type conversion error from 'string' to": "the text does not have this form: ask first, with matches(…)",
  "quantities must match the regular expression": "the text is no quantity: ask first, with isQuantity(…)",
  "division by zero|modulus by zero": "ask first whether the divisor is 0",
  "unsupported index type 'string' in list":
    "a list is read by numbers: list.exists(x, x.name == 'a') asks for an entry",
  "no such overload: quantity\\((?:int|double)\\)": "a quantity is made of a text: quantity(string(…))",
  "no such overload: size$": "size() is of texts, lists and maps",
});

/** An expression that failed. */
export interface FailedExpression {
  readonly expression: string;
  /** The error, as the server tells it. */
  readonly text: string;
  /** The values that it was evaluated with. */
  readonly activation: Activation;
  /** True for a match condition: it sees no namespace. */
  readonly isCondition: boolean;
}

/** Returns the reason for the error of an expression, in brackets; empty if the evaluation does not tell it. */
export function errorHint(failed: FailedExpression, question: Pick<Question, "attributes">): string {
  const { text, expression, activation } = failed;
  if (isGeneratedName(text, question))
    return " (the name is still to be generated: there is only generateName)";
  const usual = usualHint(text)?.known;
  if (usual !== undefined) return ` (${usual})`;
  const absent = absentMember(expression, text, activation);
  if (absent === undefined) return overloadHint(expression, text, activation);
  if (absent.isNull) return nullHint(absent.of, failed, question);
  const { operation, kind, resource } = question.attributes;
  if (operation === "CONNECT" && absent.of === "object")
    return ` (on CONNECT object is a ${kind.kind}, not the ${resource.resource} itself)`;
  if (operation === "DELETE" && absent.guard === "has(request.name)")
    return " (request.name is absent when a collection is deleted: oldObject.metadata.name has it)";
  const instead = absent.near === "" ? "" : `${absent.of} has ${absent.near}; `;
  return ` (${instead}ask first: ${absent.guard})`;
}

function nullHint(
  name: string,
  { isCondition }: FailedExpression,
  { attributes: { operation, namespace, kind } }: Pick<Question, "attributes">,
): string {
  switch (name) {
    case "oldObject":
      return ` (oldObject is null on ${operation})`;
    case "object":
      return ` (object is null on ${operation}${operation === "DELETE" ? ": oldObject has it" : ""})`;
    case "params":
      return " (params is null without a parameter)";
    case "namespaceObject":
      if (isCondition)
        return " (namespaceObject is null in match conditions: request.namespace has the name, and a namespaceSelector sees the labels)";
      return namespace === "" || kind.kind === "Namespace"
        ? " (namespaceObject is null for what is in no namespace, and for namespaces)"
        : "";
    default:
      return ` (${name} is null)`;
  }
}
