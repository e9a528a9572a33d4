import type { Expr } from "./ast.ts";

/** Visits an expression and everything inside it. */
export function walk(expr: Expr, visit: (expr: Expr) => void): void {
  visit(expr);
  for (const child of childrenOf(expr)) walk(child, visit);
}

/** True if an expression or anything inside it passes a test. */
export const anywhere = (expr: Expr, test: (expr: Expr) => boolean): boolean =>
  test(expr) || childrenOf(expr).some((child) => anywhere(child, test));

/** Visits an expression after everything inside it. */
export function walkUp(expr: Expr, visit: (expr: Expr) => void): void {
  for (const child of childrenOf(expr)) walkUp(child, visit);
  visit(expr);
}

/** Direct parts of an expression, in the order of the text. */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "select":
      return [expr.operand];
    case "call":
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    case "list":
      return expr.items.map(({ value }) => value);
    case "map":
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case "struct":
      return expr.fields.map(({ value }) => value);
    case "comprehension":
      return [expr.range, expr.init, expr.condition, expr.step, expr.result];
    default:
      return [];
  }
}
