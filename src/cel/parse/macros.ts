import type { Value } from "../values/values.ts";
import type { Call, Expr } from "./ast.ts";
import { copyOf } from "./copy.ts";
import { itemAt } from "./item-at.ts";
import type { Issue } from "./source.ts";

interface MacroCall {
  readonly name: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
  /** True if `cel.bind` is a macro. */
  readonly bindings: boolean;
  /** Index of the call's opening parenthesis: the place of all nodes that a macro creates. */
  readonly at: number;
  /** Returns the next free id. */
  id(): number;
}

type Expansion =
  | { readonly kind: "expr"; readonly expr: Expr }
  | { readonly kind: "issue"; readonly issue: Issue };

/** The variable in which a comprehension collects; expressions cannot name it. */
export const ACCUMULATOR = "@result";

/** Expands a call of a macro; undefined for other calls. */
export function expandMacro(call: MacroCall): Expansion | undefined {
  // With a leading dot only a function of this name is meant.
  if (call.name.startsWith(".")) return undefined;
  const key = `${call.target === undefined ? "" : "."}${call.name}/${call.args.length}`;
  const macro = Object.hasOwn(MACROS, key)
    ? MACROS[key]
    : call.bindings && key === ".bind/3"
      ? bind
      : undefined;
  const made = macro?.(new Builder(call), call.args, call.target as Expr);
  if (made === undefined) return undefined;
  return "text" in made ? { kind: "issue", issue: made } : { kind: "expr", expr: made };
}

class Builder {
  readonly #call: MacroCall;

  constructor(call: MacroCall) {
    this.#call = call;
  }

  get #node(): { id: number; at: number } {
    return { id: this.#call.id(), at: this.#call.at };
  }

