import type { Expr } from "./ast.ts";
import { childrenOf } from "./walk.ts";

/** cel-go's default of `MaxRecursionDepth`. */
const MAX_DEPTH = 250;

/** Operators that do not count, because their operands are not nested. */
const FLAT: ReadonlySet<string> = new Set(["_&&_", "_||_", "!_", "-_"]);

/**
 * True if selections, calls of members, indices, comparisons, sums and conditionals are nested deeper than
 * cel-go permits (`checkAndIncrementRecursionDepth` in its parser).
 */
export function isTooDeep(expr: Expr): boolean {
  const left: [expr: Expr, depth: number][] = [[expr, 0]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [visited, above] = next;
    const depth = above + (counts(visited) ? 1 : 0);
    if (depth > MAX_DEPTH) return true;
    for (const child of childrenOf(visited)) left.push([child, depth]);
  }
  return false;
}

function counts(expr: Expr): boolean {
  if (expr.kind === "call")
    return expr.target !== undefined || (isOperator(expr.name) && !FLAT.has(expr.name));
  return expr.kind === "select" || expr.kind === "comprehension";
}

const isOperator = (name: string): boolean => name.includes("_") && /^[@_!-]/.test(name);
