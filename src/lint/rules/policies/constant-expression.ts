import type { Expr } from "../../../cel/parse/ast.ts";
import { childrenOf } from "../../../cel/parse/walk.ts";
import { compile } from "../../../cel/program.ts";
import { CelError, type Value } from "../../../cel/values/values.ts";
import { anyEnvironment } from "../../../explain/refused/environment.ts";
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
    hooksWithExpressions(model).flatMap(({ of, webhook, expressions }) =>
      expressions.flatMap(({ use, text, expr, path }): Problem[] => {
        if (use !== "validation" && use !== "condition") return [];
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
