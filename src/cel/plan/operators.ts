import { addValues, divide, multiply, negate, remainder, subtract } from "../values/arithmetic.ts";
import { compareValues, equalValues } from "../values/compare.ts";
import { mapGet } from "../values/containers.ts";
import { costSize, traversal, traversalOf } from "../values/costs.ts";
import { isHashable, noHash } from "../values/go-type.ts";
import { listHas } from "../values/membership.ts";
import { CelError, CelMap, CelObject, isList, isMap, NO_OVERLOAD, type Value } from "../values/values.ts";
import type { Work } from "../values/work.ts";

/** An operator: its function and its costs. */
export interface Operator {
  readonly run: (a: Value, b: Value, work: Work) => Value;
  /**
   * Returns the cost function for the overload that the checker found (empty if there are several). If absent
   * or undefined, a call costs 1.
   */
  readonly cost?: (overload: string) => OperatorCost | undefined;
  /** Types that have the operator. For other types the error has its name. Absent if all types have it. */
  readonly types?: ReadonlySet<string>;
  /** True if its operand may be an error. */
  readonly lenient?: boolean;
}

/** Cost of one call, by the values of its operands. */
export type OperatorCost = (a: Value, b: Value, work: Work) => number;

function shorter(a: Value, b: Value, work: Work): number {
  if (typeof a === "string" && typeof b === "string") {
    if (a === "" || b === "") return 0;
    if (a.length <= 10 || b.length <= 10) return 1;
  }
  return Math.min(traversalOf(a, work), traversalOf(b, work));
}

const COMPARES_TEXT = /_(string|bytes)$/;
const compareCost = (overload: string): OperatorCost | undefined =>
  COMPARES_TEXT.test(overload) ? shorter : undefined;

const types = (names: string): ReadonlySet<string> =>
  new Set(
    names.replace("T", "google.protobuf.Timestamp").replace("D", "google.protobuf.Duration").split(" "),
  );
const NUMBERS = "int uint double";
const COMPARABLE = types(`${NUMBERS} bool string bytes T D`);

const comparison = (holds: (order: number) => boolean): Operator => ({
  types: COMPARABLE,
  run: (a, b) => {
    const order = compareValues(a, b);
    if (order === undefined) return NO_OVERLOAD;
    return Number.isNaN(order) ? new CelError("NaN values cannot be ordered") : holds(order);
  },
  cost: compareCost,
});

function equal(a: Value, b: Value, work: Work): Value {
  return equalValues(a, b, work);
}

function isIn(item: Value, container: Value, work: Work): Value {
  if (isList(container)) return listHas(container, item, work);
  if (!isMap(container)) return NO_OVERLOAD;
  if (container instanceof CelMap && container.entries.size > 0 && !isHashable(item)) throw noHash(item);
  const found = mapGet(container, item);
  return found instanceof CelError ? found : found !== undefined;
}

/** Returns the cost of equality, which is one step for Kubernetes' own values. */
const equalCost: OperatorCost = (a, b, work) =>
  a instanceof CelObject && a.unitEquality ? 1 : shorter(a, b, work);

const bothCost: OperatorCost = (a, b, work) => traversal(costSize(a, work) + costSize(b, work));
const addCost = (overload: string): OperatorCost | undefined =>
  overload === "add_string" || overload === "add_bytes" ? bothCost : undefined;

const listCost: OperatorCost = (_item, list, work) => costSize(list, work);

/** Operators by the names that the parser gives them. */
export const OPERATORS: Readonly<Record<string, Operator>> = {
  "_==_": { run: equal, cost: () => equalCost },
  "_!=_": {
    // Values that cannot be compared are not equal (evalNe in cel-go).
    run: (a, b, work) => equalValues(a, b, work) !== true,
    cost: () => shorter,
  },
  "_<_": comparison((order) => order < 0),
  "_<=_": comparison((order) => order <= 0),
  "_>_": comparison((order) => order > 0),
  "_>=_": comparison((order) => order >= 0),
  "_+_": { run: addValues, cost: addCost, types: types(`${NUMBERS} string bytes list T D`) },
  "_-_": { run: subtract, types: types(`${NUMBERS} T D`) },
  "_*_": { run: multiply, types: types(NUMBERS) },
  "_/_": { run: divide, types: types(NUMBERS) },
  "_%_": { run: remainder, types: types("int uint") },
  "-_": { run: (a) => negate(a) },
  "!_": { run: (a) => (typeof a === "boolean" ? !a : NO_OVERLOAD) },
  "@in": { run: isIn, cost: (overload) => (overload === "in_list" ? listCost : undefined) },
  "@not_strictly_false": { run: (a) => a !== false, lenient: true },
};
