import type { Json } from "../../api/json.ts";

/** Compiles the path inside a filter: `@.k`. */
export type ParsePath = (path: string) => (root: Json) => Json[];

type Operand = (element: Json) => Json[];
type Comparison = (left: Json, right: Json) => boolean;

const OPERATOR = /(==|!=|<=|>=|<|>)/;

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
  "<": (left, right) => sameKind(left, right) && less(left, right),
  ">": (left, right) => sameKind(left, right) && less(right, left),
  "<=": (left, right) => sameKind(left, right) && !less(right, left),
  ">=": (left, right) => sameKind(left, right) && !less(left, right),
};

const sameKind = (left: Json, right: Json): boolean =>
  typeof left === typeof right && (typeof left === "string" || typeof left === "number");
const less = (left: Json, right: Json): boolean => left !== null && right !== null && left < right;

/** The inside of `[?(…)]`: one comparison, or a path that has to be there. */
export function compileFilter(text: string, parse: ParsePath): (element: Json) => boolean {
  const [left = "", operator, right = ""] = text.split(OPERATOR);
  if (operator === undefined) {
    const operand = compileOperand(text.trim(), parse);
    return (element) => operand(element).length > 0;
  }
  const [a, b] = [compileOperand(left.trim(), parse), compileOperand(right.trim(), parse)];
  const compare = COMPARISONS[operator] ?? (() => false);
  return (element) => {
    const [x] = a(element);
    const [y] = b(element);
    return x !== undefined && y !== undefined && compare(x, y);
  };
}

function compileOperand(text: string, parse: ParsePath): Operand {
  const literal = literalOf(text);
  return literal === undefined ? parse(text) : () => [literal];
}

function literalOf(text: string): Json | undefined {
  const quoted = /^(?:'(.*)'|"(.*)")$/s.exec(text);
  if (quoted !== null) return quoted[1] ?? quoted[2] ?? "";
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
