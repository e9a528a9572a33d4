import { noteEmptied } from "../../api/object/emptied.ts";
import { setKey } from "../../json/object.ts";
import { earlierValuesOf } from "../../json/parse/earlier-values.ts";
import { literalOf, type NumberLiterals } from "../../json/parse/number-literals.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { ObjectShape, SchemaUnion, Shape } from "../shape.ts";
import { dropNull, fitsPlainly, isEmpty, isKeptByNull } from "./field-values.ts";
import { type Place, pathOf } from "./place.ts";
import {
  type FieldPlan,
  type ListPlan,
  type MapPlan,
  makePlan,
  type ObjectPlan,
  type Plan,
  planOf,
} from "./plan.ts";
import { accept, elementPlace, fieldPlace, Run, TROUBLE, wrongType } from "./run.ts";
import { decodeQuantity, decodeScalar, ScalarProblem } from "./scalars.ts";
import { zeroElement, zeroField } from "./zero.ts";

/** Decodes an object in place, in one walk; `run` determines whether it records places. */
export function decodeObject(run: Run, value: JsonObject, plan: ObjectPlan, place: Place | undefined): void {
  const fields = plan.fields;
  for (const key in value) {
    const field = fields.get(key);
    if (field === undefined) dropUnknown(run, value, key, place);
    else decodeField(run, value, field, plan, place);
  }
  const always = plan.always;
  for (let i = 0; i < always.length; i++) {
    const field = always[i];
    if (field !== undefined && value[field.name] === undefined) value[field.name] = zeroField(field);
  }
}

function dropUnknown(run: Run, value: JsonObject, key: string, place: Place | undefined): void {
  if (run.problems !== undefined && run.problems.isFull !== true) {
    if (!run.careful) throw TROUBLE;
    run.problems.unknown(place === undefined ? key : `${pathOf(place)}.${key}`);
  }
  delete value[key];
}

function decodeField(
  run: Run,
  value: JsonObject,
  field: FieldPlan,
  owner: ObjectPlan,
  parent: Place | undefined,
): void {
  const { name, plan } = field;
  if (run.literals !== undefined) rereadField(run, value, field, owner, parent);
  const given = value[name];
  if (given === null || given === undefined) {
    if (given === null && plan.op === "scalar" && plan.scalar === "duration" && !field.pointer)
      accept(
        run,
        decodeScalar("", plan.scalar, () => undefined),
        plan.goType,
        undefined,
      );
    dropNull(value, field);
    return;
  }
  if (plan.op === "scalar" && fitsPlainly(given, plan.scalar, run.literals)) {
    if (field.dropZero && (given === "" || given === false || given === 0)) delete value[name];
    return;
  }
  const place = fieldPlace(run, parent, owner.struct, field);
  const decoded = decodeValue(run, given, plan, place, value, name);
  if (decoded === undefined) dropNull(value, field);
  else if (field.dropZero && isEmpty(decoded, plan)) {
    if (plan.op === "list" || plan.op === "map") noteEmptied(value, name, plan.op);
    if (plan.op === "scalar" && plan.scalar === "bytes") noteEmptied(value, name, "bytes");
    dropNull(value, field);
  } else if (decoded !== given) value[name] = decoded;
}

/**
 * Decodes the earlier values of a repeated key: Go reports their type errors, and null keeps the earlier
 * value if the field is not a pointer, list or map.
 */
function rereadField(
  run: Run,
  value: JsonObject,
  field: FieldPlan,
  owner: ObjectPlan,
  parent: Place | undefined,
): void {
  const last = rereadEarlier(
    run,
    value,
    field.name,
    field.plan,
    fieldPlace(run, parent, owner.struct, field),
  );
  if (value[field.name] === null && last !== undefined && isKeptByNull(field)) value[field.name] = last;
}

/** Returns the last of the earlier values of a repeated key. */
function rereadEarlier(
  run: Run,
  owner: JsonObject,
  key: string,
  plan: Plan,
  place: Place | undefined,
): Json | undefined {
  const values = earlierValuesOf(owner, key);
  if (values.length === 0) return undefined;
  const own = new Run(undefined, run.literals, run.careful, run.saved);
  let last: Json | undefined;
  for (const each of values)
    if (each !== null) last = decodeValue(own, withoutObjects(each), plan, place, owner, key) ?? last;
  run.saved = own.saved;
  return last;
}

/**
 * Removes the objects from a list. They are decoded with the last list, which fills the same objects; to
 * decode them here, too, could take very long.
 */
const withoutObjects = (value: Json): Json =>
  Array.isArray(value) ? value.filter((item) => !isJsonObject(item)) : value;

