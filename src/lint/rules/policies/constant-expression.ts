import type { Expr } from "../../../cel/parse/ast.ts";
import { childrenOf } from "../../../cel/parse/walk.ts";
import { compile } from "../../../cel/program.ts";
import { CelError, type Value } from "../../../cel/values/values.ts";
import { anyEnvironment } from "../../../explain/refused/environment.ts";
import { alwaysValue } from "../../expressions/always-there.ts";
import { hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import type { Problem, Rule } from "../../rule.ts";

/**
 * Evaluates expressions without variables: those that depend on one fail, and `true || …` does not. A
 * validation that is always false is a way to refuse all matched requests, and a condition that is always
 * true does no harm.
 */
export const constantExpression: Rule = {
  id: "constant-expression",
  severity: "warning",
  summary: "A validation is always true, or a match condition is always false",
  check: (model) =>
    hooksWithExpressions(model).flatMap(({ of, webhook, rules, expressions }) =>
      expressions.flatMap(({ use, text, expr, path }): Problem[] => {
        if (use !== "validation" && use !== "condition") return [];
        const always = alwaysValue(expr, rules);
        if (always?.value === (use === "validation"))
          return [{ of, webhook, path, ...thereText(use, always.field) }];
        if (!mayBeConstant(expr)) return [];
        if (constantOf(text) !== (use === "validation")) return [];
        const message =
          use === "validation"
            ? "the validation is always true: it refuses nothing"
            : "the condition is always false: it is never called or evaluated";
        return [{ of, webhook, path, message }];
      }),
    ),
};

/** The message about has() of a field that the server sets in each object. */
function thereText(use: "validation" | "condition", field: string): Pick<Problem, "message" | "fix"> {
  const effect =
    use === "validation"
      ? "the validation is always true, and refuses nothing"
      : "the condition is always false, and it is never called or evaluated";
  const message = `the server sets ${field} in each object, at least to its default, so that has() of it is always true: ${effect}`;
  const fix = `ask for a field inside ${field}, or for its value`;
  return { message, fix };
}

/**
 * True if an expression can be constant. It is false for most expressions, which then need not be compiled:
 * all that evaluate a variable fail.
 */
function mayBeConstant(expr: Expr): boolean {
  if (expr.kind === "ident") return !anyEnvironment().variables.has(expr.name.replace(/^\./, ""));
  // The list can be empty, and then nothing else is evaluated.
  if (expr.kind === "comprehension") return mayBeConstant(expr.range);
  const parts = childrenOf(expr);
  if (expr.kind !== "call") return parts.every(mayBeConstant);
  if (expr.name === "_||_" || expr.name === "_&&_") return parts.some(mayBeConstant);
  return (expr.name === "_?_:_" ? parts.slice(0, 1) : parts).every(mayBeConstant);
}

function constantOf(expression: string): Value | undefined {
  if (/\bvariables\b/.test(expression)) return undefined;
  const program = compile(expression, anyEnvironment());
  if (program.kind === "issues") return undefined;
  const { value } = program.run({});
  return value instanceof CelError ? undefined : value;
}
