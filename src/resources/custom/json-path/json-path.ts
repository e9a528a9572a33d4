import { isJsonObject, type Json } from "../../../api/json.ts";
import { getKey } from "../../../json/object.ts";
import { compare } from "./compare.ts";
import type { ArrayNode, FilterNode, Node, Nodes } from "./nodes.ts";
import { parseTemplate } from "./parse.ts";
import { PathError } from "./path-error.ts";

export { PathError };

/** All values at a path below a value, in order; throws a PathError where the reference gives up. */
export type JsonPath = (root: Json) => Json[];

/**
 * Compiles a JSONPath as printer columns and field selectors use it (client-go, util/jsonpath, missing keys allowed):
 * `.a.b`, `['a']`, `[0]`, `[-1]`, `[1:3]`, `[0,2]`, `[*]`, `..`, `[?(@.k=="v")]`. Throws a PathError on anything else.
 */
export function compileJsonPath(path: string): JsonPath {
  const [first = [], ...others] = parseTemplate(`{${path}}`);
  return (root) => {
    const found = evaluated([root], first);
    // What a path has behind a closing brace is not shown, but has to work.
    for (const nodes of others) evaluated([root], nodes);
    return found;
  };
}

function evaluated(values: readonly Json[], nodes: Nodes): Json[] {
  let current = [...values];
  for (const node of nodes) current = step(current, node);
  return current;
}

function step(values: readonly Json[], node: Node): Json[] {
  switch (node.kind) {
    case "constant":
      return node.single ? [node.value] : values.map(() => node.value);
    case "field":
      return values.flatMap((value) => fieldOf(value, node.name));
    case "wildcard":
      return values.flatMap(membersOf);
    case "recursive":
      return values.flatMap(withAllBelow);
    case "array":
      return elements(values, node);
    case "union":
      return node.parts.flatMap((part) => evaluated(values, part));
    case "filter":
      return values.flatMap((value) => filtered(value, node));
    case "identifier":
      // A loop over the values; only its first turn would count.
      if (node.name === "range") return [...values];
      throw new PathError(`unrecognized identifier ${node.name}`);
  }
}

function fieldOf(value: Json, name: string): Json[] {
  const found = isJsonObject(value) ? getKey(value, name) : undefined;
  return found === undefined ? [] : [found];
}

/** Of a text, the reference has the bytes, too. */
function membersOf(value: Json): Json[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value).filter((member) => member !== undefined) : [];
}

function withAllBelow(value: Json): Json[] {
  const members = membersOf(value);
  if (members.length > 0) return [value, ...members.flatMap(withAllBelow)];
  return typeof value === "string" && value !== "" ? [value] : [];
}

/** Where no elements are asked for, what later values have is not looked at either. */
function elements(values: readonly Json[], node: ArrayNode): Json[] {
  const found: Json[] = [];
  for (const value of values) {
    if (value === null) continue;
    const part = sliced(value, node);
    if (part === undefined) break;
    found.push(...part);
  }
  return found;
}

/** Undefined: none are asked for. Outside of the list is an error, not nothing. */
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

function filtered(value: Json, node: FilterNode): Json[] {
  if (!Array.isArray(value)) throw new PathError("not an array or slice and cannot be filtered");
  return value.filter((element) =>
    node.operator === "exists" ? exists(element, node) : passes(element, node),
  );
}

/** What cannot be evaluated is there: the reference looks at the values before the node that failed. */
function exists(element: Json, { left }: FilterNode): boolean {
  let values: Json[] = [element];
  try {
    for (const node of left) values = step(values, node);
  } catch (error) {
    if (!(error instanceof PathError)) throw error;
  }
  return values.length > 0;
}

function passes(element: Json, { left, operator, right }: FilterNode): boolean {
  const a = onlyOne(evaluated([element], left));
  const b = a === undefined ? undefined : onlyOne(evaluated([element], right));
  if (a === undefined || b === undefined) return false;
  const result = compare(a, operator, b);
  if (result === undefined) throw new PathError(`unrecognized filter operator ${operator}`);
  return result;
}

function onlyOne(values: readonly Json[]): Json | undefined {
  if (values.length > 1) throw new PathError("can only compare one element at a time");
  return values[0];
}
