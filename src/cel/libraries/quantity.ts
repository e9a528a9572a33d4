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

function read(text: Value): Value {
  try {
    return new CelQuantity(parseQuantity(text as string));
  } catch (error) {
    if (error instanceof QuantityError) return new CelError(error.message);
    throw error;
  }
}

const of = (value: Value): Quantity => (value as CelQuantity).quantity;
const ofInt = (value: Value): Quantity => parseQuantity(String(value));

/** The whole number that a quantity is; undefined when it has a fraction or more than 64 bits. */
function whole({ digits, exponent }: Quantity): number | bigint | undefined {
  if (exponent >= 0)
    return exponent > 19 && digits !== 0n ? undefined : intValue(digits * 10n ** BigInt(exponent));
  const scale = 10n ** BigInt(-exponent);
  return digits % scale === 0n ? intValue(digits / scale) : undefined;
}

const NOT_WHOLE = new CelError("cannot convert value to integer");
const order = (a: Value, b: Value): number => Math.sign(compareQuantities(of(a), of(b)));

const textCost = ([text = null]: readonly Value[]): number => traversal(costSize(text));

/** `quantity('1Gi').isLessThan(quantity('2Gi'))`. */
export const QUANTITY: Library = {
  overloads: [
    global("string_to_quantity", "quantity", `string -> ${TYPE}`, read),
    global(
      "is_quantity_string",
      "isQuantity",
      "string -> bool",
      (text) => read(text as Value) instanceof CelQuantity,
    ),
    global(
      "quantity_sign",
      "sign",
      `${TYPE} -> int`,
      (q) => Number(of(q as Value).digits > 0n) - Number(of(q as Value).digits < 0n),
    ),
    member(
      "quantity_is_greater_than",
      "isGreaterThan",
      `${TYPE}, ${TYPE} -> bool`,
      (a, b) => order(a as Value, b as Value) > 0,
    ),
    member(
      "quantity_is_less_than",
      "isLessThan",
      `${TYPE}, ${TYPE} -> bool`,
      (a, b) => order(a as Value, b as Value) < 0,
    ),
    member("quantity_compare_to", "compareTo", `${TYPE}, ${TYPE} -> int`, (a, b) =>
      order(a as Value, b as Value),
    ),
    member("quantity_get_float", "asApproximateFloat", `${TYPE} -> double`, (q) => {
      const { digits, exponent } = of(q as Value);
      return new CelDouble(Number(`${digits}e${exponent}`));
    }),
    member("quantity_get_int", "asInteger", `${TYPE} -> int`, (q) => whole(of(q as Value)) ?? NOT_WHOLE),
    member("quantity_is_integer", "isInteger", `${TYPE} -> bool`, (q) => whole(of(q as Value)) !== undefined),
    member(
      "quantity_add",
      "add",
      `${TYPE}, ${TYPE} -> ${TYPE}`,
      (a, b) => new CelQuantity(addQuantities(of(a as Value), of(b as Value))),
    ),
    member(
      "quantity_add_int",
      "add",
      `${TYPE}, int -> ${TYPE}`,
      (a, b) => new CelQuantity(addQuantities(of(a as Value), ofInt(b as Value))),
    ),
    member(
      "quantity_sub",
      "sub",
      `${TYPE}, ${TYPE} -> ${TYPE}`,
      (a, b) => new CelQuantity(subtractQuantities(of(a as Value), of(b as Value))),
    ),
    member(
      "quantity_sub_int",
      "sub",
      `${TYPE}, int -> ${TYPE}`,
      (a, b) => new CelQuantity(subtractQuantities(of(a as Value), ofInt(b as Value))),
    ),
  ],
  costs: { quantity: textCost, isQuantity: textCost },
};
