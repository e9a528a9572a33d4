import type { Activation } from "../../cel/plan/frame.ts";
import { CelError } from "../../cel/values/values.ts";
import { quote } from "../../go/quote.ts";
import { trimSpace } from "../../go/space.ts";
import type { CompiledRule } from "./compile-rules.ts";

/** Length limit of a message, in bytes. */
const MAX_MESSAGE = 5 * 1024;

/** Result of `messageExpression`. */
export type Message =
  /**
   * `text` is undefined if there is no message expression, or if its result cannot be used: no text, an empty
   * text, more than one line, or more than 5 KiB.
   */
  | { readonly kind: "message"; readonly text: string | undefined; readonly cost: number }
  /** No further rules may be run. */
  | { readonly kind: "stop"; readonly text: string };

const OUT_OF_BUDGET =
  "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run";

/** Evaluates the message expression of a rule that does not hold. */
export function evaluateMessage(
  { message, rule }: CompiledRule,
  activation: Activation,
  budget: number,
): Message {
  if (message?.kind !== "program") return { kind: "message", text: undefined, cost: 0 };
  const { value, cost } = message.program.run(activation);
  if (cost > budget) return { kind: "stop", text: OUT_OF_BUDGET };
  if (value instanceof CelError && value.message.startsWith("operation cancelled")) {
    const source = quote(rule.messageExpression);
    const text = `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${source}`;
    return { kind: "stop", text };
  }
  const text = typeof value === "string" ? trimSpace(value) : "";
  const usable = text !== "" && Buffer.byteLength(text) <= MAX_MESSAGE && !text.includes("\n");
  return { kind: "message", text: usable ? text : undefined, cost };
}
