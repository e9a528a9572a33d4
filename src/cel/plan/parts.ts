import { alongChain, longer, presentInChain } from "./chain.ts";
import type { Step } from "./frame.ts";
import { attribute, type Planned } from "./planned.ts";
import { present } from "./steps.ts";

/** Plans a field of a value; `select` reads it from any value. */
export function part(operand: Planned, field: string, select: Step): Planned {
  const chain = longer(operand.chain, field);
  const one = attribute(select);
  return chain === undefined
    ? one
    : { bare: alongChain(chain, select, 0), run: alongChain(chain, one.run, 1), chain };
}

/** Plans `has(operand.field)`. */
export function presentPart(operand: Planned, field: string): Step {
  const chain = longer(operand.chain, field);
  const slow = present(operand.bare, field);
  return chain === undefined ? slow : presentInChain(chain, slow);
}
