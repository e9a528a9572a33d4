import type { Value } from "../values/values.ts";

interface Node {
  /** Unique within one expression. */
  readonly id: number;
  /** The place that error texts of the reference point to: an index into the source's code points. */
  readonly at: number;
}

interface Literal extends Node {
  readonly kind: "literal";
  readonly value: Value;
}

/** A name: of a variable, or the first part of a qualified name. */
export interface Ident extends Node {
  readonly kind: "ident";
  readonly name: string;
}

/** `operand.field`, or `has(operand.field)`. */
export interface Select extends Node {
  readonly kind: "select";
  readonly operand: Expr;
  readonly field: string;
  /** True for `has(operand.field)`. */
  readonly test: boolean;
}

/** A call of a function, `name(args)` or `target.name(args)`. Operators are calls too, such as `_+_`. */
export interface Call extends Node {
  readonly kind: "call";
  readonly name: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

/** `[a, ?b]`. An optional item is left out if it is an empty optional. */
export interface ListExpr extends Node {
  readonly kind: "list";
  readonly items: readonly { readonly value: Expr; readonly optional: boolean }[];
}

/** `key: value`, or `?key: value`. */
export interface MapEntry {
  readonly key: Expr;
  readonly value: Expr;
  readonly optional: boolean;
}

/** `{key: value}`. */
export interface MapExpr extends Node {
  readonly kind: "map";
  readonly entries: readonly MapEntry[];
}

/** `field: value` of an object. */
export interface FieldEntry {
  readonly field: string;
  /** Index of a code point in the expression, for errors. */
  readonly at: number;
  readonly value: Expr;
  readonly optional: boolean;
}

/** `Name{field: value}`: an object of a type. */
export interface Struct extends Node {
  readonly kind: "struct";
  readonly name: string;
  readonly fields: readonly FieldEntry[];
}

/**
 * A loop, which macros such as `all` and `map` make: the accumulator starts with `init`, and becomes the value of
 * `step` for each element of `range` as long as `condition` is true.
 */
export interface Comprehension extends Node {
  readonly kind: "comprehension";
  readonly range: Expr;
  /** The element, or the key of a map; with two variables: the index or the key. */
  readonly variable: string;
  /** The element or the value of a map; undefined for a macro with one variable. */
  readonly variable2: string | undefined;
  readonly accumulator: string;
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/**
 * Removes a leading dot. A name has the same meaning without it, except for variables of macros with the same
 * name.
 */
export const withoutDot = (name: string): string => (name.startsWith(".") ? name.slice(1) : name);

/** A parsed expression with its macros expanded. */
export type Expr = Literal | Ident | Select | Call | ListExpr | MapExpr | Struct | Comprehension;

/** Returns the name of a chain of names, `a.b.c`; undefined for all other expressions. */
export function qualifiedName(expr: Expr): string | undefined {
  if (expr.kind === "ident") return expr.name;
  if (expr.kind !== "select" || expr.test) return undefined;
  const prefix = qualifiedName(expr.operand);
  return prefix === undefined ? undefined : `${prefix}.${expr.field}`;
}
