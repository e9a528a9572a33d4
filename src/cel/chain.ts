import type { Frame, Step } from "./frame.ts";
import { isPlain } from "./qualify.ts";
import { adapt, CelError, type Value } from "./values.ts";

/** Parts of a variable: `object.metadata.labels`. */
export interface Chain {
  readonly root: Step;
  readonly fields: readonly string[];
}

/** The chain that is one field longer. Undefined: fields that every object inherits have to be looked at one by one. */
export const longer = (chain: Chain | undefined, field: string): Chain | undefined =>
  chain === undefined || field in Object.prototype
    ? undefined
    : { ...chain, fields: [...chain.fields, field] };

/**
 * All fields in one loop, and their price at once, as long as there are nothing but objects of JSON on the way: this saves a
 * call, a price and the looks for errors per field. Whatever else is met is left to `slow`, which begins again: reading changes
 * nothing. `more`: what is added to the price.
 */
export function alongChain({ root, fields }: Chain, slow: Step, more: number): Step {
  const [only] = fields;
  if (fields.length === 1 && only !== undefined) return oneField(root, only, slow, 1 + more);
  const missing = fields.map((field) => new CelError(`no such key: ${field}`));
  return (frame) => {
    let value = root(frame);
    for (let i = 0; i < fields.length; i++) {
      if (!isPlain(value)) return slow(frame);
      const found: Value | undefined = value[fields[i]!];
      if (found === undefined) return pay(frame, i + 1 + more) ? missing[i]! : slow(frame);
      value = found;
    }
    return pay(frame, fields.length + more) ? adapt(value) : slow(frame);
  };
}

function oneField(root: Step, field: string, slow: Step, cost: number): Step {
  const missing = new CelError(`no such key: ${field}`);
  return (frame) => {
    const value = root(frame);
    if (!isPlain(value) || !pay(frame, cost)) return slow(frame);
    const found: Value | undefined = value[field];
    return found === undefined ? missing : adapt(found);
  };
}

/** `has()` of the last field of a chain. */
export function presentInChain({ root, fields }: Chain, slow: Step): Step {
  const last = fields.length - 1;
  const field = fields[last] ?? "";
  if (last === 0)
    return (frame) => {
      const value = root(frame);
      if (!isPlain(value)) return slow(frame);
      const found: Value | undefined = value[field];
      if (found instanceof CelError || !pay(frame, 1)) return slow(frame);
      return found !== undefined;
    };
  return (frame) => {
    let value = root(frame);
    for (let i = 0; i <= last; i++) {
      if (!isPlain(value)) return slow(frame);
      const found: Value | undefined = value[fields[i]!];
      if (found instanceof CelError || (found === undefined && i < last)) return slow(frame);
      if (i === last) return pay(frame, fields.length) ? found !== undefined : slow(frame);
      value = found!;
    }
    return slow(frame);
  };
}

/** False: it is too much, and nothing is paid. */
function pay(frame: Frame, cost: number): boolean {
  const sum = frame.cost + cost;
  if (sum > frame.limit) return false;
  frame.cost = sum;
  return true;
}
