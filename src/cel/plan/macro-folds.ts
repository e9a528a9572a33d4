import type { Call, Comprehension, Expr } from "../parse/ast.ts";
import { ACCUMULATOR } from "../parse/macros.ts";
import { adapt, CelError, NO_OVERLOAD, type Value } from "../values/values.ts";
import { LIST_COST } from "./aggregates.ts";
import { bindBoth, itemsOf, notIterable } from "./fold.ts";
import { charge, type Frame, type Step } from "./frame.ts";

/** The parts of a comprehension that is the expansion of `filter`, `map`, `all` or `exists`. */
export type MacroParts =
  | { readonly kind: "collect"; readonly predicate: Expr | undefined; readonly item: Expr }
  /** `decisive` is the value that ends the search: false for `all`, true for `exists`. */
  | { readonly kind: "search"; readonly decisive: boolean; readonly predicate: Expr };

/**
 * Recognizes such a comprehension; undefined for others. Expressions cannot name the accumulator, so no other
 * comprehension has this form.
 */
export function macroParts({
  accumulator,
  init,
  condition,
  step,
  result,
}: Comprehension): MacroParts | undefined {
  if (accumulator !== ACCUMULATOR || !isAccumulator(result) || step.kind !== "call") return undefined;
  if (init.kind === "list" && init.items.length === 0 && isLiteral(condition, true))
    return collectParts(step);
  if (init.kind !== "literal" || step.args.length !== 2 || !isAccumulator(step.args[0])) return undefined;
  const predicate = step.args[1]!;
  if (init.value === true && step.name === "_&&_" && isNotStrictlyFalse(condition))
    return { kind: "search", decisive: false, predicate };
  const isExists = init.value === false && step.name === "_||_" && isNotStrictlyFalse(condition);
  return isExists ? { kind: "search", decisive: true, predicate } : undefined;
}

const isAccumulator = (expr: Expr | undefined): boolean =>
  expr?.kind === "ident" && expr.name === ACCUMULATOR;
const isLiteral = (expr: Expr, value: Value): boolean => expr.kind === "literal" && expr.value === value;
const isNotStrictlyFalse = (expr: Expr): boolean =>
  expr.kind === "call" && expr.name === "@not_strictly_false";

function collectParts(step: Call): MacroParts | undefined {
  if (step.name !== "_?_:_") {
    const item = appended(step);
    return item && { kind: "collect", predicate: undefined, item };
  }
  const [predicate, grown, same] = step.args;
  const item = grown?.kind === "call" && isAccumulator(same) ? appended(grown) : undefined;
  return item && { kind: "collect", predicate, item };
}

/** Returns `item` of `@result + [item]`. */
function appended({ name, args: [list, added] }: Call): Expr | undefined {
  if (name !== "_+_" || !isAccumulator(list) || added?.kind !== "list") return undefined;
  const [item, ...more] = added.items;
  return item === undefined || item.optional || more.length > 0 ? undefined : item.value;
}

/** The parts of both kinds. Numbers are indexes of slots. */
export interface MacroLoop {
  readonly range: Step;
  readonly variable: number;
  readonly variable2: number | undefined;
}

/**
 * Plans `filter`, `map` and `transformList`: the values, errors and costs are the same as step by step, with
 * less work.
 */
export function collect(loop: MacroLoop, predicate: Step | undefined, item: Step): Step {
  return (frame) => {
    const range = loop.range(frame);
    if (range instanceof CelError) return range;
    const items = itemsOf(range, frame.work);
    if (items === undefined) return notIterable(range, loop);
    const list: Value[] = [];
    let failure: CelError | undefined;
    for (let i = 0; i < items.length; i++) {
      bind(frame, loop, range, items[i]!, i);
      const holds = predicate === undefined || predicate(frame);
      if (holds === true) {
        charge(frame, 1);
        const value = item(frame);
        charge(frame, LIST_COST);
        charge(frame, 1);
        if (failure !== undefined) continue;
        if (value instanceof CelError) failure = value;
        else list.push(value);
      } else if (holds !== false) failure = holds instanceof CelError ? holds : NO_OVERLOAD;
    }
    charge(frame, 1);
    return failure ?? list;
  };
}

/** Plans `all` and `exists`: an error counts only if no item decides. */
export function search(loop: MacroLoop, decisive: boolean, predicate: Step): Step {
  // Cost of `@not_strictly_false(@result)`; for `exists` of `!@result`.
  const conditionCost = decisive ? 3 : 2;
  return (frame) => {
    const range = loop.range(frame);
    if (range instanceof CelError) return range;
    const items = itemsOf(range, frame.work);
    if (items === undefined) return notIterable(range, loop);
    let found: Value = !decisive;
    for (let i = 0; i < items.length; i++) {
      bind(frame, loop, range, items[i]!, i);
      charge(frame, conditionCost);
      if (found === decisive) break;
      charge(frame, 1);
      const value = predicate(frame);
      if (value === decisive) found = decisive;
      else if (typeof found === "boolean" && typeof value !== "boolean")
        found = value instanceof CelError ? value : NO_OVERLOAD;
    }
    charge(frame, 1);
    return found;
  };
}

function bind(frame: Frame, loop: MacroLoop, range: Value, item: Value, index: number): void {
  const value = adapt(item);
  if (loop.variable2 === undefined) frame.slots[loop.variable] = value;
  else bindBoth(frame.slots, loop.variable, loop.variable2, range, value, index);
}
