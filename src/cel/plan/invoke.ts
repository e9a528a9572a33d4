import { compileRegex, SEARCHES } from "../libraries/regex.ts";
import { itemAt } from "../parse/item-at.ts";
import type { Environment } from "../types/environment.ts";
import { acceptsValue, type Cost, type Overload } from "../types/functions.ts";
import { traversalOf } from "../values/costs.ts";
import { membershipOf } from "../values/membership.ts";
import { CelError, isInt, isList, NO_OVERLOAD, typeNameOf, type Value } from "../values/values.ts";
import { unlimited, type Work } from "../values/work.ts";
import { charge, type Frame, type Step } from "./frame.ts";
import { operatorStep } from "./operator-step.ts";
import { OPERATORS } from "./operators.ts";
import type { Planned } from "./planned.ts";

/** Texts up to this length are read without counting work. */
const SHORT = 100;

type Made = { readonly constant: Value } | { readonly run: Step };

const CONVERSIONS: ReadonlySet<string> = new Set(
  "bool bytes double duration dyn int string timestamp type uint".split(" "),
);

/**
 * Plans a call of a function or an operator. Conversions of constants and membership in constant lists are
 * computed immediately; an error in one is returned.
 */
export function compileCall(
  name: string,
  overloads: readonly Overload[],
  args: readonly Planned[],
  environment: Environment,
  isMember: boolean,
): Made | CelError {
  // `size` takes every value that has a size, whatever the checker inferred: the result of `sortBy` is a list of bytes.
  const found = overloads.length === 1 && name !== "size" ? overloads[0] : undefined;
  if (found?.id === "in_list") {
    const list = args[1]?.constant;
    const made = list !== undefined && isList(list) ? membershipOf(list) : undefined;
    if (made !== undefined) return membership(made, itemAt(args, 0));
  }
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (operator !== undefined) return { run: operatorStep(name, operator, found?.id ?? "", args) };
  const call = functionCall(name, found, environment, isMember, args.length);
  const pattern = args[1]?.constant;
  const affix = AFFIXES.get(found?.id ?? "");
  if (affix !== undefined && typeof pattern === "string" && !environment.costs.has(name))
    return { run: affixTest(itemAt(args, 0).run, pattern, affix, steps(args, call)) };
  const searchBy = SEARCHES.get(name);
  if (searchBy !== undefined && typeof pattern === "string") {
    const regex = compileRegex(pattern, unlimited());
    return regex instanceof CelError ? regex : { run: search(args, call, searchBy.bind(undefined, regex)) };
  }
  if (CONVERSIONS.has(name) && args.length === 1 && args[0]?.constant !== undefined) {
    const value = call.run([args[0].constant], unlimited());
    return value instanceof CelError ? value : { constant: value };
  }
  return { run: steps(args, call) };
}

const AFFIXES: ReadonlyMap<string, (text: string, affix: string) => boolean> = new Map([
  ["starts_with_string", (text, affix) => text.startsWith(affix)],
  ["ends_with_string", (text, affix) => text.endsWith(affix)],
]);

/** Plans `text.startsWith('x')`, the usual form of rules about names. Its cost is a tenth of the length of `'x'`. */
function affixTest(
  operand: Step,
  pattern: string,
  test: (text: string, affix: string) => boolean,
  slow: Step,
): Step {
  const cost = traversalOf(pattern, unlimited());
  return (frame) => {
    const before = frame.cost;
    const text = operand(frame);
    if (typeof text === "string" && text.length <= SHORT) {
      charge(frame, cost);
      return test(text, pattern);
    }
    frame.cost = before;
    return slow(frame);
  };
}

interface PlannedCall {
  readonly run: (args: Value[], work: Work) => Value;
  /** Cost of the call; 1 if undefined. */
  readonly cost: Cost | undefined;
}

function functionCall(
  name: string,
  found: Overload | undefined,
  environment: Environment,
  isMember: boolean,
  count: number,
): PlannedCall {
  const all = environment.functions.get(name) ?? [];
  const usable = found ? [found] : all.filter((o) => o.member === isMember && o.params.length === count);
  const byName = environment.costs.get(name);
  const id = found?.id ?? "";
  const [only] = usable;
  return {
    run:
      only !== undefined && usable.length === 1
        ? (args, work) => (takes(only, args) ? invoke(only, args, work) : noOverload(name, args))
        : (args, work) => {
            for (const overload of usable) if (takes(overload, args)) return invoke(overload, args, work);
            return noOverload(name, args);
          },
    cost: byName ? (args, work) => byName(args, work, id) : found?.cost,
  };
}