  literal(value: Value): Expr {
    return { kind: "literal", ...this.#node, value };
  }

  ident(name: string): Expr {
    return { kind: "ident", ...this.#node, name };
  }

  get result(): Expr {
    return this.ident(ACCUMULATOR);
  }

  call(name: string, ...args: readonly Expr[]): Call {
    return { kind: "call", ...this.#node, name, target: undefined, args };
  }

  member(target: Expr, name: string, ...args: readonly Expr[]): Call {
    return { kind: "call", ...this.#node, name, target, args };
  }

  list(...values: readonly Expr[]): Expr {
    return { kind: "list", ...this.#node, items: values.map((value) => ({ value, optional: false })) };
  }

  emptyMap(): Expr {
    return { kind: "map", ...this.#node, entries: [] };
  }

  copy(expr: Expr): Expr {
    return copyOf(expr, this.#call.at);
  }

  has(operand: Expr, field: string): Expr {
    return { kind: "select", ...this.#node, operand, field, test: true };
  }

  fold(range: Expr, variables: Variables, parts: FoldParts): Expr {
    const [variable, variable2] = variables;
    const accumulator = parts.accumulator ?? ACCUMULATOR;
    return {
      kind: "comprehension",
      ...this.#node,
      range,
      variable,
      variable2,
      accumulator,
      init: parts.init,
      condition: parts.condition ?? this.literal(true),
      step: parts.step,
      result: parts.result ?? this.result,
    };
  }
}

interface FoldParts {
  readonly init: Expr;
  readonly step: Expr;
  readonly condition?: Expr;
  readonly result?: Expr;
  readonly accumulator?: string;
}

type Variables = readonly [string] | readonly [string, string];
type Macro = (build: Builder, args: readonly Expr[], target: Expr) => Expr | Issue | undefined;
type Body = (build: Builder, args: readonly Expr[], target: Expr, variables: Variables) => Expr;

const OVERWRITES = "iteration variable overwrites accumulator variable";
/** True for the variables in which comprehensions collect, of this parser and of cel-go. */
export const isAccumulator = (name: string): boolean => name === ACCUMULATOR || name === "__result__";

/** Declares a macro with one loop variable. `text` is the error if that is not a name. */
function one(text: string, body: Body): Macro {
  return (build, [variable, ...rest], target) => {
    if (variable?.kind !== "ident") return { at: variable?.at ?? -1, text };
    if (isAccumulator(variable.name)) return { at: variable.at, text: OVERWRITES };
    return body(build, rest, target, [variable.name]);
  };
}

function two(body: Body): Macro {
  return (build, [first, second, ...rest], target) => {
    for (const variable of [first, second])
      if (variable?.kind !== "ident")
        return { at: variable?.at ?? -1, text: "argument must be a simple name" };
    if (first?.kind !== "ident" || second?.kind !== "ident") return { at: -1, text: "" };
    if (first.name === second.name) return { at: second.at, text: `duplicate variable name: ${first.name}` };
    if (isAccumulator(first.name)) return { at: first.at, text: OVERWRITES };
    if (isAccumulator(second.name)) return { at: second.at, text: OVERWRITES };
    return body(build, rest, target, [first.name, second.name]);
  };
}

const all: Body = (b, args, range, variables) =>
  b.fold(range, variables, {
    init: b.literal(true),
    condition: b.call("@not_strictly_false", b.result),
    step: b.call("_&&_", b.result, itemAt(args, 0)),
  });

const exists: Body = (b, args, range, variables) =>
  b.fold(range, variables, {
    init: b.literal(false),
    condition: b.call("@not_strictly_false", b.call("!_", b.result)),
    step: b.call("_||_", b.result, itemAt(args, 0)),
  });

const existsOne: Body = (b, args, range, variables) =>
  b.fold(range, variables, {
    init: b.literal(0),
    step: b.call("_?_:_", itemAt(args, 0), b.call("_+_", b.result, b.literal(1)), b.result),
    result: b.call("_==_", b.result, b.literal(1)),
  });

/** Returns `step` for items that pass the filter, which is the first of two arguments. */
function filtered(b: Builder, args: readonly Expr[], step: (transform: Expr) => Expr): Expr {
  const [first, second] = [itemAt(args, 0), args[1]];
  return second === undefined ? step(first) : b.call("_?_:_", first, step(second), b.result);
}

const transformList: Body = (b, args, range, variables) =>
  b.fold(range, variables, {
    init: b.list(),
    step: filtered(b, args, (transform) => b.call("_+_", b.result, b.list(transform))),
  });

const filter: Macro = (build, args, target) => {
  const keep: Body = (b, rest, range, variables) =>
    b.fold(range, variables, {
      init: b.list(),
      step: b.call("_?_:_", itemAt(rest, 0), b.call("_+_", b.result, b.list(itemAt(args, 0))), b.result),
    });
  return one(IDENTIFIER, keep)(build, args, target);
};

const transformMap: Body = (b, args, range, variables) =>
  b.fold(range, variables, {
    init: b.emptyMap(),
    step: filtered(b, args, (transform) =>
      b.call("cel.@mapInsert", b.result, b.ident(variables[0]), transform),
    ),
  });

const transformMapEntry: Body = (b, args, range, variables) =>
  b.fold(range, variables, {
    init: b.emptyMap(),
    step: filtered(b, args, (transform) => b.call("cel.@mapInsert", b.result, transform)),
  });

const has: Macro = (b, [operand]) =>
  operand?.kind === "select"
    ? b.has(operand.operand, operand.field)
    : { at: operand?.at ?? -1, text: "invalid argument to has() macro" };

/** Declares `target.optMap(name, body)`: the body, with the optional's value bound to that name. */
function optional(name: string, wrap: (b: Builder, body: Expr) => Expr): Macro {
  return (b, args, target) => {
    const [variable] = args;
    if (variable?.kind !== "ident")
      return { at: variable?.at ?? -1, text: `${name}() variable name must be a simple identifier` };
    const bound = b.fold(b.list(), ["#unused"], {
      init: b.member(b.copy(target), "value"),
      condition: b.literal(false),
      step: b.ident(variable.name),
      result: itemAt(args, 1),
      accumulator: variable.name,
    });
    return b.call("_?_:_", b.member(target, "hasValue"), wrap(b, bound), b.call("optional.none"));
  };
}

/** Expands `cel.bind(name, value, body)`: the body, with the value bound to that name. */
const bind: Macro = (b, args, target) => {
  const [variable] = args;
  if (target.kind !== "ident" || target.name !== "cel") return undefined;
  if (variable?.kind !== "ident")
    return { at: variable?.at ?? -1, text: "cel.bind() variable names must be simple identifiers" };
  return b.fold(b.list(), ["#unused"], {
    init: itemAt(args, 1),
    condition: b.literal(false),
    step: b.ident(variable.name),
    result: itemAt(args, 2),
    accumulator: variable.name,
  });
};

const SORTABLE: ReadonlySet<Expr["kind"]> = new Set(["list", "ident", "comprehension", "call", "select"]);
const NOT_SORTABLE =
  "sortBy can only be applied to a list, identifier, comprehension, call or select expression";
const SORT_INPUT = "@__sortBy_input__";

/** Expands `list.sortBy(name, key)`: the list is bound to a name, and sorted by the list of its keys. */
const sortBy: Macro = (b, args, target) => {
  if (!SORTABLE.has(target.kind)) return { at: target.at, text: NOT_SORTABLE };
  const keys = one(IDENTIFIER, transformList)(b, args, b.ident(SORT_INPUT));
  if (keys === undefined || "text" in keys) return keys;
  return b.fold(b.list(), ["#unused"], {
    init: target,
    condition: b.literal(false),
    step: b.ident(SORT_INPUT),
    result: b.member(b.ident(SORT_INPUT), "@sortByAssociatedKeys", keys),
    accumulator: SORT_INPUT,
  });
};

const NAME = "argument must be a simple name";
const IDENTIFIER = "argument is not an identifier";

const MACROS: Readonly<Record<string, Macro>> = {
  "has/1": has,
  ".all/2": one(NAME, all),
  ".exists/2": one(NAME, exists),
  ".exists_one/2": one(NAME, existsOne),
  ".map/2": one(IDENTIFIER, transformList),
  ".map/3": one(IDENTIFIER, transformList),
  ".filter/2": filter,
  ".sortBy/2": sortBy,
  ".all/3": two(all),
  ".exists/3": two(exists),
  ".exists_one/3": two(existsOne),
  ".existsOne/3": two(existsOne),
  ".transformList/3": two(transformList),
  ".transformList/4": two(transformList),
  ".transformMap/3": two(transformMap),
  ".transformMap/4": two(transformMap),
  ".transformMapEntry/3": two(transformMapEntry),
  ".transformMapEntry/4": two(transformMapEntry),
  ".optMap/2": optional("optMap", (b, body) => b.call("optional.of", body)),
  ".optFlatMap/2": optional("optFlatMap", (_, body) => body),
};
