import { unescapeName } from "../../cel/kubernetes/unescape-name.ts";
import type { Expr } from "../../cel/parse/ast.ts";
import { childrenOf } from "../../cel/parse/walk.ts";
import type { Json } from "../../json/value.ts";
import type { Step } from "./declared-rules.ts";

/** The place of a value inside `self`; undefined if the value is something else. */
type Place = readonly Step[] | undefined;

/** Places of variables by name. */
type Scope = ReadonlyMap<string, Place>;

/** The parts of `self` that an expression reads. */
export interface PlacesRead {
  /** Parts that are read or asked for, as steps from `self`, with those that are parts of longer ones. */
  readonly places: (readonly Step[])[];
  /** Constants beside a part in a call, such as a comparison. */
  readonly constants: { readonly place: readonly Step[]; readonly value: Json }[];
}

/** Returns the parts of `self` and `oldSelf` that an expression reads. */
export function placesRead(expr: Expr): PlacesRead {
  const found: PlacesRead = { places: [], constants: [] };
  visit(
    expr,
    new Map([
      ["self", []],
      ["oldSelf", []],
    ]),
    found,
  );
  return found;
}

/** Returns the place of the value of an expression, and adds all places inside it to `found`. */
function visit(expr: Expr, scope: Scope, found: PlacesRead): Place {
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
    default: {
      const parts = childrenOf(expr);
      const places = parts.map((part) => visit(part, scope, found));
      if (expr.kind !== "call") return undefined;
      const values = parts.flatMap(constantsIn);
      for (const place of places)
        if (place !== undefined) found.constants.push(...values.map((value) => ({ place, value })));
      return undefined;
    }
  }
}

/** The constants in a literal, or in a list of literals. */
function constantsIn(expr: Expr): Json[] {
  if (expr.kind === "list") return expr.items.flatMap(({ value }) => constantsIn(value));
  if (expr.kind !== "literal") return [];
  const { value } = expr;
  return typeof value === "string" || typeof value === "number" ? [value] : [];
}

function keep(place: readonly Step[], { places }: PlacesRead): readonly Step[] {
  places.push(place);
  return place;
}

const unescaped = (field: string): string => unescapeName(field) ?? field;
