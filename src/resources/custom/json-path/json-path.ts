import { getKey } from "../../../json/object.ts";
import { isJsonObject, type Json } from "../../../json/value.ts";
import { compare } from "./compare.ts";
import type { ArrayNode, FilterNode, Node, Nodes } from "./nodes.ts";
import { parseTemplate } from "./parse.ts";
import { PathError } from "./path-error.ts";

export { PathError };

/** Returns all values at a path below a value, in order; throws a PathError if the reference reports an error. */
export type JsonPath = (root: Json) => Json[];

/**
 * Compiles a JSONPath of a printer column or a field selector (client-go, util/jsonpath, missing keys
 * allowed): `.a.b`, `['a']`, `[0]`, `[-1]`, `[1:3]`, `[0,2]`, `[*]`, `..`, `[?(@.k=="v")]`. Throws a
 * PathError for any other text.
 */
export function compileJsonPath(path: string): JsonPath {
  const [first = [], ...others] = parseTemplate(`{${path}}`);
  return (root) => {
    const budget = { left: MOST_VALUES };
    const found = evaluated([root], first, budget);
    // The reference does not show the results of later actions, but they must not fail.
    for (const nodes of others) evaluated([root], nodes, budget);
    return found;
  };
}

/**
 * Limit for the values of all steps for one object. Nested unions multiply: the number of values grows
 * exponentially with their depth.
 */
const MOST_VALUES = 200_000;

/** Number of values that may still be created. */
interface Budget {
  left: number;
}

function evaluated(values: readonly Json[], nodes: Nodes, budget: Budget): Json[] {
  let current = [...values];
  for (const node of nodes) current = step(current, node, budget);
  return current;
}

function step(values: readonly Json[], node: Node, budget: Budget): Json[] {
  switch (node.kind) {
    case "constant":
      return node.single ? [node.value] : values.map(() => node.value);
    case "field":
      return spread(values, (value) => fieldOf(value, node.name), budget);
    case "wildcard":
      return spread(values, membersOf, budget);
    case "recursive":
      return spread(values, withAllBelow, budget);
    case "array":
      return elements(values, node, budget);
    case "union":
      return spread(node.parts, (part) => evaluated(values, part, budget), budget);
    case "filter":
      return spread(values, (value) => filtered(value, node, budget), budget);
    case "identifier":
      // In the reference this is a loop over the values, and only its first iteration counts.
      if (node.name === "range") return [...values];
      throw new PathError(`unrecognized identifier ${node.name}`);
  }
}

function spread<T>(from: readonly T[], make: (one: T) => Json[], budget: Budget): Json[] {
  const all: Json[] = [];
  for (const one of from) {
    const made = make(one);
    spend(budget, made.length + 1);
    for (const value of made) all.push(value);
  }
  return all;
}

function spend(budget: Budget, count: number): void {
  budget.left -= count;
  if (budget.left < 0) throw new PathError("too many values");
}

function fieldOf(value: Json, name: string): Json[] {
  const found = isJsonObject(value) ? getKey(value, name) : undefined;
  return found === undefined ? [] : [found];
}

/**
 * Returns the elements of a list or the members of an object. The reference also treats a text as a list of
 * bytes.
 */
function membersOf(value: Json): Json[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value).filter((member) => member !== undefined) : [];
}

function withAllBelow(value: Json): Json[] {
  const found: Json[] = [];
  collect(value, found);
  return found;
}

function collect(value: Json, into: Json[]): void {
  const members = membersOf(value);
  if (members.length > 0 || (typeof value === "string" && value !== "")) into.push(value);
  for (const member of members) collect(member, into);
}

/** Returns the selected elements of all values. If a range is empty, the values after it are not checked. */
function elements(values: readonly Json[], node: ArrayNode, budget: Budget): Json[] {
  const found: Json[] = [];
  for (const value of values) {
    if (value === null) continue;
    const part = sliced(value, node);
    if (part === undefined) break;
    spend(budget, part.length + 1);
    for (const element of part) found.push(element);
  }
  return found;
}

/**
 * Returns the selected elements of a list; undefined for an empty range. A range outside of the list is an
 * error.
 */
function sliced(value: Json, { from = 0, to, step: every = 1, isSingle }: ArrayNode): Json[] | undefined {
  if (!Array.isArray(value)) throw new PathError("not an array or slice");
  const { length } = value;
  const start = from < 0 ? from + length : from;
  const wanted = to ?? length;
  const end = wanted < 0 || (wanted === 0 && isSingle) ? wanted + length : wanted;
  if (start === end) return undefined;
  if (start < 0 || start >= length || end < 0 || end > length || start > end)
    throw new PathError("array index out of bounds");
  if (every <= 0) throw new PathError("step must be > 0");
  return value.slice(start, end).filter((_, i) => i % every === 0);
}

function filtered(value: Json, node: FilterNode, budget: Budget): Json[] {
  if (!Array.isArray(value)) throw new PathError("not an array or slice and cannot be filtered");
  const holds = node.operator === "exists" ? exists : passes;
  return value.filter((element) => holds(element, node, budget));
}

/**
 * True if the path has a value, or cannot be evaluated: the reference then uses the values before the node
 * that failed.
 */
function exists(element: Json, { left }: FilterNode, budget: Budget): boolean {
  let values: Json[] = [element];
  try {
    for (const node of left) values = step(values, node, budget);
  } catch (error) {
    if (!(error instanceof PathError) || budget.left < 0) throw error;
  }
  return values.length > 0;
}

function passes(element: Json, { left, operator, right }: FilterNode, budget: Budget): boolean {
  const a = onlyOne(evaluated([element], left, budget));
  const b = a === undefined ? undefined : onlyOne(evaluated([element], right, budget));
  if (a === undefined || b === undefined) return false;
  const result = compare(a, operator, b);
  if (result === undefined) throw new PathError(`unrecognized filter operator ${operator}`);
  return result;
}

function onlyOne(values: readonly Json[]): Json | undefined {
  if (values.length > 1) throw new PathError("can only compare one element at a time");
  return values[0];
}
