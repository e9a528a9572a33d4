import { charge, type Frame, type Step } from "./frame.ts";
import type { Planned } from "./planned.ts";
import { fieldSelector, fieldTester, selectIndex } from "./qualify.ts";
import { CelError, CelOptional, isList, NO_OPTIONAL, NO_OVERLOAD, type Value } from "./values.ts";

/** A variable; `variables` is the policy's own unless the activation has one. */
export function variable(name: string): Step {
  const missing = new CelError(`no such attribute(s): ${name}`);
  if (name === "variables") return ({ variables, composed }) => variables[name] ?? composed ?? missing;
  return ({ variables }) => {
    const value = variables[name];
    return value === undefined ? missing : value;
  };
}

/** `has(operand.field)`: nothing is in an optional that is empty. */
export function present(bare: Step, field: string): Step {
  const has = fieldTester(field);
  return (frame) => {
    const value = bare(frame);
    if (value instanceof CelError) return value;
    if (value === NO_OPTIONAL) return false;
    const found = has(value);
    if (!(found instanceof CelError && value instanceof CelOptional)) charge(frame, 1);
    return found;
  };
}

/** A part of a value by a key that is known beforehand. */
export function selector(key: Value): (value: Value) => Value {
  if (typeof key !== "string") return (value) => selectIndex(value, key);
  const select = fieldSelector(key);
  return (value) => (isList(value) ? selectIndex(value, key) : select(value));
}

export function qualified(bare: Step, select: (value: Value) => Value): Step {
  return (frame) => {
    const value = bare(frame);
    if (value instanceof CelError || value === NO_OPTIONAL) return value;
    const found = select(value);
    if (found !== NO_OPTIONAL && !(found instanceof CelError && value instanceof CelOptional))
      charge(frame, 1);
    return found;
  };
}

/** Errors are absorbed by a term that decides; the first of them is the result when none does. */
export function logical(terms: readonly Planned[], decisive: boolean): Step {
  const [{ run: left }, { run: right }] = terms as [Planned, Planned];
  return (frame: Frame) => {
    const first = left(frame);
    if (first === decisive) return decisive;
    const second = right(frame);
    if (second === decisive) return decisive;
    if (typeof first !== "boolean") return first instanceof CelError ? first : NO_OVERLOAD;
    if (typeof second !== "boolean") return second instanceof CelError ? second : NO_OVERLOAD;
    return !decisive;
  };
}