/**
 * Calls an implementation. Most have one or two arguments: passing these separately is much faster than as a
 * list.
 */
function invoke({ run, counting }: Overload, args: readonly Value[], work: Work): Value {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (typeof arg === "string" && arg.length > SHORT) work.spendText(arg.length);
  }
  if (counting !== undefined) return counting(work, ...args);
  if (args.length === 1) return run(args[0] ?? null);
  return args.length === 2 ? run(args[0] ?? null, args[1] ?? null) : run(...args);
}

function takes({ params, unguarded }: Overload, args: readonly Value[]): boolean {
  if (unguarded) return true;
  let i = 0;
  for (const param of params) if (!acceptsValue(param, args[i++] ?? null)) return false;
  return true;
}

const TERSE: ReadonlySet<string> = new Set(["startsWith", "endsWith", "contains", "matches"]);

/**
 * Types of times and durations, whose errors for unknown functions do not have the name of the function
 * (their Receive in cel-go).
 */
const RECEIVES: ReadonlySet<string> = new Set(["google.protobuf.Timestamp", "google.protobuf.Duration"]);

function noOverload(name: string, args: readonly Value[]): CelError {
  if (TERSE.has(name)) return NO_OVERLOAD;
  if (name === "size" && RECEIVES.has(typeNameOf(args[0] ?? null))) return NO_OVERLOAD;
  return new CelError(
    `no such overload: ${name}${name === "size" ? "" : `(${args.map(typeNameOf).join(", ")})`}`,
  );
}

function membership(includes: ((value: Value) => boolean) | false, { run }: Planned): Made {
  if (includes === false) return { constant: false };
  return {
    run: (frame) => {
      const value = run(frame);
      return value instanceof CelError ? value : includes(value);
    },
  };
}

function steps(args: readonly Planned[], call: PlannedCall): Step {
  const runs = args.map(({ run }) => run);
  if (runs.length === 1) return unary(itemAt(runs, 0), call);
  return runs.length === 2 ? binary([itemAt(runs, 0), itemAt(runs, 1)], call) : several(runs, call);
}

/**
 * Plans a search with a constant pattern, which is not an argument any more: an error in the text operand
 * ends the call before any cost is charged.
 */
function search(
  args: readonly Planned[],
  call: PlannedCall,
  find: (text: string, limit: number, work: Work) => Value,
): Step {
  const run: PlannedCall["run"] = (values, work) => {
    const [text, , limit = -1] = values;
    if (typeof text !== "string") return NO_OVERLOAD;
    return isInt(limit) ? find(text, Number(limit), work) : NO_OVERLOAD;
  };
  return several(
    args.map((arg) => arg.run),
    { ...call, run },
  );
}

function unary(run: Step, { run: invoke, cost }: PlannedCall): Step {
  return (frame) => {
    const value = run(frame);
    const args = [value];
    charge(frame, cost === undefined ? 1 : cost(args, frame.work));
    return value instanceof CelError ? value : invoke(args, frame.work);
  };
}

function binary([left, right]: [Step, Step], { run, cost }: PlannedCall): Step {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    const args = [a, b];
    charge(frame, cost === undefined ? 1 : cost(args, frame.work));
    if (a instanceof CelError) return a;
    return b instanceof CelError ? b : run(args, frame.work);
  };
}

function several(runs: readonly Step[], { run: invoke, cost }: PlannedCall): Step {
  const priceOf = (args: readonly Value[], work: Work): number => (cost === undefined ? 1 : cost(args, work));
  return (frame: Frame) => {
    const args: Value[] = [];
    for (const run of runs) {
      const value = run(frame);
      args.push(value);
      if (!(value instanceof CelError)) continue;
      if (args.length === runs.length) charge(frame, priceOf(args, frame.work));
      return value;
    }
    charge(frame, priceOf(args, frame.work));
    return invoke(args, frame.work);
  };
}
