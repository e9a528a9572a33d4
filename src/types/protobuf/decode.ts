import type protobuf from "protobufjs/minimal.js";
import { remembered } from "../../async/remembered.ts";
import { MAX_VALUES, TooManyValuesError } from "../../json/count-values.ts";
import { setKey } from "../../json/object.ts";
import { type Json, type JsonObject, record } from "../../json/value.ts";
import type { FieldFact, ScalarCode, TypeFact } from "../notation/notation.ts";
import { fieldFacts, MOST_TYPES } from "../notation/tables.ts";
import { protobufjs } from "./library.ts";
import {
  intOrString,
  jsonBytes,
  microTime,
  quantityText,
  schemaOrArray,
  schemaOrBool,
  schemaOrTexts,
  time,
} from "./special.ts";

/** The reading of one body. */
interface Reading {
  readonly reader: protobuf.Reader;
  /** The number of fields that can still be read, of the body and of the messages inside its fields. */
  readonly budget: { left: number };
}

/** Fields of a message by their number on the wire, where embedded structs are nested messages. */
interface MessagePlan {
  readonly fields: ReadonlyMap<number, FieldFact>;
}

/**
 * Decodes one message of the tables (`core/v1.Pod`) to the equivalent JSON: zero values of fields that are
 * not pointers are absent, because Go's encoder always writes them. Throws the errors of the reader for
 * truncated or malformed bytes, and TooManyValuesError.
 */
export const decodeBody = (typeName: string, bytes: Uint8Array): JsonObject =>
  decodeWithin({ left: MAX_VALUES }, typeName, bytes);

function decodeWithin(budget: Reading["budget"], typeName: string, bytes: Uint8Array): JsonObject {
  const object: JsonObject = {};
  readInto(object, typeName, { reader: protobufjs().Reader.create(bytes), budget });
  return object;
}

const planOf = remembered((typeName): MessagePlan => {
  const facts = fieldFacts(typeName);
  if (facts === undefined) throw new Error(`no table has the type ${typeName}`);
  return { fields: new Map(facts.map((fact) => [fact.number, fact])) };
}, MOST_TYPES);

function readInto(object: JsonObject, typeName: string, reading: Reading, end = reading.reader.len): void {
  const { fields } = planOf(typeName);
  while (reading.reader.pos < end) {
    if (--reading.budget.left < 0) throw new TooManyValuesError();
    const tag = reading.reader.uint32();
    const [number, wire] = [tag >>> 3, tag & 7];
    assertTag(number, wire);
    const field = fields.get(number);
    if (field === undefined) reading.reader.skipType(wire);
    else readField(object, field, reading, wire);
  }
  if (reading.reader.pos > end) throw new RangeError("a field ends behind its message");
}

/** Throws for an invalid tag; `wireProblem` finds the text of the error. */
function assertTag(number: number, wire: number): void {
  if (wire === 4 || wire > 5 || number === 0) throw new Error("illegal tag");
}

function readField(object: JsonObject, field: FieldFact, reading: Reading, wire: number): void {
  const { type } = field;
  if (wire !== wireOf(type) && !(wire === 2 && isPacked(type))) throw new Error("wrong wire type");
  if (field.embedded && type.kind === "message") {
    const length = reading.reader.uint32();
    readInto(object, type.name, reading, reading.reader.pos + length);
  } else if (type.kind === "list" && type.wrapped !== true)
    readItems(listOf(object, field.name), type.item, reading, wire);
  else if (type.kind === "map") readEntry(mapOf(object, field.name), type.value, reading);
  else {
    const value =
      type.kind === "message"
        ? readNested(type.name, reading, record(object[field.name]))
        : readValue(type, reading);
    if (field.pointer || !isZero(value, type)) setKey(object, field.name, value);
    else delete object[field.name];
  }
}

function listOf(object: JsonObject, name: string): Json[] {
  const list = (object[name] ?? []) as Json[];
  object[name] = list;
  return list;
}

function mapOf(object: JsonObject, name: string): JsonObject {
  const map = record(object[name]);
  object[name] = map;
  return map;
}

const PACKED: ReadonlySet<ScalarCode> = new Set<ScalarCode>(["b", "i", "l", "d"]);

const isPacked = (type: TypeFact): boolean =>
  type.kind === "list" && type.item.kind === "scalar" && PACKED.has(type.item.code);

