import { ComposedEvaluation, OUT_OF_BUDGET } from "../../../cel/kubernetes/composed-evaluation.ts";
import { CONDITIONS_BUDGET, type ConditionResult } from "../../../cel/kubernetes/match-conditions.ts";
import type { Activation } from "../../../cel/plan/frame.ts";
import type { PolicyHead } from "../../policy-hook.ts";

/**
 * Evaluates all match conditions of a policy. A false one has precedence over errors, and errors over true
 * ones. `now`: returns the time of a steady clock, in milliseconds.
 */
export function policyConditions(
  { conditions, composition }: PolicyHead,
  activation: Activation,
  now: () => number,
): ConditionResult {
  const startedAt = now();
  const evaluation = new ComposedEvaluation(composition, activation, CONDITIONS_BUDGET);
  const messages: string[] = [];
  let excluded: { condition: string; errors: number } | undefined;
  for (const { name, expression, program } of conditions) {
    const result = evaluation.evaluate(program, expression);
    if (result.kind === "spent")
      return { kind: "error", messages: [OUT_OF_BUDGET], errors: 0, seconds: (now() - startedAt) / 1000 };
    if (result.kind === "error") messages.push(result.message);
    else if (result.value !== true) excluded ??= { condition: name, errors: messages.length };
  }
  if (excluded !== undefined) return { kind: "exclude", ...excluded, seconds: (now() - startedAt) / 1000 };
  if (messages.length === 0) return { kind: "match" };
  return { kind: "error", messages, errors: messages.length, seconds: (now() - startedAt) / 1000 };
}
