import type { Expr } from "./ast.ts";

/**
 * Copies an expression that a macro uses a second time. The fields of messages in it get the place of the
 * macro (exprHelper.Copy in cel-go's parser/helper.go).
 */
export function copyOf(expr: Expr, at: number): Expr {
  const copy = (part: Expr): Expr => copyOf(part, at);
  const withValue = <T extends { readonly value: Expr }>(entry: T): T => ({
    ...entry,
    value: copy(entry.value),
  });
  switch (expr.kind) {
    case "select":
      return { ...expr, operand: copy(expr.operand) };
    case "call":
      return { ...expr, target: expr.target && copy(expr.target), args: expr.args.map(copy) };
    case "list":
      return { ...expr, items: expr.items.map(withValue) };
    case "map":
      return {
        ...expr,
        entries: expr.entries.map((entry) => ({ ...withValue(entry), key: copy(entry.key) })),
      };
    case "struct":
      return { ...expr, fields: expr.fields.map((field) => ({ ...withValue(field), at })) };
    case "comprehension": {
      const { range, init, condition, step, result } = expr;
      return {
        ...expr,
        range: copy(range),
        init: copy(init),
        condition: copy(condition),
        step: copy(step),
        result: copy(result),
      };
    }
    default:
      return expr;
  }
}
