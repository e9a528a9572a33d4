import { withAllKeysSorted } from "../../api/object/key-order.ts";
import type { NumberLiterals } from "../../json/parse/number-literals.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { ObjectShape, SchemaUnion } from "../shape.ts";
import { decodeObject, decodeUnion } from "./decode-object.ts";
import type { DecodeProblems } from "./decode-problems.ts";
import { type ObjectPlan, planOf } from "./plan.ts";
import { Run, TROUBLE } from "./run.ts";
import { zeroObject } from "./zero.ts";

/**
 * Decodes JSON to the typed form that the reference has after decoding and encoding. Wrong types throw a
 * DecodeError with Go's text; unknown fields are dropped and reported to `problems`; null and the empty
 * values of optional fields are removed; scalars become canonical; fields that are always printed are filled
 * in. Works in place and returns `value`. `literals`: numbers whose text matters (`2.0` is not an integer).
 */
export function decodeTyped<T extends JsonObject>(
  value: T,
  shape: ObjectShape,
  problems?: DecodeProblems,
  literals?: NumberLiterals,
): T {
  return decodeInOrder(value, shape, new Run(problems, literals, false), (sent) => sent);
}

/**
 * Like `decodeTyped`, for values that the reference has as a map and writes as JSON before it decodes them:
 * if there are several errors, the first in the order of sorted keys is thrown. The result can be another
 * object.
 */
export function decodeFromMap<T extends JsonObject>(
  value: T,
  shape: ObjectShape,
  problems?: DecodeProblems,
): T {
  return decodeInOrder(
    value,
    shape,
    new Run(problems, undefined, false),
    (sent) => withAllKeysSorted(sent) as T,
  );
}

function decodeInOrder<T extends JsonObject>(
  value: T,
  shape: ObjectShape,
  run: Run,
  inOrder: (value: T) => T,
): T {
  const { metadata } = value;
  const beginsAnew = isJsonObject(metadata) && isEmptyList(metadata.managedFields);
  const made = decodeRoot(value, planOf(shape), run, inOrder);
  // An empty list of managed fields requests their removal; an absent list does not.
  if (beginsAnew && isJsonObject(made.metadata)) made.metadata.managedFields = [];
  return made;
}

const isEmptyList = (value: Json | undefined): boolean => Array.isArray(value) && value.length === 0;

function decodeRoot<T extends JsonObject>(
  value: T,
  plan: ObjectPlan,
  quick: Run,
  inOrder: (value: T) => T,
): T {
  try {
    decodeObject(quick, value, plan, undefined);
    return value;
  } catch (error) {
    if (error !== TROUBLE) throw error;
  }
  // A second decoding has the same result as the first, so places are recorded only now, when an error needs
  // them.
  const run = new Run(quick.problems, quick.literals, true);
  const ordered = inOrder(value);
  decodeObject(run, ordered, plan, undefined);
  if (run.saved !== undefined) throw run.saved;
  return ordered;
}

/** Decodes a union of JSON schemas by itself, from a map like `decodeFromMap`; throws a DecodeError. */
export function decodeUnionFromMap(value: Json, union: SchemaUnion): void {
  decodeUnion(new Run(undefined, undefined, true), withAllKeysSorted(value), union, undefined);
}

/** Returns the zero value of a type as it is printed: an object with the fields that are always printed. */
export const zeroOf = (shape: ObjectShape): JsonObject => zeroObject(planOf(shape));
