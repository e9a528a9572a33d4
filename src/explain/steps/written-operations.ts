import type { Expr } from "../../cel/parse/ast.ts";
import { walk } from "../../cel/parse/walk.ts";

/** An operation of a JSON patch that an expression of a policy writes out. */
interface WrittenOperation {
  readonly path: string;
  /** True if the value is an empty list, map or object. */
  readonly isEmpty: boolean;
}

/** Returns the operations of an expression that are written out, with literal paths. */
export function writtenOperations(expr: Expr): WrittenOperation[] {
  const found: WrittenOperation[] = [];
  walk(expr, (one) => {
    if (one.kind !== "struct" || one.name !== "JSONPatch") return;
    const of = (name: string): Expr | undefined => one.fields.find(({ field }) => field === name)?.value;
    const [path, value] = [of("path"), of("value")];
    if (path?.kind === "literal" && typeof path.value === "string")
      found.push({ path: path.value, isEmpty: value !== undefined && isEmpty(value) });
  });
  return found;
}

const isEmpty = (value: Expr): boolean =>
  (value.kind === "list" && value.items.length === 0) ||
  (value.kind === "map" && value.entries.length === 0) ||
  (value.kind === "struct" && value.fields.length === 0);
