import type { Json } from "../../api/json.ts";
import { PathError } from "./path-error.ts";

/** Compiles the path inside a filter: `@.k`. */
export type ParsePath = (path: string) => (root: Json) => Json[];

type Operand = (element: Json) => Json[];
type Comparison = (left: Json, right: Json) => boolean;

const OPERATOR = /(==|!=|<=|>=|<|>)/;

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  "==": equal,
  "!=": (left, right) => !equal(left, right),
  "<": less,
  ">": (left, right) => !less(left, right) && !equal(left, right),
  "<=": (left, right) => less(left, right) || equal(left, right),
  ">=": (left, right) => !less(left, right),
};

type Plain = string | number | bigint | boolean;

/** Values of one kind; the reference gives up where there are two, or where one is neither text, number nor bool. */
function ofOneKind(left: Json, right: Json): [Plain, Plain] {
  if (kindOf(left) !== kindOf(right)) throw new PathError("incompatible types for comparison");
  return [left as Plain, right as Plain];
}

function kindOf(value: Json): string {
  if (typeof value === "object" || value === undefined) throw new PathError("invalid type for comparison");
  if (typeof value === "number") return Number.isInteger(value) ? "bigint" : "number";
  return typeof value;
}

function equal(left: Json, right: Json): boolean {
  const [a, b] = ofOneKind(left, right);
  return !(a < b) && !(a > b);
}

function less(left: Json, right: Json): boolean {
  const [a, b] = ofOneKind(left, right);
  if (typeof a === "boolean") throw new PathError("invalid type for comparison");
  return a < b;
}

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
    const x = onlyOne(a(element));
    const y = x === undefined ? undefined : onlyOne(b(element));
    return x !== undefined && y !== undefined && compare(x, y);
  };
}

function onlyOne(values: Json[]): Json | undefined {
  if (values.length > 1) throw new PathError("can only compare one element at a time");
  return values[0];
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
