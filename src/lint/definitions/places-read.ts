import { unescapeName } from "../../cel/kubernetes/unescape-name.ts";
import type { Expr } from "../../cel/parse/ast.ts";
import { childrenOf } from "../../cel/parse/walk.ts";
import type { Step } from "./steps.ts";

/** The place of a value inside `self`; undefined if the value is something else. */
type Place = readonly Step[] | undefined;

/** Places of variables by name. */
type Scope = ReadonlyMap<string, Place>;

/**
 * Returns the parts of `self` that an expression reads or asks for, as steps from `self`, with those that are
 * parts of longer ones.
 */
export function placesRead(expr: Expr): (readonly Step[])[] {
  const found: (readonly Step[])[] = [];
  visit(expr, new Map([["self", []]]), found);
  return found;
}

/** Returns the place of the value of an expression, and adds all places inside it to `found`. */
function visit(expr: Expr, scope: Scope, found: (readonly Step[])[]): Place {
  switch (expr.kind) {
    case "ident":
      return scope.get(expr.name);
    case "select": {
      const before = visit(expr.operand, scope, found);
      return before && keep([...before, { kind: "member", name: unescaped(expr.field) }], found);
    }
    case "comprehension": {
      const range = visit(expr.range, scope, found);
      visit(expr.init, scope, found);
      const item = range && keep([...range, { kind: "item" }], found);
      if (range !== undefined) keep([...range, { kind: "value" }], found);
      const inner = new Map([...scope, [expr.variable, expr.variable2 === undefined ? item : undefined]]);
      if (expr.variable2 !== undefined) inner.set(expr.variable2, item);
      for (const part of [expr.condition, expr.step, expr.result]) visit(part, inner, found);
      return undefined;
    }
    default:
      for (const part of childrenOf(expr)) visit(part, scope, found);
      return undefined;
  }
}

function keep(place: readonly Step[], found: (readonly Step[])[]): readonly Step[] {
  found.push(place);
  return place;
}

const unescaped = (field: string): string => unescapeName(field) ?? field;
