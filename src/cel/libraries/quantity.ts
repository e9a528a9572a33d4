import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  QuantityError,
  subtractQuantities,
} from "../../api/quantity.ts";
import { costSize, traversal } from "../costs.ts";
import { global, type Library, member } from "../functions.ts";
import { CelDouble, CelError, CelObject, intValue, type Value } from "../values.ts";

declare module "../functions.ts" {
  interface ObjectValues {
    "kubernetes.Quantity": CelQuantity;
  }
}

const TYPE = "kubernetes.Quantity";

export class CelQuantity extends CelObject {
  readonly typeName = TYPE;
  override readonly unitEquality = true;
  readonly quantity: Quantity;

  constructor(quantity: Quantity) {
    super();
    this.quantity = quantity;
  }

  override equals(other: Value): boolean {
    return other instanceof CelQuantity && compareQuantities(this.quantity, other.quantity) === 0;
  }

  override toString(): string {
    return formatQuantity(this.quantity);
  }
}

function read(text: string): Value {
  try {
    return new CelQuantity(parseQuantity(text));
  } catch (error) {
    if (error instanceof QuantityError) return new CelError(error.message);
    throw error;
  }
}

const of = (value: CelQuantity): Quantity => value.quantity;
const ofInt = (value: Value): Quantity => parseQuantity(String(value));

/** The whole number that a quantity is; undefined when it has a fraction or more than 64 bits. */
function whole({ digits, exponent }: Quantity): number | bigint | undefined {
  if (exponent >= 0)
    return exponent > 19 && digits !== 0n ? undefined : intValue(digits * 10n ** BigInt(exponent));
  const scale = 10n ** BigInt(-exponent);
  return digits % scale === 0n ? intValue(digits / scale) : undefined;
}

const NOT_WHOLE = new CelError("cannot convert value to integer");
const order = (a: CelQuantity, b: CelQuantity): number => Math.sign(compareQuantities(of(a), of(b)));

const textCost = ([text = null]: readonly Value[]): number => traversal(costSize(text));

/** `quantity('1Gi').isLessThan(quantity('2Gi'))`. */
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
    member("quantity_get_float", "asApproximateFloat", "kubernetes.Quantity -> double", (q) => {
      const { digits, exponent } = of(q);
      return new CelDouble(Number(`${digits}e${exponent}`));
    }),
    member("quantity_get_int", "asInteger", "kubernetes.Quantity -> int", (q) => whole(of(q)) ?? NOT_WHOLE),
    member(
      "quantity_is_integer",
      "isInteger",
      "kubernetes.Quantity -> bool",
      (q) => whole(of(q)) !== undefined,
    ),
    member(
      "quantity_add",
      "add",
      "kubernetes.Quantity, kubernetes.Quantity -> kubernetes.Quantity",
      (a, b) => new CelQuantity(addQuantities(of(a), of(b))),
    ),
    member(
      "quantity_add_int",
      "add",
      "kubernetes.Quantity, int -> kubernetes.Quantity",
      (a, b) => new CelQuantity(addQuantities(of(a), ofInt(b))),
    ),
    member(
      "quantity_sub",
      "sub",
      "kubernetes.Quantity, kubernetes.Quantity -> kubernetes.Quantity",
      (a, b) => new CelQuantity(subtractQuantities(of(a), of(b))),
    ),
    member(
      "quantity_sub_int",
      "sub",
      "kubernetes.Quantity, int -> kubernetes.Quantity",
      (a, b) => new CelQuantity(subtractQuantities(of(a), ofInt(b))),
    ),
  ],
  costs: { quantity: textCost, isQuantity: textCost },
};
