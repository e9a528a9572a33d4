import { isJsonObject, type Json } from "../../api/json.ts";
import { getKey } from "../../json/object.ts";
import { compileFilter, type ParsePath } from "./json-path-filter.ts";
import { PathError } from "./path-error.ts";

export { PathError };

/** All values at a path below a value, in order; throws a PathError where the reference gives up. */
export type JsonPath = (root: Json) => Json[];

type Step = (values: readonly Json[]) => Json[];

/**
 * Compiles a JSONPath as printer columns and field selectors use it (client-go util/jsonpath, missing keys allowed):
 * `.a.b`, `['a']`, `[0]`, `[-1]`, `[1:3]`, `[0,2]`, `[*]`, `..`, `[?(@.k=="v")]`. Throws a PathError on anything else.
 */
export function compileJsonPath(path: string): JsonPath {
  const steps = parseSteps(path);
  return (root) => steps.reduce<Json[]>((values, step) => step(values), [root]);
}

/** What ends a name (isTerminator of util/jsonpath/parser.go), unless a backslash stands before it. */
const NAME = "(?:\\\\.|[^\\s.,[\\]$@{}\\\\])*";
const STEP = new RegExp(`\\.\\.${NAME}|\\.?\\[|\\.${NAME}|\\$|@`, "y");

function parseSteps(path: string): Step[] {
  const steps: Step[] = [];
  let at = 0;
  while (at < path.length) {
    STEP.lastIndex = at;
    const token = STEP.exec(path)?.[0];
    if (token === undefined) throw new PathError(`unrecognized character in ${path}`);
    at += token.length;
    if (token.endsWith("[")) {
      const end = closingBracket(path, at);
      steps.push(bracketStep(path.slice(at, end)));
      at = end + 1;
    } else if (token === ".*") steps.push(every);
    else steps.push(...namedSteps(token));
  }
  return steps;
}

/** `.name`, `..name`, `..`; nothing for `$`, `@` and a lone dot. */
function namedSteps(token: string): Step[] {
  const name = token.replace(/^\.{1,2}|^[$@]/, "").replace(/\\(.)/g, "$1");
  return [...(token.startsWith("..") ? [recurse] : []), ...(name === "" ? [] : [fieldStep(name)])];
}

function closingBracket(path: string, from: number): number {
  let depth = 1;
  let quoteSign = "";
  for (let i = from; i < path.length; i++) {
    const c = path[i] ?? "";
    if (quoteSign !== "") {
      if (c === quoteSign) quoteSign = "";
    } else if (c === "'" || c === '"') quoteSign = c;
    else if (c === "[") depth++;
    else if (c === "]" && --depth === 0) return i;
  }
  throw new PathError("unterminated array");
}

const parseInner: ParsePath = (path) => compileJsonPath(path);

function bracketStep(inside: string): Step {
  if (inside === "*") return every;
  const filter = /^\?\((.*)\)$/s.exec(inside);
  if (filter !== null) return filterStep(filter[1] ?? "");
  const name = /^(?:'([^']*)'|"([^"]*)")$/.exec(inside);
  if (name !== null) return pathStep(`.${name[1] ?? name[2] ?? ""}`);
  if (inside.includes(",")) return unionStep(inside.split(",").map((part) => bracketStep(part.trim())));
  return sliceStep(inside);
}

/** A name in brackets is read as a path once more: `['a.b']` is `.a.b`, so it is in the reference. */
function pathStep(path: string): Step {
  const inner = compileJsonPath(path);
  return (values) => values.flatMap((value) => inner(value));
}

function fieldStep(name: string): Step {
  return (values) =>
    values.flatMap((value) => {
      const found = isJsonObject(value) ? getKey(value, name) : undefined;
      return found === undefined ? [] : [found];
    });
}

const childrenOf = (value: Json): Json[] => {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value).filter((child) => child !== undefined) : [];
};

const every: Step = (values) => values.flatMap(childrenOf);

const recurse: Step = (values) =>
  values.flatMap((value) => {
    const children = childrenOf(value);
    return children.length === 0 ? [] : [value, ...recurse(children)];
  });

const unionStep =
  (parts: readonly Step[]): Step =>
  (values) =>
    parts.flatMap((part) => part(values));

const SLICE = /^(-?\d+)?(:(-?\d+)?)?(:(-?\d+)?)?$/;

/** `[1]`, `[1:3]`, `[::2]`. Outside of the list is an error, not nothing. */
function sliceStep(text: string): Step {
  const match = SLICE.exec(text);
  if (match === null || text === "") throw new PathError(`invalid array index ${text}`);
  const [, from, range, to, , every_] = match;
  const single = range === undefined;
  const numbers = { from: toNumber(from), to: toNumber(to), step: toNumber(every_) };
  return (values) => values.flatMap((value) => (value === null ? [] : sliceOf(value, numbers, single)));
}

const toNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

interface Slice {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly step: number | undefined;
}

function sliceOf(value: Json, { from, to, step = 1 }: Slice, single: boolean): Json[] {
  if (!Array.isArray(value)) throw new PathError("not an array or slice");
  const { length } = value;
  const start = from === undefined ? 0 : from < 0 ? from + length : from;
  const end = single ? start + 1 : to === undefined ? length : to < 0 ? to + length : to;
  if (start === end) return [];
  if (start < 0 || start >= length || end > length || end < start)
    throw new PathError("array index out of bounds");
  if (step <= 0) throw new PathError("step must be > 0");
  return value.slice(start, end).filter((_, i) => i % step === 0);
}

function filterStep(text: string): Step {
  const passes = compileFilter(text, parseInner);
  return (values) =>
    values.flatMap((value) => {
      if (!Array.isArray(value)) throw new PathError("not an array or slice and cannot be filtered");
      return value.filter(passes);
    });
}
