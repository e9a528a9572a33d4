import type { Expr } from "../../cel/parse/ast.ts";

/**
 * Returns the constants that the expression of a mutation writes, by JSON pointer. Computed values are left
 * out.
 */
export function writtenValues(expr: Expr): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (expr.kind === "struct") inObject(expr, "", found);
  if (expr.kind === "list") for (const { value } of expr.items) inPatch(value, found);
  return found;
}

/**
 * Reads an apply configuration: `Object{metadata: Object.metadata{labels: {"a": "b"}}}`. Lists are merged by
 * the server, and are left out here.
 */
function inObject(expr: Expr, at: string, found: Map<string, string>): void {
  if (expr.kind === "struct")
    for (const { field, value } of expr.fields) inObject(value, `${at}/${field}`, found);
  else if (expr.kind === "map")
    for (const { key, value } of expr.entries) {
      const name = constantOf(key);
      if (name !== undefined) inObject(value, `${at}/${escaped(name)}`, found);
    }
  else keep(at, expr, found);
}

/** Reads one operation: `JSONPatch{op: "replace", path: "/spec/replicas", value: 1}`. */
function inPatch(expr: Expr, found: Map<string, string>): void {
  if (expr.kind !== "struct") return;
  const of = (name: string): Expr | undefined => expr.fields.find(({ field }) => field === name)?.value;
  const [op, path, value] = [of("op"), of("path"), of("value")];
  const place = path && constantOf(path);
  // An index in a list can be another element each time.
  if (place === undefined || /\/(-|\d+)$/.test(place) || value === undefined) return;
  if (op !== undefined && ["add", "replace"].includes(constantOf(op) ?? "")) inObject(value, place, found);
}

function keep(at: string, expr: Expr, found: Map<string, string>): void {
  const value = constantOf(expr);
  if (value !== undefined) found.set(at, value);
}

function constantOf(expr: Expr): string | undefined {
  if (expr.kind !== "literal") return undefined;
  const { value } = expr;
  return typeof value === "string" || typeof value === "boolean" || typeof value === "bigint"
    ? String(value)
    : undefined;
}

const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
