import { CelError, CelOptional, NO_OPTIONAL, NO_OVERLOAD, NOTHING, type Value } from "../values/values.ts";
import { charge, type Step } from "./frame.ts";
import type { Opened, Planned } from "./planned.ts";
import { optionalLookup } from "./qualify.ts";

/**
 * Plans `operand.?key` or `operand[?key]` with a constant key. A chain of these creates no intermediate
 * optionals.
 */
export function optionalSelection(operand: Planned, key: Value): Planned {
  const lookUp = optionalLookup(key);
  const bare =
    operand.opened === undefined ? fromAny(operand.bare, lookUp) : inChain(operand.opened.bare, lookUp);
  const run = operand.choice ? bare : priced(bare);
  const planned = wrapped({ bare, run });
  return operand.choice ? { ...planned, choice: true } : planned;
}

type Lookup = (value: Value) => Value;

function fromAny(operand: Step, lookUp: Lookup): Step {
  return (frame) => {
    const value = operand(frame);
    if (value instanceof CelError) return value;
    if (value instanceof CelOptional) {
      if (value.value === undefined) return NOTHING;
      const found = lookUp(value.value);
      if (found !== NOTHING && !(found instanceof CelError)) charge(frame, 1);
      return found;
    }
    const found = lookUp(value);
    if (found !== NOTHING) charge(frame, 1);
    return found;
  };
}

function inChain(operand: Step, lookUp: Lookup): Step {
  return (frame) => {
    const value = operand(frame);
    if (value === NOTHING || value instanceof CelError) return value;
    const found = lookUp(value);
    if (found !== NOTHING && !(found instanceof CelError)) charge(frame, 1);
    return found;
  };
}

/** Plans `target.orValue(other)`: the other is evaluated only if needed. */
export function orValue(target: Planned, other: Step): Step {
  const content = contentOf(target);
  return (frame) => {
    const value = content(frame);
    return value === NOTHING ? other(frame) : value;
  };
}

/** Plans `target.or(other)` with an optional as other. */
export function or(target: Planned, other: Planned): Planned {
  const content = contentOf(target);
  const otherwise = contentOf(other);
  const run: Step = (frame) => {
    const value = content(frame);
    return value === NOTHING ? otherwise(frame) : value;
  };
  return wrapped({ bare: run, run });
}

/** Returns the content of an optional, or NOTHING. */
const contentOf = ({ opened, run }: Planned): Step =>
  opened?.run ??
  ((frame) => {
    const value = run(frame);
    if (value instanceof CelError) return value;
    if (!(value instanceof CelOptional)) return NO_OVERLOAD;
    return value.value === undefined ? NOTHING : value.value;
  });

const priced =
  (step: Step): Step =>
  (frame) => {
    const value = step(frame);
    charge(frame, 1);
    return value;
  };

const wrapped = (opened: Opened): Planned => ({ run: wrap(opened.run), bare: wrap(opened.bare), opened });

const wrap =
  (step: Step): Step =>
  (frame) => {
    const value = step(frame);
    if (value === NOTHING) return NO_OPTIONAL;
    return value instanceof CelError ? value : new CelOptional(value);
  };
