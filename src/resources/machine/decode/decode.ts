import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";
import { withAllKeysSorted } from "../../../json/key-order.ts";
import type { NumberLiterals } from "../../../json/number-literals.ts";
import type { ObjectShape, SchemaUnion } from "../../../schema/shape.ts";
import type { DecodeProblems } from "../../kind.ts";
import { decodeObject, decodeUnion } from "./decode-object.ts";
import { type ObjectPlan, planOf } from "./plan.ts";
import { Run, TROUBLE } from "./run.ts";
import { zeroObject } from "./zero.ts";

/**
 * Reads JSON into the typed form that the reference would have after decoding and encoding: wrong types throw a
 * DecodeError with Go's text, unknown fields are dropped and named to `problems`, null and the empty values of optional
 * fields vanish, scalars become canonical, fields that are never left out are filled in. Works in place and returns
 * `value`. `literals`: numbers whose text matters (`2.0` is no integer).
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
 * As `decodeTyped`, for what the reference has as a map and writes as JSON before it reads it: keys are sorted where the
 * first of several errors is told. What it returns may be another object.
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
  // An empty list of managed fields is a wish to begin again, none at all is not.
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
  // What has been done so far can be done again: only now is it worth knowing where everything is.
  const run = new Run(quick.problems, quick.literals, true);
  const ordered = inOrder(value);
  decodeObject(run, ordered, plan, undefined);
  if (run.saved !== undefined) throw run.saved;
  return ordered;
}

/** Reads a union of JSON schemas by itself, from a map as `decodeFromMap` does; throws a DecodeError. */
export function decodeUnionFromMap(value: Json, union: SchemaUnion): void {
  decodeUnion(new Run(undefined, undefined, true), withAllKeysSorted(value), union, undefined);
}

/** The zero value of a type as it is printed: `{}` with what is never left out. */
export function zeroOf(shape: ObjectShape): JsonObject {
  return zeroObject(planOf(shape));
}
