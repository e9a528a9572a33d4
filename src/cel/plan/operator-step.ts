import { itemAt } from "../parse/item-at.ts";
import { CelError, NO_OVERLOAD, typeNameOf } from "../values/values.ts";
import { charge, type Step } from "./frame.ts";
import type { Operator, OperatorCost } from "./operators.ts";
import type { Planned } from "./planned.ts";
import { isPlain } from "./qualify.ts";

/**
 * Plans an operator. Comparisons with constants and lookups of constant keys, the usual forms of conditions, have steps of
 * their own. `overload`: its identifier, or empty if several are possible.
 */
export function operatorStep(
  name: string,
  operator: Operator,
  overload: string,
  args: readonly Planned[],
): Step {
  const runs = args.map(({ run }) => run);
  const cost = operator.cost?.(overload);
  const first = itemAt(runs, 0);
  if (runs.length === 1) return unaryOperator(operator, first);
  const known = args[1]?.constant;
  if ((name === "_==_" || name === "_!=_") && (typeof known === "number" || typeof known === "string"))
    return equalsConstant(first, known, operator.run, cost ?? oneStep, name === "_==_");
  const key = args[0]?.constant;
  if (name === "@in" && overload !== "in_list" && typeof key === "string")
    return inMap(key, itemAt(runs, 1), operator.run);
  const run = operator.types === undefined ? operator.run : refusing(name, operator, operator.types);
  return binaryOperator(run, [first, itemAt(runs, 1)], cost);
}

const oneStep: OperatorCost = () => 1;

/** Plans `value == 'text'` or `value != 0`, the usual form of conditions. */
function equalsConstant(
  operand: Step,
  known: number | string,
  run: Operator["run"],
  cost: OperatorCost,
  whenSame: boolean,
): Step {
  const type = typeof known;
  // With a short text or a number, a comparison costs one step, whatever the other operand is.
  const isCheap = typeof known === "number" || (known !== "" && known.length <= 10);
  return (frame) => {
    const value = operand(frame);
    if (isCheap && typeof value === type && value !== "") {
      charge(frame, 1);
      return (value === known) === whenSame;
    }
    charge(frame, cost(value, known, frame.work));
    return value instanceof CelError ? value : run(value, known, frame.work);
  };
}

/** Plans `'text' in object.metadata.labels`. */
function inMap(key: string, map: Step, run: Operator["run"]): Step {
  return (frame) => {
    const value = map(frame);
    charge(frame, 1);
    if (isPlain(value)) return Object.hasOwn(value, key);
    return value instanceof CelError ? value : run(key, value, frame.work);
  };
}

/** Returns the operator with its own error for left operands with a type that does not have this operator. */
function refusing(name: string, { run }: Operator, types: ReadonlySet<string>): Operator["run"] {
  const unknown = new CelError(`no such overload: ${name}`);
  return (a, b, work) => {
    const result = run(a, b, work);
    return result === NO_OVERLOAD && !types.has(typeNameOf(a)) ? unknown : result;
  };
}

function unaryOperator({ run, lenient }: Operator, operand: Step): Step {
  return (frame) => {
    const value = operand(frame);
    charge(frame, 1);
    return value instanceof CelError && lenient !== true ? value : run(value, null, frame.work);
  };
}

function binaryOperator(
  run: Operator["run"],
  [left, right]: readonly [Step, Step],
  cost: OperatorCost | undefined,
): Step {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    charge(frame, cost === undefined ? 1 : cost(a, b, frame.work));
    if (a instanceof CelError) return a;
    return b instanceof CelError ? b : run(a, b, frame.work);
  };
}
