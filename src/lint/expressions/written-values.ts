import type { Expr } from "../../cel/parse/ast.ts";
import { walk } from "../../cel/parse/walk.ts";
import { escapeToken, unescapeToken } from "../../json/pointer.ts";

/** A text, a truth value or an integer. */
export type Constant = string | boolean | number;

/**
 * Returns the constants that the expression of a mutation writes, by JSON pointer. Computed values are left
 * out.
 */
export function writtenValues(expr: Expr): ReadonlyMap<string, Constant> {
  const found = new Map<string, Constant>();
  if (expr.kind === "struct") inObject(expr, "", found);
  if (expr.kind === "list") for (const { value } of expr.items) inPatch(value, found);
  return found;
}

/**
 * Reads an apply configuration: `Object{metadata: Object.metadata{labels: {"a": "b"}}}`. Lists are merged by
 * the server, and are left out here.
 */
function inObject(expr: Expr, at: string, found: Map<string, Constant>): void {
  if (expr.kind === "struct")
    for (const { field, value } of expr.fields) inObject(value, `${at}/${field}`, found);
  else if (expr.kind === "map")
    for (const { key, value } of expr.entries) {
      const name = constantOf(key);
      if (name !== undefined) inObject(value, `${at}/${escapeToken(String(name))}`, found);
    }
  else keep(at, expr, found);
}

/** Reads one operation: `JSONPatch{op: "replace", path: "/spec/replicas", value: 1}`. */
function inPatch(expr: Expr, found: Map<string, Constant>): void {
  if (expr.kind !== "struct") return;
  const of = (name: string): Expr | undefined => expr.fields.find(({ field }) => field === name)?.value;
  const [op, path, value] = [of("op"), of("path"), of("value")];
  const place = path && textOf(path);
  // An index in a list can be another element each time.
  if (place === undefined || /\/(-|\d+)$/.test(place) || value === undefined) return;
  if (op !== undefined && ["add", "replace"].includes(textOf(op) ?? "")) inObject(value, place, found);
}

function keep(at: string, expr: Expr, found: Map<string, Constant>): void {
  const value = constantOf(expr);
  if (value !== undefined) found.set(at, value);
}

function constantOf(expr: Expr): Constant | undefined {
  if (expr.kind !== "literal") return undefined;
  const { value } = expr;
  return typeof value === "string" || typeof value === "boolean" || typeof value === "number"
    ? value
    : undefined;
}

/** A field that an expression writes. */
export interface WrittenField {
  /** Names of fields and keys; items of lists have none: `spec`, `containers`, `args`. */
  readonly path: readonly string[];
  readonly value: Expr | undefined;
  /** True for `?field: value`, which is left out if the value is an empty optional. */
  readonly optional: boolean;
}

/** Returns the fields of all objects that an expression makes, and the places of its JSON patches. */
export function writtenFields(expr: Expr): WrittenField[] {
  const found: WrittenField[] = [];
  walk(expr, (one) => {
    if (one.kind !== "struct") return;
    const [root, ...path] = one.name.split(".");
    for (const { field, value, optional } of one.fields)
      if (root === "Object") found.push({ path: [...path, field], value, optional });
      else if (root === "JSONPatch" && field === "path")
        found.push({ path: namesIn(textOf(value) ?? ""), value: undefined, optional });
  });
  return found;
}

/** The names and indexes in a JSON pointer. */
export const tokensOf = (pointer: string): string[] => pointer.split("/").slice(1).map(unescapeToken);

/** The names in a JSON pointer, without indexes of lists. */
const namesIn = (pointer: string): string[] =>
  tokensOf(pointer).filter((name) => name !== "-" && Number.isNaN(Number(name)));

const textOf = (expr: Expr): string | undefined => {
  const value = constantOf(expr);
  return typeof value === "string" ? value : undefined;
};
