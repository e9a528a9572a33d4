import type { Comprehension, Expr } from "../../../cel/parse/ast.ts";
import { anywhere, childrenOf } from "../../../cel/parse/walk.ts";
import { compile, PER_CALL_LIMIT } from "../../../cel/program.ts";
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

/**
 * Highest number of nested loops that is not reported. One loop more visits a million members if each list
 * has a hundred.
 */
const MOST_LOOPS = 2;

/** Such expressions are cheap until a client sends a large object, and then fail. */
export const costlyExpression: Rule = {
  id: "costly-expression",
  severity: "warning",
  summary: "Three nested loops exceed the cost limit of an evaluation when lists have 100 members",
  check: (model) =>
    hooksWithExpressions(model).flatMap(({ of, webhook, failurePolicy, expressions }) =>
      expressions.flatMap(({ expr, path }): Problem[] => {
        const depth = loops(expr, new Set());
        if (depth <= MOST_LOOPS) return [];
        const outcome = failurePolicy === "Fail" ? "the request is refused" : "the policy is skipped";
        const limit = PER_CALL_LIMIT.toLocaleString("en");
        const message = `${depth} nested loops over independent lists: with lists of 100 members, the cost exceeds the limit of ${limit}, the evaluation ends, and ${outcome}`;
        return [{ of, webhook, path, message, fix: "use fewer loops, or limit the sizes first" }];
      }),
    ),
};

/** Returns the nesting depth of loops. A loop over a member of the outer loop's element does not count. */
function loops(expr: Expr, visited: ReadonlySet<string>): number {
  const inside = (parts: readonly Expr[], names = visited): number =>
    Math.max(0, ...parts.map((part) => loops(part, names)));
  if (expr.kind !== "comprehension") return inside(childrenOf(expr));
  const { range, init, condition, step, result } = expr;
  const names = new Set([...visited, ...variablesOf(expr)]);
  const own = isFixed(range) || mentionsAny(range, visited) ? 0 : 1;
  return Math.max(inside([range, init, result]), own + inside([condition, step], names));
}

const variablesOf = ({ variable, variable2 }: Comprehension): string[] =>
  variable2 === undefined ? [variable] : [variable, variable2];

/** True for a list or map that is written in the expression. */
const isFixed = ({ kind }: Expr): boolean => kind === "list" || kind === "map";

const mentionsAny = (expr: Expr, names: ReadonlySet<string>): boolean =>
  anywhere(expr, (one) => one.kind === "ident" && names.has(one.name));
