import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  QuantityError,
  subtractQuantities,
} from "../../../api/quantity/quantity.ts";
import { global, type Library, member } from "../../types/functions.ts";
import { costSize, traversal } from "../../values/costs.ts";
import { CelDouble, CelError, CelObject, otherType, type Value } from "../../values/values.ts";
import type { Work } from "../../values/work.ts";
import {
  type Amount,
  addAmounts,
  amountOf,
  asFloat,
  asInteger,
  isAdded,
  negated,
  wholeAmount,
} from "./quantity-amount.ts";

declare module "../../types/functions.ts" {
  interface ObjectValues {
    "kubernetes.Quantity": CelQuantity;
  }
}

const TYPE = "kubernetes.Quantity";

class CelQuantity extends CelObject {
  readonly typeName = TYPE;
  override readonly unitEquality = true;
  readonly quantity: Quantity;
  readonly amount: Amount;
  readonly #isComputed: boolean;

  constructor(quantity: Quantity, amount: Amount, isComputed = false) {
    super();
    this.quantity = quantity;
    this.amount = amount;
    this.#isComputed = isComputed;
  }

  /**
   * Compares quantities. A sum or a difference as the right operand counts as another type, because Go has a
   * pointer there (Quantity.Equal, quantityAdd).
   */
  override equals(other: Value): boolean | CelError {
    if (!(other instanceof CelQuantity) || other.#isComputed) return otherType(other);
    return compareQuantities(this.quantity, other.quantity) === 0;
  }

  plus(quantity: Quantity, amount: Amount): CelQuantity {
    return new CelQuantity(addQuantities(this.quantity, quantity), addAmounts(this.amount, amount), true);
  }

  minus(quantity: Quantity, amount: Amount): CelQuantity {
    if (isAdded(this.amount, amount)) return this.plus(quantity, amount);
    const less = subtractQuantities(this.quantity, quantity);
    return new CelQuantity(less, addAmounts(this.amount, negated(amount)), true);
  }

  override toString(): string {
    return formatQuantity(this.quantity);
  }
}

function read(text: string): Value {
  try {
    return new CelQuantity(parseQuantity(text), amountOf(text));
  } catch (error) {
    if (error instanceof QuantityError) return new CelError(error.message);
    throw error;
  }
}

const of = (value: CelQuantity): Quantity => value.quantity;
const ofInt = (value: number | bigint): [Quantity, Amount] => [
  parseQuantity(String(value)),
  wholeAmount(BigInt(value)),
];

const NOT_WHOLE = new CelError("cannot convert value to integer");
const order = (a: CelQuantity, b: CelQuantity): number => Math.sign(compareQuantities(of(a), of(b)));

const textCost = ([text = null]: readonly Value[], work: Work): number => traversal(costSize(text, work));

/** Functions such as `quantity('1Gi').isLessThan(quantity('2Gi'))`. */
export const QUANTITY: Library = {
  overloads: [
    global("string_to_quantity", "quantity", "string -> kubernetes.Quantity", read),
    global("is_quantity_string", "isQuantity", "string -> bool", (text) => read(text) instanceof CelQuantity),
    global(
      "quantity_sign",
      "sign",
      "kubernetes.Quantity -> int",
      (q) => Number(of(q).digits > 0n) - Number(of(q).digits < 0n),
    ),
    member(
      "quantity_is_greater_than",
      "isGreaterThan",
      "kubernetes.Quantity, kubernetes.Quantity -> bool",
      (a, b) => order(a, b) > 0,
    ),
    member(
      "quantity_is_less_than",
      "isLessThan",
      "kubernetes.Quantity, kubernetes.Quantity -> bool",
      (a, b) => order(a, b) < 0,
    ),
    member("quantity_compare_to", "compareTo", "kubernetes.Quantity, kubernetes.Quantity -> int", (a, b) =>
      order(a, b),
    ),
    member(
      "quantity_get_float",
      "asApproximateFloat",
      "kubernetes.Quantity -> double",
      (q) => new CelDouble(asFloat(q.amount)),
    ),
    member(
      "quantity_get_int",
      "asInteger",
      "kubernetes.Quantity -> int",
      (q) => asInteger(q.amount) ?? NOT_WHOLE,
    ),
    member(
      "quantity_is_integer",
      "isInteger",
      "kubernetes.Quantity -> bool",
      (q) => asInteger(q.amount) !== undefined,
    ),
    member("quantity_add", "add", "kubernetes.Quantity, kubernetes.Quantity -> kubernetes.Quantity", (a, b) =>
      a.plus(of(b), b.amount),
    ),
    member("quantity_add_int", "add", "kubernetes.Quantity, int -> kubernetes.Quantity", (a, b) =>
      a.plus(...ofInt(b)),
    ),
    member("quantity_sub", "sub", "kubernetes.Quantity, kubernetes.Quantity -> kubernetes.Quantity", (a, b) =>
      a.minus(of(b), b.amount),
    ),
    member("quantity_sub_int", "sub", "kubernetes.Quantity, int -> kubernetes.Quantity", (a, b) =>
      a.minus(...ofInt(b)),
    ),
  ],
  costs: { quantity: textCost, isQuantity: textCost },
};
