import type { Comprehension, Expr } from "../../../cel/parse/ast.ts";
import { anywhere, childrenOf } from "../../../cel/parse/walk.ts";
import { PER_CALL_LIMIT } from "../../../cel/program.ts";
import { hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import type { Problem, Rule } from "../../rule.ts";

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