/** Returns the wire type: 0 for numbers of variable length, 1 for doubles, 2 for all values with a length. */
function wireOf(type: TypeFact): number {
  const scalar = type.kind === "list" ? type.item : type;
  if (scalar.kind !== "scalar") return 2;
  return scalar.code === "d" ? 1 : "bil".includes(scalar.code) ? 0 : 2;
}

/** Reads the items of a list; numbers can be packed into one field. */
function readItems(list: Json[], item: TypeFact, reading: Reading, wire: number): void {
  if (wire !== 2 || item.kind !== "scalar" || !PACKED.has(item.code)) {
    list.push(readValue(item, reading));
    return;
  }
  const end = reading.reader.uint32() + reading.reader.pos;
  while (reading.reader.pos < end) list.push(readValue(item, reading));
}

/** Reads the entry of a map: key and value, each with its own field number. */
function readEntry(map: JsonObject, type: TypeFact, reading: Reading): void {
  const end = reading.reader.uint32() + reading.reader.pos;
  let key = "";
  let value: Json | undefined;
  while (reading.reader.pos < end) {
    const tag = reading.reader.uint32();
    if (tag >>> 3 === 1) key = reading.reader.string();
    else if (tag >>> 3 === 2) value = readValue(type, reading);
    else reading.reader.skipType(tag & 7);
  }
  setKey(map, key, value ?? emptyOf(type));
}

function emptyOf(type: TypeFact): Json {
  if (type.kind !== "scalar") return type.kind === "list" ? [] : {};
  if (type.code === "Q") return "0";
  return type.code === "b" ? false : "ild".includes(type.code) ? 0 : "";
}

function readValue(type: TypeFact, reading: Reading): Json {
  if (type.kind === "scalar") return SCALARS[type.code](reading);
  if (type.kind === "message") return readNested(type.name, reading);
  // A map of lists has each list in a message with one field.
  const items: Json[] = [];
  const end = reading.reader.uint32() + reading.reader.pos;
  while (reading.reader.pos < end) {
    const tag = reading.reader.uint32();
    if (type.kind === "list" && tag >>> 3 === 1) readItems(items, type.item, reading, tag & 7);
    else reading.reader.skipType(tag & 7);
  }
  return items;
}

/**
 * Reads a nested message, which can consist of several parts: fields that a later part does not contain keep
 * their values.
 */
function readNested(typeName: string, reading: Reading, nested: JsonObject = {}): JsonObject {
  const length = reading.reader.uint32();
  readInto(nested, typeName, reading, reading.reader.pos + length);
  return nested;
}

const schemaIn =
  ({ budget }: Reading) =>
  (bytes: Uint8Array): JsonObject =>
    decodeWithin(budget, "apiextensions/v1.JSONSchemaProps", bytes);

const SCALARS: Readonly<Record<ScalarCode, (reading: Reading) => Json>> = {
  s: ({ reader }) => reader.string(),
  b: ({ reader }) => reader.bool(),
  i: ({ reader }) => reader.int32(),
  l: ({ reader }) => longValue(reader.int64()),
  d: ({ reader }) => reader.double(),
  y: ({ reader }) => Buffer.from(reader.bytes()).toString("base64"),
  T: ({ reader }) => time(reader.bytes()),
  M: ({ reader }) => microTime(reader.bytes()),
  D: ({ reader }) => reader.bytes().length,
  Q: ({ reader }) => quantityText(reader.bytes()),
  I: ({ reader }) => intOrString(reader.bytes()),
  R: ({ reader }) => jsonBytes(reader.bytes()),
  F: ({ reader }) => jsonBytes(reader.bytes()),
  J: ({ reader }) => jsonBytes(reader.bytes()),
  B: (reading) => schemaOrBool(reading.reader.bytes(), schemaIn(reading)),
  A: (reading) => schemaOrArray(reading.reader.bytes(), schemaIn(reading)),
  S: (reading) => schemaOrTexts(reading.reader.bytes(), schemaIn(reading)),
};

function longValue(value: number | { toString(): string }): Json {
  const big = BigInt(value.toString());
  return Number.isSafeInteger(Number(big)) ? Number(big) : big;
}

/** True for a value that means an absent field: Go's encoder writes it anyway. */
function isZero(value: Json, type: TypeFact): boolean {
  if (value === "" || value === 0 || value === false || value === null) return true;
  return type.kind === "message" && Object.keys(value).length === 0;
}
