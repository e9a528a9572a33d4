import type { Comprehension, Expr } from "../../../cel/ast.ts";
import { PER_CALL_LIMIT } from "../../../cel/program.ts";
import { childrenOf, walk } from "../../../cel/walk.ts";
import { hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import type { Problem, Rule } from "../../rule.ts";

/** So many loops over lists of the same length, each within the other, go through a million members when they have a hundred. */
const MOST_LOOPS = 2;

/** They cost little until somebody sends a large object, and fail then. */
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

/** How deep loops lie in one another; a loop over a member of what the loop around it visits only goes on with that one. */
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

/** A list that stands in the expression. */
const isFixed = ({ kind }: Expr): boolean => kind === "list" || kind === "map";

function mentionsAny(expr: Expr, names: ReadonlySet<string>): boolean {
  let found = false;
  walk(expr, (one) => {
    if (one.kind === "ident" && names.has(one.name)) found = true;
  });
  return found;
}
