import {
  CelBytes,
  CelDouble,
  CelDuration,
  CelError,
  CelSchemaList,
  CelTimestamp,
  CelUint,
  intValue,
  isInt,
  isList,
  MAX_UINT,
  NO_OVERLOAD,
  type Value,
} from "./values.ts";
import type { Work } from "./work.ts";

export const INT_OVERFLOW: CelError = new CelError("integer overflow");
const UINT_OVERFLOW = new CelError("unsigned integer overflow");
const TIMESTAMP_OVERFLOW = new CelError("timestamp overflow");
const DIVISION_BY_ZERO = new CelError("division by zero");
const MODULUS_BY_ZERO = new CelError("modulus by zero");

const MIN_INT = -(2n ** 63n);
const MAX_DURATION = 2n ** 63n - 1n;
/** Start of year 1 and end of year 9999, in nanoseconds. */
const MIN_TIMESTAMP = -62135596800n * 1_000_000_000n;
const MAX_TIMESTAMP = 253402300799n * 1_000_000_000n + 999_999_999n;

const durationOf = (nanos: bigint): Value =>
  nanos > MAX_DURATION || nanos < -MAX_DURATION - 1n ? INT_OVERFLOW : new CelDuration(nanos);

/**
 * A timestamp by its nanoseconds since 1970 and the seconds of its time zone. It is an error outside of the years 1
 * to 9999.
 */
export const timestampOf = (nanos: bigint, offset = 0): Value =>
  nanos > MAX_TIMESTAMP || nanos < MIN_TIMESTAMP ? TIMESTAMP_OVERFLOW : new CelTimestamp(nanos, offset);

const uintOf = (value: bigint): Value =>
  value < 0n || value > MAX_UINT ? UINT_OVERFLOW : new CelUint(value);

interface Arithmetic {
  readonly small: (a: number, b: number) => number;
  readonly big: (a: bigint, b: bigint) => bigint;
}

const ADD: Arithmetic = { small: (a, b) => a + b, big: (a, b) => a + b };
const SUBTRACT: Arithmetic = { small: (a, b) => a - b, big: (a, b) => a - b };
const MULTIPLY: Arithmetic = { small: (a, b) => a * b, big: (a, b) => a * b };

/** Applies an operation to two numbers of the same kind; undefined if they are not. */
function numbers(a: Value, b: Value, { small, big }: Arithmetic): Value | undefined {
  if (typeof a === "number" && typeof b === "number") {
    const result = small(a, b);
    // Integers have no negative zero, which `0 * -1` is in JavaScript.
    if (Number.isSafeInteger(result)) return result + 0;
  }
  if (isInt(a)) return isInt(b) ? (intValue(big(BigInt(a), BigInt(b))) ?? INT_OVERFLOW) : undefined;
  if (a instanceof CelDouble && b instanceof CelDouble) return new CelDouble(small(a.value, b.value));
  return a instanceof CelUint && b instanceof CelUint ? uintOf(big(a.value, b.value)) : undefined;
}

/** `a + b`: numbers of one kind, texts, bytes, lists, times and durations. Overflows are error values. */
export function addValues(a: Value, b: Value, work: Work): Value {
  if (typeof a === "string") return typeof b === "string" ? a + b : NO_OVERLOAD;
  if (isList(a)) return isList(b) ? addLists(a, b, work) : NO_OVERLOAD;
  const sum = numbers(a, b, ADD);
  if (sum !== undefined) return sum;
  if (a instanceof CelBytes && b instanceof CelBytes) return new CelBytes(Buffer.concat([a.bytes, b.bytes]));
  if (a instanceof CelTimestamp && b instanceof CelDuration) return timestampOf(a.nanos + b.nanos, a.offset);
  if (a instanceof CelDuration && b instanceof CelTimestamp) return timestampOf(a.nanos + b.nanos, b.offset);
  return a instanceof CelDuration && b instanceof CelDuration ? durationOf(a.nanos + b.nanos) : NO_OVERLOAD;
}

/**
 * Joins two lists in a loop: spreading and `concat` take several times as long for the short lists of most
 * objects.
 */
function addLists(a: readonly Value[], b: readonly Value[], work: Work): Value {
  if (a instanceof CelSchemaList) return a.plus(b, work);
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  work.spend(a.length + b.length);
  const all: Value[] = [];
  for (let i = 0; i < a.length; i++) all.push(a[i]!);
  for (let i = 0; i < b.length; i++) all.push(b[i]!);
  return all;
}

/** `a - b`: numbers of one kind, times and durations. Overflows are error values. */
export function subtract(a: Value, b: Value): Value {
  const difference = numbers(a, b, SUBTRACT);
  if (difference !== undefined) return difference;
  if (a instanceof CelTimestamp && b instanceof CelDuration) return timestampOf(a.nanos - b.nanos, a.offset);
  if (a instanceof CelTimestamp && b instanceof CelTimestamp) return durationOf(a.nanos - b.nanos);
  return a instanceof CelDuration && b instanceof CelDuration ? durationOf(a.nanos - b.nanos) : NO_OVERLOAD;
}

/** `a * b` of numbers of one kind. An overflow is an error value. */
export const multiply = (a: Value, b: Value): Value => numbers(a, b, MULTIPLY) ?? NO_OVERLOAD;

/** `a / b`. A division of integers rounds towards 0, and one by 0 is an error value. */
export function divide(a: Value, b: Value): Value {
  if (a instanceof CelDouble && b instanceof CelDouble) return new CelDouble(a.value / b.value);
  return integers(a, b, DIVISION_BY_ZERO, (x, y) => x / y);
}

/** `a % b` of integers, with the sign of `a`. A division by 0 and an overflow of the quotient are error values. */
export function remainder(a: Value, b: Value): Value {
  // The quotient overflows even though the remainder is 0.
  if (b === -1 && a === MIN_INT) return INT_OVERFLOW;
  return integers(a, b, MODULUS_BY_ZERO, (x, y) => x % y);
}

function integers(a: Value, b: Value, zero: CelError, operate: (a: bigint, b: bigint) => bigint): Value {
  if (isInt(a) && isInt(b)) {
    const divisor = BigInt(b);
    return divisor === 0n ? zero : (intValue(operate(BigInt(a), divisor)) ?? INT_OVERFLOW);
  }
  if (!(a instanceof CelUint && b instanceof CelUint)) return NO_OVERLOAD;
  return b.value === 0n ? zero : uintOf(operate(a.value, b.value));
}

/** Negates a value. For some types without negation the error has less detail (evalUnary in cel-go). */
export function negate(value: Value): Value {
  if (isInt(value)) return intValue(-BigInt(value)) ?? INT_OVERFLOW;
  if (value instanceof CelDouble) return new CelDouble(-value.value);
  if (value instanceof CelDuration) return durationOf(-value.nanos);
  const isTerse = ["string", "boolean"].includes(typeof value) || value instanceof CelTimestamp;
  return isTerse ? NO_OVERLOAD : new CelError("no such overload: -_");
}
