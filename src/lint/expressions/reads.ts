import type { Call, Expr } from "../../cel/parse/ast.ts";
import { anywhere, walk } from "../../cel/parse/walk.ts";

/**
 * Splits `object.metadata.name` into its parts; undefined if the expression is not a plain chain of fields.
 */
export function chainOf(expr: Expr): readonly string[] | undefined {
  if (expr.kind === "ident") return [expr.name];
  if (expr.kind !== "select") return undefined;
  const before = chainOf(expr.operand);
  return before && [...before, expr.field];
}

/** The chain as it is written, `a.b.c`; empty for any other expression. */
export const chainText = (expr: Expr): string => chainOf(expr)?.join(".") ?? "";

/**
 * Returns the names in a chain of fields, keys and optional fields: `object`, `metadata`, `labels` and `a` for
 * `object.metadata.?labels["a"].orValue("")`. A part that is something else has no name, and a computed key an empty one.
 */
export function fieldsOf(expr: Expr): readonly string[] {
  if (expr.kind === "ident") return [expr.name];
  if (expr.kind === "select") return [...fieldsOf(expr.operand), expr.field];
  if (expr.kind !== "call") return [];
  const [first, key] = expr.args;
  if (first !== undefined && key !== undefined && KEYED.has(expr.name)) {
    const name = key.kind === "literal" && typeof key.value === "string" ? key.value : "";
    return [...fieldsOf(first), name];
  }
  if (expr.target !== undefined && UNWRAPPING.has(expr.name)) return fieldsOf(expr.target);
  return expr.name === "string" && first !== undefined ? fieldsOf(first) : [];
}

const KEYED: ReadonlySet<string> = new Set(["_?._", "_[_]", "_[?_]"]);
const UNWRAPPING: ReadonlySet<string> = new Set(["orValue", "value"]);

/**
 * Returns the chains that fail if a field is missing, as `a.b.c`, including those that are parts of longer
 * ones.
 */
export function readsOf(expr: Expr): ReadonlySet<string> {
  const reads = new Set<string>();
  walk(expr, (one) => {
    if (one.kind === "select" && !one.test) reads.add(chainText(one));
  });
  reads.delete("");
  return reads;
}

/** Returns every name, field and text in an expression. */
export function wordsOf(expr: Expr): ReadonlySet<string> {
  const words = new Set<string>();
  walk(expr, (one) => {
    if (one.kind === "ident") words.add(one.name);
    if (one.kind === "select") words.add(one.field);
    if (one.kind === "literal" && typeof one.value === "string") words.add(one.value);
  });
  return words;
}

/** Returns the texts that a chain is compared with, by `==`, `!=` or `in`. */
export function comparedWith(expr: Expr, chain: string): { readonly text: string; readonly by: string }[] {
  const found: { text: string; by: string }[] = [];
  walk(expr, (one) => {
    if (one.kind !== "call" || !COMPARISONS.has(one.name)) return;
    const [left, right] = operandsOf(one);
    for (const [asked, other] of [
      [left, right],
      [right, left],
    ])
      if (asked !== undefined && other !== undefined && chainText(asked) === chain)
        for (const text of textsIn(other)) found.push({ text, by: one.name });
  });
  return found;
}

const COMPARISONS: ReadonlySet<string> = new Set(["_==_", "_!=_", "@in"]);

const operandsOf = ({ target, args }: Call): readonly Expr[] =>
  target === undefined ? args : [target, ...args];

function textsIn(expr: Expr): string[] {
  if (expr.kind === "literal") return typeof expr.value === "string" ? [expr.value] : [];
  return expr.kind === "list" ? expr.items.flatMap(({ value }) => textsIn(value)) : [];
}

/** True if an expression compares `object` or `oldObject` with null. */
export const comparesWithNull = (expr: Expr, name: string): boolean =>
  anywhere(expr, (one) => {
    if (one.kind !== "call" || (one.name !== "_==_" && one.name !== "_!=_")) return false;
    const operands = operandsOf(one);
    const isNull = operands.some((operand) => operand.kind === "literal" && operand.value === null);
    return isNull && operands.some((operand) => operand.kind === "ident" && operand.name === name);
  });
