import { itemAt } from "../parse/item-at.ts";
import { CelError, CelOptional, isList, NO_OPTIONAL, NO_OVERLOAD, type Value } from "../values/values.ts";
import { charge, type Frame, type Step } from "./frame.ts";
import type { Planned } from "./planned.ts";
import { fieldSelector, fieldTester, selectIndex } from "./qualify.ts";

/** Reads a variable. `variables` is the policy's own unless the activation has one. */
export function variable(name: string): Step {
  const missing = new CelError(`no such attribute(s): ${name}`);
  if (name === "variables") return ({ variables, composed }) => variables[name] ?? composed ?? missing;
  return ({ variables }) => {
    const value = variables[name];
    return value === undefined ? missing : value;
  };
}

/** Plans `has(operand.field)`, which is false for an empty optional. */
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

/** Returns a reader of a part of a value by a constant key. */
export function selector(key: Value): (value: Value) => Value {
  if (typeof key !== "string") return (value) => selectIndex(value, key);
  const select = fieldSelector(key);
  return (value) => (isList(value) ? selectIndex(value, key) : select(value));
}

/**
 * Plans the reading of a part of a value by `select`. It costs one, unless the value is an optional and the part is
 * absent or an error.
 */
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

/** Plans `&&` or `||`. A deciding term absorbs errors; if none decides, the first error is the result. */
export function logical(terms: readonly Planned[], decisive: boolean): Step {
  const [left, right] = [itemAt(terms, 0).run, itemAt(terms, 1).run];
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
