import { adapt, CelError, type Value } from "../values/values.ts";
import type { Frame, Step } from "./frame.ts";
import { isPlain } from "./qualify.ts";

/** A chain of fields of a variable: `object.metadata.labels`. */
export interface Chain {
  readonly root: Step;
  readonly fields: readonly string[];
}

/**
 * Returns the chain with one more field; undefined for fields that every object inherits, which have to be
 * read one by one.
 */
export const longer = (chain: Chain | undefined, field: string): Chain | undefined =>
  chain === undefined || field in Object.prototype
    ? undefined
    : { ...chain, fields: [...chain.fields, field] };

/**
 * Reads all fields in one loop and charges their cost together, as long as all values are objects of JSON.
 * This saves a call, a charge and a check for errors per field. All other values are left to `slow`, which
 * starts from the beginning; this is safe because reading changes nothing. `more` is added to the cost.
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

/** Plans `has()` of the last field of a chain. */
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

/** Charges a cost. Returns false, and charges nothing, if the limit would be exceeded. */
function pay(frame: Frame, cost: number): boolean {
  const sum = frame.cost + cost;
  if (sum > frame.limit) return false;
  frame.cost = sum;
  return true;
}
