import { trimSpace } from "../../api/go-space.ts";
import { quote } from "../../api/quote.ts";
import type { Activation } from "../../cel/frame.ts";
import { CelError } from "../../cel/values.ts";
import type { CompiledRule } from "./compile-rules.ts";

/** The longest message, in bytes. */
const MAX_MESSAGE = 5 * 1024;

export type Message =
  /** `text` is undefined where the rule has no message of its own, or it came to nothing. */
  | { readonly kind: "message"; readonly text: string | undefined; readonly cost: number }
  /** No rule may be run after this. */
  | { readonly kind: "stop"; readonly text: string };

const OUT_OF_BUDGET =
  "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run";

/** What a rule says of itself when it does not hold. */
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