/**
 * Decodes a value of any shape in place, such as a list of structs. Throws a DecodeError. `literals`: numbers whose
 * text matters.
 */
export function decodeShaped(value: Json, shape: Shape, literals?: NumberLiterals): Json {
  const run = new Run(undefined, literals, true);
  const decoded = value === null ? null : decodeValue(run, value, makePlan(shape), undefined, [value], 0);
  if (run.saved !== undefined) throw run.saved;
  return decoded ?? null;
}

/**
 * Returns the decoded value; undefined after an error that was recorded. `container` and `key`: place of the
 * value.
 */
function decodeValue(
  run: Run,
  value: Json,
  plan: Plan,
  place: Place | undefined,
  container: JsonObject | Json[],
  key: string | number,
): Json | undefined {
  switch (plan.op) {
    case "scalar": {
      const literals = run.literals;
      const literal = (list: JsonObject | Json[] = container, at: string | number = key) =>
        literalOf(literals, list, at);
      return accept(run, decodeScalar(value, plan.scalar, literal), plan.goType, place);
    }
    case "object":
      if (typeof value !== "object" || value === null || Array.isArray(value))
        return wrongType(run, value, plan, place);
      decodeObject(run, value, plan, place);
      return value;
    case "list":
      if (!Array.isArray(value)) return wrongType(run, value, plan, place);
      decodeList(run, value, plan, place);
      return value;
    case "map":
      if (typeof value !== "object" || value === null || Array.isArray(value))
        return wrongType(run, value, plan, place);
      decodeMap(run, value, plan, place);
      return value;
    case "any":
      return plan.union === undefined ? value : decodeUnion(run, value, plan.union, place);
  }
}

function decodeList(run: Run, list: Json[], { item }: ListPlan, parent: Place | undefined): void {
  const plain = item.op === "scalar" && item.scalar === "string";
  for (let i = 0; i < list.length; i++) {
    const given = list[i];
    if (plain && typeof given === "string") continue;
    if (given === null || given === undefined) {
      list[i] = zeroElement(item);
      continue;
    }
    const decoded = decodeValue(run, given, item, elementPlace(run, parent, i), list, i);
    if (decoded !== undefined && decoded !== given) list[i] = decoded;
  }
}

function decodeMap(run: Run, map: JsonObject, plan: MapPlan, parent: Place | undefined): void {
  const { value: element, resources } = plan;
  const plain = element.op === "scalar" && element.scalar === "string";
  for (const key in map) {
    if (run.literals !== undefined) rereadEarlier(run, map, key, element, elementPlace(run, parent, key));
    const given = map[key];
    if (plain && typeof given === "string") continue;
    if (given === null || given === undefined) {
      setKey(map, key, zeroElement(element));
      continue;
    }
    const place = elementPlace(run, parent, key);
    const decoded = resources
      ? accept(
          run,
          decodeQuantity(given, () => literalOf(run.literals, map, key), true),
          element.goType,
          place,
        )
      : decodeValue(run, given, element, place, map, key);
    if (decoded !== undefined && decoded !== given) setKey(map, key, decoded);
  }
}

/**
 * Decodes the unions of JSON schemas. In the reference they decode their own bytes: unknown fields in them
 * are dropped without a report, and an error ends the decoding.
 */
export function decodeUnion(
  run: Run,
  value: Json,
  union: SchemaUnion,
  place: Place | undefined,
): Json | undefined {
  const own = new Run(undefined, run.literals, run.careful);
  const decoded = decodeMember(own, value, union, place);
  if (own.saved !== undefined) throw own.saved;
  if (decoded === undefined)
    return accept(run, new ScalarProblem({ fatal: true, text: EXPECTED }), "", place);
  return decoded;
}

const EXPECTED = "boolean or JSON schema expected";

function decodeMember(run: Run, value: Json, union: SchemaUnion, place: Place | undefined): Json | undefined {
  if (Array.isArray(value)) {
    if (union.or === "boolean") return undefined;
    decodeList(run, value, union.or === "schemas" ? schemasPlan(union.schema) : STRINGS, place);
    return value.length === 0 ? null : value;
  }
  if (typeof value === "object" && value !== null) {
    decodeObject(run, value, planOf(union.schema), place);
    return value;
  }
  if (union.or === "boolean") return typeof value === "boolean" ? value : undefined;
  return null;
}

const STRINGS: ListPlan = {
  op: "list",
  item: { op: "scalar", scalar: "string", goType: "string" },
  goType: "[]string",
};

const schemasPlan = (schema: ObjectShape): ListPlan => ({
  op: "list",
  item: planOf(schema),
  goType: `[]${schema.goType}`,
});
